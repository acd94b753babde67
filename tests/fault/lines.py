"""Lines between clients and a still server: every message waits on its way until a test lets it go.

A line can be cut at any message, in each direction by itself, or fall silent without an end, as a
network does that goes away. Whoever is told of an end is told by what arrives, never before.
"""

from collections import deque
from typing import Final, Protocol

from tests.fault.still import Connection, StillServer

LOST: Final = 1006


class End(int):
    """The end of a line, as it arrives: a close code, or `LOST`."""


class Device(Protocol):
    """Who connects."""

    def hear(self, line: "Line", text: str) -> None:
        """A message has arrived."""

    def lost(self, line: "Line", code: int) -> None:
        """The line has ended."""


class Line:
    """One connection, from dialling to the moment when both ends know that it is over."""

    def __init__(self, net: "Net", number: int, device: Device, code: str | None) -> None:
        self.net = net
        self.number = number
        self.device = device
        self.up: deque[str | End] = deque()
        self.down: deque[str | End] = deque()
        self.silent = False
        """Nothing gets through any more, and nobody is told."""
        self.connection: Connection = net.server.accept(self, code)

    # -- what the two ends do ---------------------------------------------------------------------

    def send(self, text: str) -> None:
        """The client sends."""
        self._put(self.up, text)

    def hang_up(self) -> None:
        """The client closes, or has forgotten the line."""
        self._put(self.up, End(LOST))
        self.down.clear()

    def say(self, text: str) -> None:
        self._put(self.down, text)

    def end(self, code: int) -> None:
        self._put(self.down, End(code))

    def _put(self, way: deque[str | End], what: str | End) -> None:
        ended = bool(way) and isinstance(way[-1], End)
        if not self.silent and not ended and self in self.net.lines:
            way.append(what)

    # -- what the network does --------------------------------------------------------------------

    def deliver_up(self) -> None:
        """The oldest message on its way arrives at the server."""
        what = self.up.popleft()
        if isinstance(what, End):
            self.over()
        else:
            self.net.server.hear(self.connection, what)

    def deliver_down(self) -> None:
        """The oldest message on its way arrives at the client."""
        what = self.down.popleft()
        if isinstance(what, End):
            # whoever is closed ends its side too
            self._put(self.up, End(LOST))
            self.device.lost(self, what)
        else:
            self.device.hear(self, what)

    def cut(self, up: int = 0, down: int = 0) -> None:
        """The line breaks; of what is on its way so many messages still arrive."""
        for way, kept in ((self.up, up), (self.down, down)):
            while len(way) > kept:
                way.pop()
            self._put(way, End(LOST))

    def hush(self) -> None:
        """The line breaks and nobody notices: what is on its way is lost."""
        self.up.clear()
        self.down.clear()
        self.silent = True

    def over(self) -> None:
        """The server knows that the line is over, by its end or by a ping without an answer."""
        self.up.clear()
        self.net.server.lose(self.connection)
        self.net.over.append(self)
        if not self.down or not isinstance(self.down[-1], End):
            self._put(self.down, End(LOST))


class Net:
    """All lines to a server."""

    def __init__(self, server: StillServer) -> None:
        self.server = server
        self.lines: list[Line] = []
        """From the oldest to the newest."""
        self.over: list[Line] = []
        """Lines of which the server knows that they have ended."""

    def dial(self, device: Device, code: str | None) -> Line:
        line = Line(self, len(self.lines) + 1, device, code)
        self.lines.append(line)
        return line

    def kill_server(self, *, told: int, stored: int, kept: int) -> None:
        """`kill -9`, and the next life; of what it had sent, `kept` messages a line arrive."""
        on_the_way = {line: list(line.down) for line in self.lines}
        self.server.kill(told=told, stored=stored)
        for line in self.lines:
            # what was told in the last moment may arrive as well
            said = len(line.down) - len(on_the_way[line])
            line.cut(down=min(len(line.down), kept + said))
            line.up.clear()
            self.over.append(line)

    @property
    def moving(self) -> list[Line]:
        """Lines on which something is on its way."""
        return [line for line in self.lines if line.up or line.down]

"""Lines between clients and a still server: every message waits on its way until a test lets it go.

A line can be cut at any message, in each direction by itself, or fall silent without an end, as a
network does that goes away. Whoever is told of an end is told by what arrives, never before.
"""

from collections import deque
from typing import Final, Protocol

from tests.fault.still import Connection, StillServer

LOST: Final = 1006
"""What a browser says of a line that has ended without a close frame."""


class End(int):
    """The end of a line, as it arrives: a close code, or `LOST`."""


class Way:
    """One direction. Nothing follows an end."""

    def __init__(self) -> None:
        self.waiting: deque[str | End] = deque()
        self.ended = False

    def put(self, what: str | End) -> None:
        if not self.ended:
            self.waiting.append(what)
            self.ended = isinstance(what, End)

    def cut(self, kept: int) -> None:
        """End, after so many of the messages that are on their way."""
        if self.ended and not self.waiting:
            return
        while len(self.waiting) > kept:
            self.waiting.pop()
            self.ended = False
        self.put(End(LOST))

    def hush(self) -> None:
        """Nothing gets through, and nothing ever will."""
        self.waiting.clear()
        self.ended = True


class Device(Protocol):
    """Who connects."""

    def hear(self, line: "Line", text: str) -> None:
        """A message has arrived."""

    def lost(self, line: "Line", code: int) -> None:
        """The line has ended."""

    def on_its_way(self, text: str) -> None:
        """The server has sent it this message, which may never arrive."""


class Line:
    """One connection, from dialling to the moment when both ends know that it is over."""

    def __init__(self, server: StillServer, device: Device, code: str | None) -> None:
        self.device = device
        self.up = Way()
        self.down = Way()
        self._server = server
        self.connection: Connection = server.accept(self, code)

    # -- what the two ends do ---------------------------------------------------------------------

    def send(self, text: str) -> None:
        """The client sends."""
        self.up.put(text)

    def hang_up(self) -> None:
        """The client closes, or has forgotten the line."""
        self.up.put(End(LOST))
        self.down.hush()

    def say(self, text: str) -> None:
        self.device.on_its_way(text)
        self.down.put(text)

    def end(self, code: int) -> None:
        self.down.put(End(code))

    def over(self) -> None:
        """The server learns that the line is over: it has ended, or a ping got no answer."""
        self.up.hush()
        self._server.lose(self.connection)
        self.down.put(End(LOST))

    # -- what the network does --------------------------------------------------------------------

    def deliver_up(self) -> None:
        """The oldest message on its way arrives at the server."""
        what = self.up.waiting.popleft()
        if isinstance(what, End):
            self.over()
        else:
            self._server.hear(self.connection, what)

    def deliver_down(self) -> None:
        """The oldest message on its way arrives at the client."""
        what = self.down.waiting.popleft()
        if isinstance(what, End):
            # whoever is closed ends its side too
            self.up.put(End(LOST))
            self.device.lost(self, what)
        else:
            self.device.hear(self, what)

    def cut(self, up: int = 0, down: int = 0) -> None:
        """The line breaks; of what is on its way so many messages still arrive."""
        self.up.cut(up)
        self.down.cut(down)

    def hush(self) -> None:
        """The line breaks and nobody notices: what is on its way is lost."""
        self.up.hush()
        self.down.hush()

    @property
    def is_silent(self) -> bool:
        """Whether nothing is on its way and nothing ever will be."""
        return self.up.ended and self.down.ended and not (self.up.waiting or self.down.waiting)


class Net:
    """All lines to a server, from the oldest to the newest."""

    def __init__(self, server: StillServer) -> None:
        self.server = server
        self.lines: list[Line] = []

    def dial(self, device: Device, code: str | None) -> Line:
        line = Line(self.server, device, code)
        self.lines.append(line)
        return line

    def kill_server(self, *, told: int = 0, stored: int = 0, kept: int = 0) -> None:
        """`kill -9`, and the next life. Of what it had sent so much still arrives on each line."""
        self.server.kill(told=told, stored=stored)
        for line in self.lines:
            line.down.cut(kept)
            line.up.hush()

    def moving_up(self) -> list[Line]:
        return [line for line in self.lines if line.up.waiting]

    def moving_down(self) -> list[Line]:
        return [line for line in self.lines if line.down.waiting]

"""Who sends: an echo's correspondent, and a racer with all moves of a race made beforehand.

Each keeps one message under way while a slice lasts, or sends when told. Times are seconds of the
event loop. The board is read from the server's log: a racer that knows it never hits a mine.
"""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Final

from protocol.codes import PROTOCOL_VERSION
from tests.load.line import Line, Message, masked, message

ECHOED: Final = b"e" * 40

_MOVED: Final = b'{"t":"moved"'
_STANDINGS: Final = b'{"t":"standings"'


class Sender(Line):
    """Sends frames one after another, each after the answer to the one before."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 0
        """Messages still to be sent in this slice, the one under way included."""
        self.done: Callable[[], None]
        """Called when the slice's last answer has come."""
        self.waits: list[float] = []
        self.refused = 0
        self.sent_at = 0.0
        self.clock = time.perf_counter

    def go(self, count: int, done: Callable[[], None]) -> None:
        """Send that many, each when the one before is answered."""
        self.left, self.done = count, done
        self.send()

    def send(self) -> None:
        """Send the next one now."""
        self.sent_at = self.clock()
        self.write(self.frame())

    def answered(self, *, counts: bool = True) -> None:
        if counts:
            self.waits.append(self.clock() - self.sent_at)
        if self.left:
            self.left -= 1
            if self.left:
                self.send()
            else:
                self.done()

    def frame(self) -> bytes:
        """The next one."""
        raise NotImplementedError


class Correspondent(Sender):
    """Sends 40 bytes and wants them back."""

    def __init__(self) -> None:
        super().__init__()
        self._frame = masked(ECHOED)

    def frame(self) -> bytes:
        return self._frame

    def took(self, data: bytes, start: int, end: int) -> None:
        self.answered()


class Seat(Sender):
    """A player in a room, driven by what the field has made for it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.token: str | None = None
        self.standings = 0
        """How many came."""
        self.frames: list[bytes] = []
        """The moves of the present race that are not sent yet, last one first."""
        self._told: dict[str, Message] = {}
        self._arrived = asyncio.Event()

    async def enter(self, port: int, room: str | None) -> None:
        """Connect, and say hello; the token of before is used again."""
        await self.connect(port, "/ws" if room is None else f"/ws?r={room}")
        hello = {"token": self.token} if self.token else {"name": self.name}
        self.say(t="hello", version=PROTOCOL_VERSION, **hello)
        self.token = (await self.told("welcome"))["token"] or self.token
        if room is not None:
            await self.told("snapshot")

    def say(self, **fields: object) -> None:
        self.write(message(**fields))

    async def told(self, tag: str) -> Message:
        """The first message with this tag that came since the last call for it."""
        async with asyncio.timeout(120):
            while tag not in self._told:
                self._arrived.clear()
                await self._arrived.wait()
        return self._told.pop(tag)

    def forget(self) -> None:
        """Another race begins."""
        self._told.clear()

    def frame(self) -> bytes:
        return self.frames.pop()

    def took(self, data: bytes, start: int, end: int) -> None:
        if data.startswith(_MOVED, start):
            self.answered()
        elif data.startswith(_STANDINGS, start):
            self.standings += 1
        else:
            told: Message = json.loads(data[start:end])
            if told.get("code") == "busy":
                # too much waits for the disk: counted, and a figure of its own
                self.refused += 1
                self.answered(counts=False)
                return
            if told["t"] == "rejected":
                raise AssertionError(f"{self.name}: {told}")
            self._told[told["t"]] = told
            self._arrived.set()

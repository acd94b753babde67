"""A bad network on demand: a TCP proxy between clients and the server, in the test's own loop.

It delays, stalls, swallows and cuts, and always at message boundaries: WebSocket frames are counted
in both directions. The same seed gives the same jitter and the same losses. Milliseconds.
"""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Literal, Self

from tests.fault.frames import Kind, Splitter, Unit

Direction = Literal["up", "down"]
"""`up` is from the client to the server."""

DIRECTIONS: Final[tuple[Direction, Direction]] = ("up", "down")
QUEUED_UNITS: Final = 256
"""So much is in flight; more waits in the sender's own buffers, as behind a real slow line."""


@dataclass(frozen=True)
class Weather:
    """How the line is. Applies to every unit that sets out from now on."""

    delay_ms: int = 0
    jitter_ms: int = 0
    """Up to so much more than `delay_ms`; order is kept all the same."""
    cut_chance: float = 0.0
    """Chance that the connection is cut instead of a message being passed on."""


@dataclass(eq=False)
class Link:
    """One client's connection through the proxy."""

    number: int
    """From 1, in order of connecting."""
    client: asyncio.StreamWriter
    server: asyncio.StreamWriter
    passed: dict[Direction, int] = field(default_factory=lambda: dict.fromkeys(DIRECTIONS, 0))
    """Whole data messages that were handed on; head and control frames are not counted."""
    is_cut: bool = False
    ways_open: int = 2

    def end_way(self) -> None:
        """One direction is over; after the second the sockets are let go."""
        self.ways_open -= 1
        if not self.ways_open:
            self.client.close()
            self.server.close()

    def cut(self) -> None:
        """End both sides at once, without a word."""
        self.is_cut = True
        for writer in (self.client, self.server):
            writer.transport.abort()


CutWhen = Callable[[Link, Direction], bool]
"""Asked before each data message whether to cut instead; `Link.passed` has those before it."""


class Proxy:
    """`async with Proxy(port) as proxy:` — connect to `proxy.url`. Change `weather` at any time."""

    def __init__(self, target_port: int, *, seed: int = 0, weather: Weather | None = None) -> None:
        self.target_port = target_port
        """May be changed when the server comes back elsewhere."""
        self.weather = weather or Weather()
        self.cut_when: CutWhen = lambda link, direction: False
        self.links: list[Link] = []
        """All connections that there were."""
        self._seed = seed
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._swallowing = False
        self._refusing = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None

    # -- what the test does to the line -----------------------------------------------------------

    def stall(self) -> None:
        """Pass nothing on, lose nothing either; what waits goes out after `flow`."""
        self._flowing.clear()

    def blackhole(self) -> None:
        """Swallow everything in silence; connections stay open and new ones are never answered."""
        self._swallowing = True

    def refuse(self) -> None:
        """Cut every new connection at once."""
        self._refusing = True

    def flow(self) -> None:
        """End stall, black hole and refusal. What was swallowed stays lost."""
        self._swallowing = self._refusing = False
        self._flowing.set()

    def cut(self) -> None:
        """Cut all connections that are open."""
        for link in self.open_links:
            link.cut()

    def cut_after(self, direction: Direction, count: int, link: int | None = None) -> None:
        """Cut a connection (the one with number `link`, else each) when `count` messages of this
        direction have passed on it and the next one comes."""
        self.cut_when = lambda at, way: (
            way == direction and at.passed[way] >= count and link in (None, at.number)
        )

    # -- life -------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        assert self._listener is not None, "the proxy does not run"
        port: int = self._listener.sockets[0].getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def open_links(self) -> list[Link]:
        return [link for link in self.links if not link.client.is_closing()]

    async def __aenter__(self) -> Self:
        self._listener = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._listener is not None
        self._listener.close()
        self.cut()
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._listener.wait_closed()

    # -- one connection ---------------------------------------------------------------------------

    async def _accept(self, reader: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        if self._refusing:
            client.transport.abort()
            return
        try:
            answers, server = await asyncio.open_connection("127.0.0.1", self.target_port)
        except OSError:
            # the server is down: so is the line
            client.transport.abort()
            return
        link = Link(len(self.links) + 1, client, server)
        self.links.append(link)
        ways: tuple[tuple[Direction, asyncio.StreamReader, asyncio.StreamWriter], ...] = (
            ("up", reader, server),
            ("down", answers, client),
        )
        for direction, source, sink in ways:
            task = asyncio.create_task(self._run(link, direction, source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(
        self,
        link: Link,
        direction: Direction,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
    ) -> None:
        """One direction, until it ends or the link is cut."""
        queue: asyncio.Queue[tuple[float, Unit] | None] = asyncio.Queue(QUEUED_UNITS)
        # Two sources of chance, since the two tasks draw in no fixed order.
        jitter, loss = (self._chance(link.number, direction, what) for what in ("jitter", "loss"))
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._take_in(source, queue, jitter))
                both.create_task(self._hand_on(link, direction, queue, sink, loss))
        except* OSError:
            link.cut()
        finally:
            link.end_way()

    async def _take_in(
        self,
        source: asyncio.StreamReader,
        queue: "asyncio.Queue[tuple[float, Unit] | None]",
        chance: random.Random,
    ) -> None:
        loop = asyncio.get_running_loop()
        splitter = Splitter()
        due = 0.0
        while octets := await source.read(65_536):
            for unit in splitter.feed(octets):
                late_ms = self.weather.delay_ms + chance.random() * self.weather.jitter_ms
                due = max(due, loop.time() + late_ms / 1_000)
                await queue.put((due, unit))
        await queue.put(None)

    async def _hand_on(
        self,
        link: Link,
        direction: Direction,
        queue: "asyncio.Queue[tuple[float, Unit] | None]",
        sink: asyncio.StreamWriter,
        chance: random.Random,
    ) -> None:
        loop = asyncio.get_running_loop()
        while (item := await queue.get()) is not None:
            due, unit = item
            if (wait_s := due - loop.time()) > 0:
                await asyncio.sleep(wait_s)
            await self._flowing.wait()
            if self._swallowing:
                continue
            if unit.kind == "message" and self._loses(link, direction, chance):
                link.cut()
                return
            sink.write(unit.octets)
            await sink.drain()
            link.passed[direction] += counts(unit.kind)
        if not link.is_cut and sink.can_write_eof():
            sink.write_eof()

    def _chance(self, link: int, direction: Direction, what: str) -> random.Random:
        return random.Random(f"{self._seed}/{link}/{direction}/{what}")

    def _loses(self, link: Link, direction: Direction, chance: random.Random) -> bool:
        # Drawn for each message whatever the weather, so that weather changes no later draw.
        drawn = chance.random()
        return drawn < self.weather.cut_chance or self.cut_when(link, direction)


def counts(kind: Kind) -> bool:
    """Whether a unit is one of the messages that are counted."""
    return kind == "message"

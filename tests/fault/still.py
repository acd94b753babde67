"""The server without network, disk or time: sessions, rooms and log as they are, on a loop that a
test turns by hand.

Nothing happens between two calls from outside, so that a test can kill it, or cut a line, at any
moment there is. Times are milliseconds of a manual clock.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast

from server.config import Config
from server.net.connection import GuardedConnection
from server.net.door import Door
from server.net.identity import Identities
from server.net.limits import Window
from server.net.notes import Notes
from server.net.session import Session
from server.race.events import Event
from server.records import Append, Write
from server.rooms.boards import Dealer
from server.rooms.ports import Surroundings
from server.rooms.registry import Registry
from server.store.memory import MemoryStore
from server.workshop.inline import InlineWorkshop
from tests.manual_clock import ManualClock
from tests.rooms.fakes import FakeTimers, Letters

SECRET: Final = b"a secret of the tests, 32 bytes."


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop with a manual clock."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._manual = clock

    def time(self) -> float:
        return self._manual.now_ms / 1_000

    def turn(self) -> None:
        """Run until everything waits."""
        waits_now = False
        while not waits_now:
            self.call_soon(self.stop)
            self.run_forever()
            waits_now = not cast("Any", self)._ready


class Recorder:
    """Fulfils `server.rooms.ports.Recorder`; commits when it is told to."""

    full = False

    def __init__(self, keep: Callable[[Sequence[Write]], None]) -> None:
        self._keep = keep
        self._turns: deque[tuple[Sequence[Write], Callable[[], None]]] = deque()

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None:
        self._turns.append((tuple(writes), then))

    @property
    def waiting(self) -> int:
        """Turns that are not committed."""
        return len(self._turns)

    def commit(self, *, tell: bool = True) -> None:
        """Store the oldest turn, and tell what waited for it."""
        writes, then = self._turns.popleft()
        self._keep(writes)
        if tell:
            then()

    def lose(self) -> None:
        """What is not committed never happened."""
        self._turns.clear()


class Wire(Protocol):
    """The client's end of a connection."""

    def say(self, text: str) -> None:
        """The server sends this."""

    def end(self, code: int) -> None:
        """The server sends a close frame."""


class Connection:
    """What a session sees of a connection: the guarded one without bytes."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.session: Session
        self.ended = asyncio.Event()
        self.shut_code: int | None = None
        self.pushed_late = 0
        """What the server wanted to say after it had closed."""

    def push(self, payload: bytes) -> None:
        if self.shut_code is not None:
            self.pushed_late += 1
        elif not self.ended.is_set():
            self.wire.say(payload.decode())

    def shut(self, code: int, reason: str) -> bool:
        if self.shut_code is not None or self.ended.is_set():
            return False
        self.shut_code = code
        self.wire.end(code)
        return True

    async def wait_closed(self) -> None:
        await self.ended.wait()


class StillServer:
    """One server through all its lives; end it with `close`."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.loop = StillLoop(self.clock)
        self.store = MemoryStore(SECRET)
        self.stored: list[Append] = []
        """Everything that reached the log, in order."""
        self.starts = 0
        self.connections: set[Connection] = set()
        self._letters = Letters("still")
        self.start()

    def start(self) -> None:
        """A new life, with nothing but what is stored."""
        self.starts += 1
        self.recorder = Recorder(self._keep)
        self.timers = FakeTimers()
        config = Config(messages_per_s=10_000, message_burst=10_000)
        self.registry = Registry(
            self.store,
            Surroundings(
                clock=self.clock,
                recorder=self.recorder,
                timers=self.timers,
                dealer=Dealer(SECRET, self._letters, InlineWorkshop()),
                letters=self._letters,
                workshop=InlineWorkshop(),
            ),
        )
        identities = Identities(
            self.store,
            self.recorder,
            self.clock,
            self._letters,
            lambda: (self._letters(32) * 2)[:43],
        )
        self._door = Door(
            config=config,
            clock=self.clock,
            recorder=self.recorder,
            identities=identities,
            accounts=self.store,
            rooms=self.registry,
            notes=Notes(1_000_000, self.clock),
            new_rooms=Window(1_000, 60_000),
            new_players=Window(1_000_000, 60_000),
            failed_joins=Window(1_000, 60_000),
        )

    def kill(self, *, told: int = 0, stored: int = 0) -> None:
        """`kill -9` after so many more turns were stored and told, and so many only stored."""
        for tell in (*[True] * told, *[False] * stored):
            if self.recorder.waiting:
                self.recorder.commit(tell=tell)
        self.recorder.lose()
        for connection in self.connections:
            connection.ended.set()
        self.connections.clear()
        self.loop.turn()
        self.start()

    def close(self) -> None:
        """Let everything go."""
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.turn()
        self.loop.close()

    # -- connections ------------------------------------------------------------------------------

    def accept(self, wire: Wire, code: str | None) -> Connection:
        """A client has connected."""
        connection = Connection(wire)
        connection.session = Session(
            cast("GuardedConnection", connection), "192.0.2.1", code, self._door
        )
        self.connections.add(connection)
        self.loop.create_task(connection.session.run())
        self.loop.turn()
        return connection

    def hear(self, connection: Connection, text: str) -> None:
        """A message has come; it is heard unless the server closed the connection."""
        if connection in self.connections and connection.shut_code is None:
            connection.session.received(text.encode(), True)
            self.loop.turn()

    def lose(self, connection: Connection) -> None:
        """A connection has ended, and the server knows it."""
        if connection in self.connections:
            self.connections.remove(connection)
            connection.ended.set()
            connection.session.lost()
            self.loop.turn()

    # -- time and log -----------------------------------------------------------------------------

    def commit(self, turns: int | None = None) -> None:
        """Store and tell so many turns; all that there are, and what they lead to, without."""
        while self.recorder.waiting and turns != 0:
            self.recorder.commit()
            self.loop.turn()
            turns = None if turns is None else turns - 1

    def advance(self, ms: int) -> None:
        """Let time pass, timers firing on the way."""
        end = self.clock.now_ms + ms
        while (at := self.timers.next_at()) is not None and at <= end:
            self.clock.advance(max(0, at - self.clock.now_ms))
            self.timers.fire(self.clock.now_ms)
        self.clock.advance(end - self.clock.now_ms)
        self.loop.turn()

    def _keep(self, writes: Sequence[Write]) -> None:
        # the store in memory never waits, so its coroutine ends at the first step
        try:
            self.store.commit(writes).send(None)
        except StopIteration:
            self.stored += [write for write in writes if isinstance(write, Append)]
        else:
            raise AssertionError("the store in memory has waited")

    def log(self, race: str) -> list[Event]:
        """What is stored of a race."""
        return [event for write in self.stored if write.race == race for event in write.events]

"""Rooms without network, store or time: fake peers, recorder, clock, timers, letters.

All deterministic: time passes when a test says so, and letters are the same in every run.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

from protocol import messages as m
from protocol.codec import decode_server
from protocol.codes import ID_ALPHABET
from server.records import Write
from server.rooms.ports import Schedule
from server.workshop.tasks import Answer, Failure, Task, Then
from server.workshop.work import perform


def pid(number: int) -> str:
    """The id of a player in tests: ten letters."""
    letters = ""
    for _ in range(10):
        number, digit = divmod(number, len(ID_ALPHABET))
        letters = ID_ALPHABET[digit] + letters
    return letters


class ManualClock:
    def __init__(self) -> None:
        self.now_ms = 1_000_000

    def monotonic_ms(self) -> int:
        return self.now_ms

    def date_ms(self) -> int:
        return 1_700_000_000_000 + self.now_ms


class FakeRecorder:
    """Commits on demand: at once, or when `commit` is called."""

    def __init__(self) -> None:
        self.full = False
        self.held = False
        self.stored: list[Write] = []
        self._waiting: list[tuple[list[Write], Callable[[], None]]] = []

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None:
        self._waiting.append((list(writes), then))
        if not self.held:
            self.commit()

    def commit(self, turns: int | None = None) -> None:
        while self._waiting and turns != 0:
            writes, then = self._waiting.pop(0)
            self.stored += writes
            then()
            turns = None if turns is None else turns - 1

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def lose(self) -> None:
        """The process was killed: what is not committed never happened."""
        self._waiting.clear()


class FakeTimers:
    """One timer a room; fires when the world's clock is advanced past it."""

    def __init__(self) -> None:
        self.armed: dict[int, tuple[int, Callable[[], None]]] = {}
        self._made = 0

    def __call__(self, tick: Callable[[], None]) -> Schedule:
        self._made += 1
        number = self._made

        def schedule(at_ms: int | None) -> None:
            self.armed.pop(number, None)
            if at_ms is not None:
                self.armed[number] = (at_ms, tick)

        return schedule

    def next_at(self) -> int | None:
        return min((at for at, _ in self.armed.values()), default=None)

    def fire(self, now_ms: int) -> None:
        for number, (at, tick) in sorted(self.armed.items()):
            if at <= now_ms:
                del self.armed[number]
                tick()


class FakePeer:
    """A connection that keeps every frame it is sent."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.token_hash = hashlib.sha256(player.encode()).digest()
        self.frames: list[bytes] = []
        self.closed: tuple[int, str] | None = None

    def send(self, frame: bytes) -> None:
        if self.closed is None:
            self.frames.append(frame)

    def close(self, code: int, reason: str) -> None:
        if self.closed is None:
            self.closed = (code, reason)

    @property
    def got(self) -> list[m.ServerMessage]:
        return [decode_server(frame.decode()) for frame in self.frames]

    def tags(self) -> list[str]:
        return [json.loads(frame)["t"] for frame in self.frames]

    def last(self, kind: type[Any]) -> Any:
        """The last message of a kind. Fails when there is none."""
        return [message for message in self.got if isinstance(message, kind)][-1]

    def clear(self) -> None:
        self.frames.clear()


class Letters:
    """Never the same letters twice, and the same ones in every run."""

    def __init__(self, salt: str = "") -> None:
        self._salt = salt
        self._count = 0

    def __call__(self, length: int) -> str:
        self._count += 1
        digest = hashlib.sha256(f"{self._salt}{self._count}".encode()).digest()
        return "".join(ID_ALPHABET[byte % 20] for byte in digest[:length])


class SlowWorkshop:
    """Does its tasks when it is told to, in order."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Task, Then, bool]] = []
        """Task, what to call, whether it is urgent."""

    def ask(self, task: Task, then: Then, *, urgent: bool = True) -> None:
        self.waiting.append((task, then, urgent))

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def work(self, *, level_mines: int | None = None, urgent: bool | None = None) -> None:
        """Do what waits, of this many mines or this urgency alone, and what comes of it."""
        while (at := self._next(level_mines, urgent)) is not None:
            task, then, _ = self.waiting.pop(at)
            then(perform(task))

    def answer(self, answer: Answer) -> None:
        """Answer the first that waits."""
        self.waiting.pop(0)[1](answer)

    def fail(self) -> None:
        """Fail at the first that waits."""
        self.answer(Failure(reason="out of order"))

    def _next(self, mines: int | None, urgent: bool | None) -> int | None:
        for at, (task, _, is_urgent) in enumerate(self.waiting):
            if mines in (None, getattr(task, "mines", None)) and urgent in (None, is_urgent):
                return at
        return None

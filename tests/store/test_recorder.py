"""Group commit: what is told when, over a store whose commits the test lets through by hand."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest

from server.records import DropMember, Write
from server.store.base import StoreBusy, StoreFailed
from server.store.memory import MemoryStore
from server.store.recorder import Recorder, wait_for_event


def write(name: str) -> DropMember:
    return DropMember(room="ROOM", player=name)


class GatedStore(MemoryStore):
    """Commits when the test says so; `begun` counts calls, `groups` what was committed."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: asyncio.Queue[list[str]] = asyncio.Queue()
        self.outcomes: asyncio.Queue[Exception | None] = asyncio.Queue()
        self.groups: list[list[str]] = []

    async def commit(self, group: Sequence[Write]) -> None:
        names = [row.player for row in group if isinstance(row, DropMember)]
        self.begun.put_nowait(names)
        outcome = await self.outcomes.get()
        if outcome is not None:
            raise outcome
        self.groups.append(names)

    def let(self, *outcomes: Exception | None) -> None:
        for outcome in outcomes:
            self.outcomes.put_nowait(outcome)


class Stage:
    """A recorder over a gated store; `told` is what callbacks have told, `waits` its pauses."""

    def __init__(self, limit: int = 100) -> None:
        self.store = GatedStore()
        self.told: list[str] = []
        self.failures: list[Exception] = []
        self.waits: list[float] = []
        self.recorder = Recorder(self.store, self.failures.append, limit=limit, wait=self.note_wait)
        self.recorder.start()

    async def note_wait(self, _closing: asyncio.Event, longest_s: float) -> None:
        self.waits.append(longest_s)

    def append(self, *names: str, then: Callable[[], None] | None = None) -> None:
        told = "+".join(names)
        self.recorder.append(
            [write(name) for name in names], then or (lambda: self.told.append(told))
        )

    def tell(self, word: str) -> None:
        self.recorder.append((), lambda: self.told.append(word))


@pytest.fixture
async def stage() -> AsyncIterator[Stage]:
    made = Stage()
    yield made
    made.store.let(*[None] * 20)
    await made.recorder.close()


async def test_nothing_is_told_before_it_is_stored(stage: Stage) -> None:
    stage.append("a")
    assert await stage.store.begun.get() == ["a"]
    assert stage.told == []
    assert stage.recorder.pending == 1
    stage.store.let(None)
    await stage.recorder.flush()
    assert stage.told == ["a"]
    assert stage.recorder.pending == 0


async def test_what_came_during_a_commit_is_the_next_group(stage: Stage) -> None:
    stage.append("a")
    stage.append("b", "c")
    assert await stage.store.begun.get() == ["a", "b", "c"]
    stage.append("d")
    stage.append("e")
    assert stage.recorder.pending == 5
    stage.store.let(None)
    assert await stage.store.begun.get() == ["d", "e"]
    assert stage.told == ["a", "b+c"]
    stage.store.let(None)
    await stage.recorder.flush()
    assert stage.store.groups == [["a", "b", "c"], ["d", "e"]]
    assert stage.told == ["a", "b+c", "d", "e"]


async def test_without_writes_it_is_told_at_once_or_after_what_came_before(stage: Stage) -> None:
    stage.tell("first")
    assert stage.told == ["first"]
    stage.append("a")
    stage.tell("after a")
    await stage.store.begun.get()
    stage.tell("during a")
    stage.append("b")
    stage.store.let(None)
    await stage.store.begun.get()
    assert stage.told == ["first", "a", "after a"]
    stage.store.let(None)
    await stage.recorder.flush()
    assert stage.told == ["first", "a", "after a", "during a", "b"]
    stage.tell("last")
    assert stage.told[-1] == "last"


async def test_a_callback_that_appends_waits_its_turn(stage: Stage) -> None:
    def again() -> None:
        stage.told.append("a")
        stage.tell("from a")

    stage.append("a", then=again)
    stage.append("b")
    stage.store.let(None)
    await stage.recorder.flush()
    assert stage.told == ["a", "b", "from a"]
    assert len(stage.store.groups) == 1


async def test_a_failing_callback_stops_neither_writer_nor_others(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    stage.append("a", then=fail)
    stage.append("b")
    stage.store.let(None, None)
    await stage.recorder.flush()
    stage.append("c")
    await stage.recorder.flush()
    assert stage.told == ["b", "c"]
    assert stage.failures == []
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


async def test_a_busy_store_gets_the_same_group_again_and_order_stays(stage: Stage) -> None:
    stage.append("a")
    stage.store.let(*[StoreBusy("disk full")] * 7, None, None)
    await stage.store.begun.get()
    stage.append("b")
    await stage.recorder.flush()
    assert [stage.store.begun.get_nowait() for _ in range(8)] == [["a"]] * 7 + [["b"]]
    assert stage.waits == [0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0]
    assert stage.told == ["a", "b"]
    assert stage.failures == []


@pytest.mark.parametrize("failure", [StoreFailed("disk gone"), ZeroDivisionError("a bug")])
async def test_after_a_failure_nothing_is_told_any_more(stage: Stage, failure: Exception) -> None:
    stage.append("a")
    await stage.store.begun.get()
    stage.append("b")
    flush = asyncio.ensure_future(stage.recorder.flush())
    await asyncio.sleep(0)
    stage.store.let(failure)
    with pytest.raises(StoreFailed):
        await flush
    stage.append("c")
    stage.tell("d")
    with pytest.raises(StoreFailed):
        await stage.recorder.flush()
    await stage.recorder.close()
    assert stage.told == []
    assert stage.failures == [failure]
    assert stage.recorder.full
    assert stage.store.begun.empty()


async def test_full_says_when_too_much_waits() -> None:
    stage = Stage(limit=3)
    stage.append("a", "b")
    seen = [stage.recorder.full]
    await stage.store.begun.get()
    stage.append("c")
    seen.append(stage.recorder.full)
    stage.store.let(None, None)
    await stage.recorder.flush()
    seen.append(stage.recorder.full)
    await stage.recorder.close()
    assert seen == [False, True, False]


async def test_close_stores_and_tells_what_is_pending() -> None:
    stage = Stage()
    stage.append("a")
    await stage.store.begun.get()
    stage.append("b")
    closing = asyncio.ensure_future(stage.recorder.close())
    await asyncio.sleep(0)
    assert stage.recorder.full
    stage.store.let(None, None)
    await closing
    assert stage.told == ["a", "b"]
    stage.append("c")
    stage.tell("d")
    assert stage.told == ["a", "b"]
    with pytest.raises(StoreFailed):
        await stage.recorder.flush()
    await stage.recorder.close()
    assert stage.failures == []


async def test_close_gives_a_busy_store_one_more_try() -> None:
    stage = Stage()
    stage.append("a")
    await stage.store.begun.get()
    closing = asyncio.ensure_future(stage.recorder.close())
    await asyncio.sleep(0)
    busy = StoreBusy("disk full")
    stage.store.let(busy, busy)
    await closing
    assert stage.told == []
    assert stage.failures == [busy]
    assert stage.store.groups == []


async def test_cancelling_the_writer_ends_it_after_its_commit() -> None:
    """A statement cannot be called back, so its group is still told, and nothing after it."""
    stage = Stage()
    stage.append("a")
    await stage.store.begun.get()
    stage.append("b")
    (task,) = (task for task in asyncio.all_tasks() if task.get_name() == "recorder")
    for _ in range(3):
        task.cancel()
        await asyncio.sleep(0)
    assert not task.done()
    stage.store.let(None)
    await asyncio.wait({task})
    assert stage.told == ["a"]
    assert stage.store.groups == [["a"]]
    stage.tell("c")
    assert stage.told == ["a"]
    assert stage.recorder.full
    await stage.recorder.close()


async def test_cancelling_a_flush_leaves_the_writer_alone(stage: Stage) -> None:
    stage.append("a")
    flush = asyncio.ensure_future(stage.recorder.flush())
    await stage.store.begun.get()
    flush.cancel()
    stage.store.let(None)
    await stage.recorder.flush()
    assert stage.told == ["a"]
    assert flush.cancelled()


async def test_appended_before_start_is_kept() -> None:
    store = GatedStore()
    told: list[str] = []
    recorder = Recorder(store, lambda _: None)
    recorder.append([write("a")], lambda: told.append("a"))
    recorder.start()
    store.let(None)
    await recorder.close()
    assert told == ["a"]
    assert store.groups == [["a"]]


async def test_one_task_for_thousands_of_appends(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    made: list[Any] = []
    create = loop.create_task

    def counted(coro: Any, **named: Any) -> Any:
        made.append(coro)
        return create(coro, **named)

    monkeypatch.setattr(loop, "create_task", counted)
    stage.append("first")
    await stage.store.begun.get()
    for number in range(5_000):
        stage.append(str(number))
    stage.store.let(None, None)
    await stage.recorder.flush()
    assert len(stage.told) == 5_001
    assert len(made) == 2


async def test_wait_ends_with_the_event_or_with_the_time() -> None:
    event = asyncio.Event()
    await wait_for_event(event, 0)
    event.set()
    await wait_for_event(event, 3_600)

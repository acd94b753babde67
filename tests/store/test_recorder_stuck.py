"""Whether anything can be stored now, as `/readyz` tells it."""

import asyncio
from collections.abc import Sequence

import pytest

from server.records import DropMember, Write
from server.store.base import StoreBusy, StoreFailed
from server.store.memory import MemoryStore
from server.store.recorder import Recorder


class Outcomes(MemoryStore):
    """Each commit ends as the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: asyncio.Queue[None] = asyncio.Queue()
        self.next: asyncio.Queue[Exception | None] = asyncio.Queue()

    async def commit(self, group: Sequence[Write]) -> None:
        self.begun.put_nowait(None)
        outcome = await self.next.get()
        if outcome is not None:
            raise outcome


def is_stuck(recorder: Recorder) -> bool:
    return recorder.stuck


async def at_once(_closing: asyncio.Event, _longest_s: float) -> None:
    pass


async def test_stuck_from_a_refusal_to_the_next_success_and_after_a_failure() -> None:
    store, failures = Outcomes(), list[Exception]()
    recorder = Recorder(store, failures.append, wait=at_once)
    recorder.start()
    recorder.append([DropMember(room="ROOM", player="a")], lambda: None)
    await store.begun.get()
    assert not is_stuck(recorder)
    store.next.put_nowait(StoreBusy("full"))
    await store.begun.get()
    assert is_stuck(recorder)
    store.next.put_nowait(None)
    await recorder.flush()
    assert not is_stuck(recorder)
    recorder.append([DropMember(room="ROOM", player="b")], lambda: None)
    store.next.put_nowait(StoreFailed("gone"))
    with pytest.raises(StoreFailed):
        await recorder.flush()
    assert is_stuck(recorder)
    await recorder.close()

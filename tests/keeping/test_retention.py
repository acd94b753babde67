"""Retention: old moves go in groups, now and every hour; replays say that they are gone."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from server.keeping.retention import AT_ONCE, DAY_MS, EVERY_S, trim, trim_on
from server.records import DropMoves, Write
from server.store.base import StoreFailed
from tests.manual_clock import ManualClock


class Races:
    """A store and a writer in one; commits are done at once."""

    def __init__(self, *dates: int) -> None:
        self.old = {f"R{number}": date_ms for number, date_ms in enumerate(dates)}
        self.groups: list[int] = []

    async def races_to_trim(self, before_ms: int, limit: int) -> list[str]:
        return [race for race, date_ms in self.old.items() if date_ms < before_ms][:limit]

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None:
        for write in writes:
            assert isinstance(write, DropMoves)
            del self.old[write.race]
        self.groups.append(len(writes))
        then()


async def test_all_that_is_old_goes_in_groups() -> None:
    races = Races(*[0] * (AT_ONCE + 3), 100)
    assert await trim(races, races, before_ms=100) == AT_ONCE + 3
    assert races.groups == [AT_ONCE, 3]
    assert list(races.old.values()) == [100]


async def test_now_and_every_hour() -> None:
    clock = ManualClock()
    today = clock.date_ms()
    races = Races(today - 8 * DAY_MS, today - 7 * DAY_MS + 1, today)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 2:
            raise asyncio.CancelledError
        clock.advance(2)

    with pytest.raises(asyncio.CancelledError):
        await trim_on(races, races, clock, 7, sleep)
    assert slept == [EVERY_S, EVERY_S]
    assert races.groups == [1, 1]
    assert list(races.old.values()) == [today]


async def test_what_goes_wrong_is_said_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    races = Races(0)
    wrong: list[Exception] = [StoreFailed("rows cannot be read"), LookupError("our bug")]

    class Failing(Races):
        async def races_to_trim(self, before_ms: int, limit: int) -> list[str]:
            if wrong:
                raise wrong.pop()
            return await races.races_to_trim(before_ms, limit)

    slept = 0

    async def sleep(_seconds: float) -> None:
        nonlocal slept
        slept += 1
        if slept == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await trim_on(Failing(), races, ManualClock(), 7, sleep)
    assert races.old == {}
    assert "our bug" in caplog.text
    assert "rows cannot be read" in caplog.text

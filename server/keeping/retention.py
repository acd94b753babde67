"""Drops the moves of old races, a few at a time, while the server runs; results and boards stay.

Nearly all that is stored is moves. Without them a race has no replay and no look back any more;
its places, times and statistics are facts of their own.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from server.clock import Clock
from server.records import DropMoves, Write

EVERY_S: Final = 3_600.0
AT_ONCE: Final = 50
"""Races of one group: other writes wait for them, some tenths of a second."""
DAY_MS: Final = 86_400_000


class Races(Protocol):
    """The part of the store that knows what is old."""

    async def races_to_trim(self, before_ms: int, limit: int) -> list[str]: ...


class Writer(Protocol):
    """The part of the recorder that is used."""

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None: ...


async def trim(store: Races, writer: Writer, before_ms: int) -> int:
    """Drop the moves of all finished races from before that date; how many races that were."""
    count = 0
    while races := await store.races_to_trim(before_ms, AT_ONCE):
        stored = asyncio.Event()
        writer.append([DropMoves(race=race) for race in races], stored.set)
        await stored.wait()
        count += len(races)
    return count


async def trim_on(
    store: Races,
    writer: Writer,
    clock: Clock,
    days: int,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Drop moves that are older than so many days, now and every hour, until cancelled."""
    while True:
        await trim(store, writer, clock.date_ms() - days * DAY_MS)
        await sleep(EVERY_S)

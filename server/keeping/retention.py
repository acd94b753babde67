"""Drops the moves of old races, a few at a time, while the server runs; results and boards stay.

Nearly all that is stored is moves. Without them a race has no replay and no look back any more;
its places, times and statistics are facts of their own.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from server.clock import Clock
from server.records import DropMoves, Write

EVERY_S: Final = 3_600.0
AT_ONCE: Final = 5
"""Races of one group, for which other writes wait. Measured on Marathon: 1 ms with four racers, 18
with 32; on a busy machine 12 and 26. 50 races took up to 40 ms with four racers."""
DAY_MS: Final = 86_400_000

log = logging.getLogger("server.keeping.retention")


class Races(Protocol):
    """The part of the store that knows what is old."""

    async def races_to_trim(self, before_ms: int, limit: int) -> list[str]: ...


class Writer(Protocol):
    """The part of the recorder that is used."""

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None: ...


async def trim(store: Races, writer: Writer, before_ms: int) -> int:
    """Drop the moves of all races from before that date that are over; how many they were."""
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
    """Drop moves that are older than so many days, now and every hour, until cancelled; what goes
    wrong is logged, and tried again an hour later."""
    while True:
        try:
            await trim(store, writer, clock.date_ms() - days * DAY_MS)
        except Exception:
            log.exception("moves of old races are not dropped")
        await sleep(EVERY_S)

"""How much disk races take; `python -m tests.store.disk_use` prints the table of the document.

Real boards and moves, through the real store, from fixed seeds.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from server.engine.levels import LEVELS
from server.race.events import Moved
from server.records import Append, DropMoves, Write
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import people, play_out

RACERS: Final = ("A", "B", "C", "D")
RACES: Final = {"beginner": 60, "intermediate": 30, "hard": 20, "expert": 10, "extreme": 6}
"""So many that a page more or less does not show; of others 2."""


class DiskUse(NamedTuple):
    """Of one level, four racers a race."""

    level: str
    moves: float
    """Of one racer; each of these opens cells one by one, where people use chords."""
    bytes_per_move: float
    bytes_per_race: float
    bytes_trimmed: float
    """Of a race whose moves were dropped."""


async def measure(level: str, races: int) -> DiskUse:
    """Play races of a level into a fresh store; the file without its log, before and after."""
    with tempfile.TemporaryDirectory() as place:
        directory = Path(place)
        await _commit(directory, people(*RACERS))
        empty = _size(directory)
        logs = [tuple(play_out(f"R{n}", level, list(RACERS), n)) for n in range(races)]
        await _commit(
            directory,
            [Append(room="ROOM", race=f"R{n}", seq=0, events=log) for n, log in enumerate(logs)],
        )
        full = _size(directory)
        await _commit(directory, [DropMoves(race=f"R{n}") for n in range(races)])
        trimmed = _size(directory)
    moves = sum(isinstance(event, Moved) for log in logs for event in log)
    return DiskUse(
        level=level,
        moves=moves / races / len(RACERS),
        bytes_per_move=(full - trimmed) / moves,
        bytes_per_race=(full - empty) / races,
        bytes_trimmed=(trimmed - empty) / races,
    )


async def _commit(directory: Path, group: Sequence[Write]) -> None:
    store = await SqliteStore.open(directory)
    await store.commit(group)
    await store.close()


def _size(directory: Path) -> int:
    """Bytes of the pages in use: what is free is used again."""
    with closing(sqlite3.connect(directory / NAME)) as connection:
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


async def main() -> None:
    print("| level | moves of a racer | bytes a move | KB a race of four | without its moves |")
    print("|---|---|---|---|---|")
    for level in LEVELS:
        use = await measure(level, RACES.get(level, 2))
        print(
            f"| {level} | {use.moves:.0f} | {use.bytes_per_move:.0f} "
            f"| {use.bytes_per_race / 1000:.0f} | {use.bytes_trimmed / 1000:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    asyncio.run(main())

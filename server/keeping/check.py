"""Looks through all that is stored: pages, references, every race's log, every result.

Changes nothing, and may be run beside a running server: it reads one moment of it. More thorough
than what a server does at its start, and slower: it replays every race.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from server.keeping.reading import database_in, reading
from server.race.evolve import replay
from server.store import projections, sqlite_read
from server.store.base import DatabaseDamaged, StoreFailed
from server.store.journal import unpack
from server.store.sqlite_identity import remembered
from server.store.sqlite_log import read_events

SHOWN: Final = 20
"""Faults that are named; the rest is counted."""


def check(directory: Path) -> str:
    """Look through the database of a directory; a line with what is in it.

    Raises DatabaseDamaged with all that is wrong, Refusal: nothing there; other StoreUnusable.
    """
    database = database_in(directory)
    with reading(directory) as connection:
        connection.execute("BEGIN")
        counts = [
            f"{connection.execute(f'SELECT count(*) FROM {table}').fetchone()[0]} {table}"  # noqa: S608
            for table in ("players", "rooms", "races", "results")
        ]
        events: list[int] = []
        faults = [*_pages(connection), *_journal(connection), *_races(connection, events)]
    if faults:
        more = [f"and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
        raise DatabaseDamaged("; ".join([*faults[:SHOWN], *more]))
    return f"{database} is sound: {', '.join(counts)}, {sum(events)} events"


def _pages(connection: sqlite3.Connection) -> Iterator[str]:
    """What SQLite itself finds."""
    for (verdict,) in connection.execute("PRAGMA integrity_check"):
        if verdict != "ok":
            yield " ".join(str(verdict).split())
    for table, *_ in connection.execute("PRAGMA foreign_key_check"):
        yield f"a row of {table} refers to nothing"


def _journal(connection: sqlite3.Connection) -> Iterator[str]:
    """Rows of it that cannot be read. What a race lacks then is a gap, or its last moves."""
    for number, row in connection.execute("SELECT number, body FROM journal").fetchall():
        try:
            races = {race for race, _, _ in unpack(row)}
        except StoreFailed as failure:
            yield f"row {number} of the journal: {failure}"
            continue
        for race in races:
            known = connection.execute("SELECT 1 FROM races WHERE number = ?", (race,)).fetchone()
            if known is None:
                yield f"row {number} of the journal has moves of no race"


def _races(connection: sqlite3.Connection, counts: list[int]) -> Iterator[str]:
    """Logs that cannot be replayed, and results that do not follow from them. `counts` is given
    the number of events of each race."""
    for number, race, room in connection.execute(
        "SELECT number, race, room FROM races ORDER BY number"
    ).fetchall():
        try:
            events = read_events(connection, number)
            counts.append(len(events))
            replay(events)
            wanted = projections.result_rows(room, race, events)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with it is what we are for
            yield f"race {race} cannot be replayed: {error}"
            continue
        kept = sorted(sqlite_read.results(connection, race), key=lambda row: row.player)
        due = remembered(connection, number, wanted)
        if kept != sorted(due, key=lambda row: row.player):
            yield f"the results of race {race} are not those of its log: rebuild"

"""What a server has really kept: its database read as rows, whole, from a copy of its files.

The copy may be taken of a dead server's directory, or of a disk after a power cut: SQLite does
its own recovery there, and the original stays as it was.
"""

import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from server.race.events import Event, decode_event
from server.records import ResultRow
from server.store.journal import unpack
from server.store.projections import result_rows
from server.store.sqlite import NAME, SqliteStore
from server.store.sqlite_read import RESULTS, result

_RACES: Final = "SELECT number, race, room, finished FROM races"
_RESULTS: Final = RESULTS + "ORDER BY 1, 3"


@dataclass(frozen=True)
class StoredLog:
    """All that the checks look at."""

    players: frozenset[str] = frozenset()
    rooms: frozenset[str] = frozenset()
    races: Mapping[str, tuple[Event, ...]] = field(default_factory=dict)
    """Every race's events, in order."""
    room_of: Mapping[str, str] = field(default_factory=dict)
    results: tuple[ResultRow, ...] = ()
    damage: tuple[str, ...] = ()
    """What SQLite itself says is wrong, and gaps in the numbers of events."""

    def derived_results(self) -> tuple[ResultRow, ...]:
        """The result rows as they follow from the log."""
        rows = [
            row
            for race, events in self.races.items()
            for row in result_rows(self.room_of[race], race, events)
        ]
        return tuple(sorted(rows, key=lambda row: (row.race, row.player)))


@contextmanager
def copied(directory: Path) -> Iterator[Path]:
    """A copy of a data directory, without the lock."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "data"
        copy.mkdir()
        for file in directory.glob(f"{NAME}*"):
            shutil.copyfile(file, copy / file.name)
        yield copy


def read_log(directory: Path) -> StoredLog:
    """The log in a directory that no server works in. The directory is not changed.

    What cannot be read at all is an empty log with damage.
    """
    with copied(directory) as copy, closing(sqlite3.connect(copy / NAME)) as connection:
        try:
            return _read(connection)
        except sqlite3.DatabaseError as error:
            return StoredLog(damage=(str(error),))


def _read(connection: sqlite3.Connection) -> StoredLog:
    (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    damage = [] if verdict == "ok" else [f"integrity: {verdict}"]
    if orphans := connection.execute("PRAGMA foreign_key_check").fetchall():
        damage.append(f"rows that refer to nothing: {orphans}")
    races: dict[str, tuple[Event, ...]] = {}
    room_of: dict[str, str] = {}
    for number, race, room, finished in connection.execute(_RACES).fetchall():
        found = _rows(connection, number)
        moves = _journal(connection, number)
        if any(found.get(seq, move) != move for seq, move in moves.items()):
            damage.append(f"race {race}: its journal and its events differ")
        if not finished:
            found = moves | found
        if sorted(found) != list(range(len(found))):
            damage.append(f"race {race}: gaps in the numbers of its events")
        races[race] = tuple(decode_event(body) for _, body in sorted(found.items()))
        room_of[race] = room
    results = [result(*row) for row in connection.execute(_RESULTS)]
    return StoredLog(
        players=frozenset(row[0] for row in connection.execute("SELECT player FROM players")),
        rooms=frozenset(row[0] for row in connection.execute("SELECT code FROM rooms")),
        races=races,
        results=tuple(results),
        room_of=room_of,
        damage=tuple(damage),
    )


def _rows(connection: sqlite3.Connection, number: int) -> dict[int, bytes]:
    """The encoded events of a race by their numbers, as far as they lie in `events`."""
    rows = connection.execute("SELECT seq, body FROM events WHERE race = ?", (number,))
    return {
        seq: event
        for first, body in rows
        for seq, event in enumerate(body.split(b"\n"), start=first)
    }


def _journal(connection: sqlite3.Connection, number: int) -> dict[int, bytes]:
    """The encoded moves of a race by their numbers, as far as they lie in the journal."""
    rows = connection.execute("SELECT body FROM journal")
    return {seq: move for (row,) in rows for race, seq, move in unpack(row) if race == number}


async def rebuilt(directory: Path) -> StoredLog:
    """The log after the store has made all its result rows anew; the directory is not changed."""
    with copied(directory) as copy:
        store = await SqliteStore.open(copy)
        try:
            await store.rebuild()
        finally:
            await store.close()
        return read_log(copy)

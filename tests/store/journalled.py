"""A database whose journal is folded early, written group by group, with kills and refusals between
groups: for tests that cross the journal."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any

from server.race.events import Created, Event, Moved, encode_event
from server.records import Append, Write
from server.store.migrate import migrate, read_migrations
from server.store.sqlite import NAME, set_up_writer
from server.store.sqlite_append import LogWriter
from server.store.sqlite_write import GroupWriter
from tests.store.played import people, settings
from tests.store.raw import Failing


def moved(n: int, player: str = "A", width: int = 1) -> Moved:
    """The n-th move of somebody; its body grows with `width`."""
    return Moved(at=n, player=player, n=n, cell=n, opened=[n, 1] * width, done=n)


def moves(race: str, seq: int, count: int = 1) -> Append:
    """So many moves that follow each other, in one write."""
    events: tuple[Event, ...] = tuple(moved(n) for n in range(seq, seq + count))
    return Append(room="ROOM", race=race, seq=seq, events=events)


def begun(*races: str) -> list[Write]:
    """A room of A with races that have been made, and nothing more: one event each."""
    opened: list[Write] = [
        Append(
            room="ROOM", race=race, seq=0, events=(Created(at=0, race=race, settings=settings()),)
        )
        for race in races
    ]
    return [*people("A"), *opened]


class Disk:
    """`sizes`: those of `LogWriter`."""

    def __init__(self, directory: Path, **sizes: Any) -> None:
        self.directory = directory
        self.sizes = sizes
        self._open()

    def _open(self) -> None:
        file = self.directory / NAME
        self.connection = sqlite3.connect(file, isolation_level=None, factory=Failing)
        set_up_writer(self.connection)
        migrate(self.connection, file, read_migrations())
        self.writer = GroupWriter(LogWriter(**self.sizes))

    def commit(self, *writes: Write) -> None:
        self.writer.commit(self.connection, writes)

    def kill(self, directory: Path) -> None:
        """Go on with the files as a kill would leave them, in another directory."""
        copy_files(self.directory, directory)
        self.close()
        self.directory = directory
        self._open()

    def close(self) -> None:
        self.connection.close()

    def rows(self, sql: str) -> list[Any]:
        return self.connection.execute(sql).fetchall()

    def chunks(self) -> list[tuple[int, int, int]]:
        """Race number, first seq and number of events of every row of `events`."""
        rows = self.rows("SELECT race, seq, body FROM events ORDER BY race, seq")
        return [(race, seq, body.count(b"\n") + 1) for race, seq, body in rows]


def copy_files(directory: Path, copy: Path) -> None:
    """Make a directory with a database's files as they are now, between two commits."""
    copy.mkdir()
    for file in directory.glob(f"{NAME}*"):
        shutil.copyfile(file, copy / file.name)


def encoded(*events: Event) -> list[bytes]:
    return [encode_event(event) for event in events]

"""A race's log is one, wherever its parts lie: rows of one event, chunks, the journal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.race.events import Joined, Left
from server.records import Append
from server.store import sqlite_log, sqlite_read
from server.store.base import StoreFailed
from tests.store.journalled import Disk, begun, encoded, moved, moves


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """R1 has 13 events: 4 in `events`, in three rows, and 9 in the journal; R2 has one."""
    opened = Disk(tmp_path)
    opened.commit(*begun("R1", "R2"))
    opened.commit(moves("R1", 1, 2))
    left = Left(at=1, player="B")
    opened.commit(Append(room="ROOM", race="R1", seq=3, events=(left,)))
    for seq in range(4, 13):
        opened.commit(moves("R1", seq))
    yield opened
    opened.close()


def test_parts_are_read_as_one_log(disk: Disk) -> None:
    assert disk.chunks() == [(1, 0, 1), (1, 1, 2), (1, 3, 1), (2, 0, 1)]
    log = sqlite_log.read_encoded(disk.connection, 1)
    assert log[1:3] + log[4:] == encoded(*(moved(n) for n in (1, 2, *range(4, 13))))
    assert len(sqlite_log.read_events(disk.connection, 1)) == 13
    room = sqlite_read.room(disk.connection, "ROOM")
    assert room is not None
    assert (room.race, len(room.events)) == ("R2", 1)


def test_length_is_that_of_events_alone(disk: Disk) -> None:
    assert sqlite_log.length(disk.connection, 1) == 4
    assert sqlite_log.length(disk.connection, 3) == 0
    disk.writer.settle(disk.connection)
    assert sqlite_log.length(disk.connection, 1) == 13


def test_facts_are_read_without_chunks(disk: Disk) -> None:
    disk.writer.settle(disk.connection)
    facts = sqlite_log.read_facts(disk.connection, 1)
    assert [type(event).__name__ for event in facts] == ["Created", "Left"]


@pytest.mark.parametrize(
    "loss",
    [
        "DELETE FROM events WHERE race = 1 AND seq = 1",
        "DELETE FROM events WHERE race = 1 AND seq = 3",
        "DELETE FROM journal WHERE number = 3",
    ],
)
def test_a_gap_is_a_failure(disk: Disk, loss: str) -> None:
    disk.connection.execute(loss)
    with pytest.raises(StoreFailed, match="race number 1 has a gap: event"):
        sqlite_log.read_events(disk.connection, 1)
    assert len(sqlite_log.read_events(disk.connection, 2)) == 1


def test_of_a_finished_race_the_journal_is_not_read(disk: Disk) -> None:
    """What is there of it, is in `events` too, or was dropped."""
    disk.connection.execute("UPDATE races SET finished = 1")
    assert len(sqlite_log.read_events(disk.connection, 1)) == 4
    disk.connection.execute("DELETE FROM events WHERE seq = 1")
    with pytest.raises(StoreFailed, match="event 1 is missing"):
        sqlite_log.read_events(disk.connection, 1)
    disk.connection.execute("UPDATE races SET trimmed = 1")
    assert len(sqlite_log.read_events(disk.connection, 1)) == 2


@pytest.mark.parametrize("body", ["x", "[1,5]", "[1,5]\n{}"])
def test_a_row_of_the_journal_that_cannot_be_read_is_a_failure(disk: Disk, body: str) -> None:
    change = "UPDATE journal SET body = CAST(? AS BLOB) WHERE number = 3"
    disk.connection.execute(change, ("1," + body if body == "x" else body,))
    with pytest.raises(StoreFailed):
        sqlite_log.read_events(disk.connection, 1)


def test_a_database_with_a_row_for_each_move_goes_on(disk: Disk) -> None:
    """As it was written before there were chunks."""
    rows = [(2, n, body) for n, body in enumerate(encoded(*map(moved, range(1, 40))), start=1)]
    disk.connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
    disk.writer.settle(disk.connection)
    disk.commit(moves("R2", 40))
    joined = Joined(at=50, player="C")
    disk.commit(Append(room="ROOM", race="R2", seq=41, events=(joined,)))
    log = sqlite_log.read_encoded(disk.connection, 2)
    assert log[1:] == encoded(*map(moved, range(1, 41)), joined)
    assert (2, 40, 1) in disk.chunks()


def test_of_a_race_that_is_not_there_there_is_nothing(disk: Disk) -> None:
    assert sqlite_log.read_encoded(disk.connection, 99) == []

"""What an error in mid group means: nothing written, or nobody knows."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.race.events import Joined
from server.records import Append
from server.store.base import StoreBusy, StoreFailed
from server.store.migrate import migrate, read_migrations
from server.store.sqlite_log import read_facts
from server.store.sqlite_write import GroupWriter, rebuild
from tests.store.played import finished, people, placing, play_out
from tests.store.raw import Failing


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Failing]:
    made = sqlite3.connect(tmp_path / "x", isolation_level=None, factory=Failing)
    migrate(made, tmp_path / "x", read_migrations())
    made.execute("PRAGMA foreign_keys = ON")
    yield made
    made.close()


def count(connection: sqlite3.Connection, table: str) -> int:
    (number,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(number)


@pytest.mark.parametrize("at", ["BEGIN", "INSERT INTO rooms", "COMMIT"])
@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        (sqlite3.SQLITE_FULL, StoreBusy),
        (sqlite3.SQLITE_BUSY, StoreBusy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusy),
        (sqlite3.SQLITE_IOERR, StoreFailed),
        (sqlite3.SQLITE_IOERR_FSYNC, StoreFailed),
        (sqlite3.SQLITE_CORRUPT, StoreFailed),
        (sqlite3.SQLITE_READONLY, StoreFailed),
    ],
)
def test_errors_are_told_apart_and_taken_back(
    connection: Failing, at: str, code: int, verdict: type[Exception]
) -> None:
    writer = GroupWriter()
    connection.at, connection.code = at, code
    with pytest.raises(verdict, match=f"at {at}"):
        writer.commit(connection, people("A"))
    connection.at = None
    assert not connection.in_transaction
    assert count(connection, "players") == 0
    writer.commit(connection, people("A"))
    assert count(connection, "players") == 1


def test_when_taking_back_fails_nobody_knows(connection: Failing) -> None:
    """Even after an error that says that nothing was written."""
    connection.execute("BEGIN")
    connection.at, connection.code = "ROLLBACK", sqlite3.SQLITE_IOERR
    with pytest.raises(StoreFailed, match="taking it back"):
        GroupWriter().commit(connection, people("A"))


def test_a_transaction_that_sqlite_took_back_itself_is_not_taken_back_again(
    connection: Failing,
) -> None:
    """As on a full disk: a second ROLLBACK would hide the first error."""
    connection.at, connection.code, connection.after = "COMMIT", sqlite3.SQLITE_FULL, True
    with pytest.raises(StoreBusy, match="at COMMIT"):
        GroupWriter().commit(connection, people("A"))


def test_numbers_of_a_group_that_failed_are_forgotten(connection: Failing) -> None:
    """Else the same group, tried again, would seem to leave a gap."""
    writer = GroupWriter()
    writer.commit(connection, [*people("A"), finished("R1", placing("A"))])
    length = len(finished("R1", placing("A")).events)
    group = [Append(room="ROOM", race="R1", seq=length, events=(Joined(at=1, player="A"),))]
    connection.at, connection.code = "COMMIT", sqlite3.SQLITE_BUSY
    with pytest.raises(StoreBusy):
        writer.commit(connection, group)
    connection.at = None
    writer.commit(connection, group)
    assert count(connection, "events") == length + 1


def test_rebuild_that_fails_leaves_the_rows(connection: Failing) -> None:
    GroupWriter().commit(connection, [*people("A"), finished("R1", placing("A"))])
    connection.at, connection.code = "COMMIT", sqlite3.SQLITE_FULL
    with pytest.raises(StoreBusy):
        rebuild(connection)
    connection.at = None
    assert count(connection, "results") == 1


def test_facts_of_a_race_are_its_events_without_moves(connection: Failing) -> None:
    log = tuple(play_out("R1", "beginner", ["A"], seed=1))
    append = Append(room="ROOM", race="R1", seq=0, events=log)
    GroupWriter().commit(connection, [*people("A"), append])
    facts = [type(event).__name__ for event in read_facts(connection, 1)]
    assert facts == ["Created", "Joined", "Dealt", "Went", "RacerEnded", "Finished"]
    assert len(facts) < len(log)


def test_the_end_of_a_race_costs_the_same_however_many_are_forgotten(connection: Failing) -> None:
    """Counted in hundreds of steps of SQLite's own machine."""
    writer = GroupWriter()
    writer.commit(connection, people("A"))

    def steps(race: str) -> int:
        count = 0

        def step() -> int:
            nonlocal count
            count += 1
            return 0

        connection.set_progress_handler(step, 100)
        writer.commit(connection, [finished(race, placing("A"))])
        connection.set_progress_handler(None, 0)
        return count

    steps("R1")
    before = steps("R2")
    forgotten = [(f"F{number:04}",) for number in range(5_000)]
    connection.executemany("INSERT INTO players VALUES (?, '', 0, 1, 0, 0, NULL)", forgotten)
    assert steps("R3") <= before + 10

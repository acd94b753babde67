"""Moves lie in the journal until those of their race are folded: when there are enough, when it
ends, when the journal is long. Whatever comes between, none is lost and none doubled."""

import sqlite3
from pathlib import Path

import pytest

from server.race.events import Aborted, Created, Left
from server.records import Append, DropMoves
from server.store import sqlite_log, sqlite_read
from server.store.base import StoreBusy, StoreFailed
from server.store.sqlite_append import DROPPED_ROWS, FOLDS
from tests.store.journalled import Disk, begun, moved, moves
from tests.store.played import finished, placing, settings

RACES = [f"R{n}" for n in range(200)]


def left(race: str, seq: int) -> Append:
    return Append(room="ROOM", race=race, seq=seq, events=(Left(at=seq, player="B"),))


def end(race: str, seq: int) -> Append:
    whole = finished(race, placing("A"))
    return Append(room="ROOM", race=race, seq=seq, events=whole.events[-1:])


def test_a_group_of_moves_is_one_row_whatever_their_races(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.commit(*begun("R1", "R2"))
    disk.commit(*(moves(race, seq) for seq in range(1, 21) for race in ("R1", "R2")))
    assert disk.chunks() == [(1, 0, 1), (2, 0, 1)]
    assert disk.rows("SELECT count(*) FROM journal") == [(1,)]
    disk.close()


def test_enough_moves_of_a_race_become_a_chunk(tmp_path: Path) -> None:
    disk = Disk(tmp_path, full_bytes=500)
    disk.commit(*begun("R1"))
    for seq in range(1, 30):
        disk.commit(moves("R1", seq))
    (_, *chunks) = disk.chunks()
    assert chunks[0][:2] == (1, 1)
    assert len(chunks) >= 3
    assert all(count == chunks[0][2] for *_, count in chunks)
    assert chunks[0][2] * 60 > 490
    disk.close()


def test_what_else_happens_follows_the_moves_before_it(tmp_path: Path) -> None:
    """`events` has the beginning of a log, never a part with a gap before it."""
    disk = Disk(tmp_path)
    disk.commit(*begun("R1", "R2"))
    disk.commit(moves("R1", 1), moves("R2", 1), moves("R1", 2), left("R1", 3), moves("R1", 4))
    assert disk.chunks() == [(1, 0, 1), (1, 1, 2), (1, 3, 1), (2, 0, 1)]
    both = Append(
        room="ROOM", race="R1", seq=5, events=(moved(5), Left(at=5, player="B"), moved(7))
    )
    disk.commit(both)
    assert disk.chunks()[3:7] == [(1, 4, 2), (1, 6, 1), (1, 7, 1), (2, 0, 1)]
    disk.close()


@pytest.mark.parametrize("ending", ["finished", "aborted"])
def test_the_end_of_a_race_leaves_nothing_of_it_waiting(tmp_path: Path, ending: str) -> None:
    disk = Disk(tmp_path)
    disk.commit(*begun("R1", "R2"))
    disk.commit(moves("R1", 1, 5), moves("R2", 1, 5))
    over = Append(room="ROOM", race="R1", seq=6, events=(Aborted(at=9, reason="server"),))
    disk.commit(end("R1", 6) if ending == "finished" else over)
    assert disk.chunks() == [(1, 0, 1), (1, 1, 5), (1, 6, 1), (2, 0, 1)]
    assert disk.writer._logs._journal.moves == 10
    assert list(disk.writer._logs._logs) == ["R2"]
    # a race may be appended to though it is over
    disk.commit(moves("R1", 7))
    assert len(sqlite_log.read_events(disk.connection, 1)) == 8
    disk.close()


def test_a_long_journal_is_folded_bit_by_bit_from_its_oldest_moves(tmp_path: Path) -> None:
    disk = Disk(tmp_path, limit=len(RACES))
    disk.commit(*begun(*RACES))
    rows, longest = len(RACES), 0
    for seq in range(1, 20):
        for at in range(0, len(RACES), 10):
            disk.commit(*(moves(race, seq) for race in RACES[at : at + 10]))
            more = len(disk.chunks()) - rows
            assert more <= FOLDS
            rows += more
            (size,) = disk.rows("SELECT count(*) FROM journal")[0]
            longest = max(longest, size)
    assert disk.writer._logs._journal.moves <= len(RACES) + 10
    assert longest < len(RACES) / 10 + 1 + DROPPED_ROWS
    assert rows > 3 * len(RACES)
    assert all(len(sqlite_log.read_events(disk.connection, n)) == 20 for n in (1, 77, 200))
    disk.close()


def test_a_large_group_folds_a_share_of_a_long_journal(tmp_path: Path) -> None:
    disk = Disk(tmp_path, limit=10)
    disk.commit(*begun(*RACES))
    disk.commit(*(moves(race, 1) for race in RACES))
    assert len(disk.chunks()) == len(RACES) + len(RACES) // 8
    disk.close()


def test_rows_of_the_journal_that_nobody_needs_go(tmp_path: Path) -> None:
    """Though it is short, and one race has long had a move in it."""
    disk = Disk(tmp_path, full_bytes=500)
    disk.commit(*begun("R1", "R2"))
    count = 3 * DROPPED_ROWS
    for seq in range(1, count):
        disk.commit(moves("R1", seq))
    assert disk.rows("SELECT count(*) FROM journal")[0][0] < 2 * DROPPED_ROWS
    disk.commit(moves("R2", 1))
    for seq in range(count, 2 * count):
        disk.commit(moves("R1", seq))
    assert disk.rows("SELECT count(*) FROM journal")[0][0] > count
    disk.close()


def test_races_that_are_forgotten_for_others_leave_nothing_waiting(tmp_path: Path) -> None:
    disk = Disk(tmp_path, remembered=100)
    disk.commit(*begun(*RACES))
    disk.commit(*(moves(race, 1) for race in RACES))
    assert len(disk.writer._logs._logs) <= 100
    waiting = {log.number for log in disk.writer._logs._logs.values() if log.waiting}
    folded = {race for race, seq, _ in disk.chunks() if seq == 1}
    assert folded == set(range(1, len(RACES) + 1)) - waiting
    disk.commit(*(moves(race, 2) for race in RACES))
    assert all(len(sqlite_log.read_events(disk.connection, n)) == 3 for n in range(1, 201))
    disk.close()


def test_a_group_that_is_tried_again_is_there_once(tmp_path: Path) -> None:
    disk = Disk(tmp_path, full_bytes=500)
    disk.commit(*begun("R1"))
    for seq in range(1, 40):
        disk.connection.at, disk.connection.code = "COMMIT", sqlite3.SQLITE_FULL
        with pytest.raises(StoreBusy):
            disk.commit(moves("R1", seq))
        disk.connection.at = None
        disk.commit(moves("R1", seq))
    events = sqlite_log.read_events(disk.connection, 1)
    assert events[1:] == tuple(map(moved, range(1, 40)))
    assert [count for *_, count in disk.chunks()][1] > 5
    disk.close()


def test_after_a_kill_moves_that_wait_are_known_again(tmp_path: Path) -> None:
    (tmp_path / "0").mkdir()
    disk = Disk(tmp_path / "0", full_bytes=500, dropped_rows=3)
    disk.commit(*begun("R1", "R2"))
    for seq in range(1, 40):
        disk.commit(moves("R1", seq), moves("R2", seq))
        first = disk.rows("SELECT min(number) FROM journal")[0][0]
        assert disk.writer._logs._journal.first == first
        disk.kill(tmp_path / str(seq))
        assert disk.rows("SELECT count(*) FROM journal")[0][0] <= 8 + 3
    for number in (1, 2):
        events = sqlite_log.read_events(disk.connection, number)
        assert events[1:] == tuple(map(moved, range(1, 40)))
    assert [count for *_, count in disk.chunks()][1] > 5
    with pytest.raises(StoreFailed, match="has 40 events; event 39 of room ROOM does not follow"):
        disk.commit(moves("R1", 39))
    disk.close()


def test_settling_leaves_an_empty_journal_and_changes_no_log(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.commit(*begun("R1", "R2"))
    disk.commit(moves("R1", 1, 100), moves("R2", 1, 3))
    before = [sqlite_log.read_encoded(disk.connection, number) for number in (1, 2)]
    for _ in range(2):
        disk.writer.settle(disk.connection)
        assert disk.rows("SELECT * FROM journal") == []
        assert before == [sqlite_log.read_encoded(disk.connection, number) for number in (1, 2)]
    disk.commit(moves("R1", 101))
    assert disk.rows("SELECT number FROM journal") == [(1,)]
    disk.close()


def test_moves_that_were_dropped_do_not_come_back(tmp_path: Path) -> None:
    """The journal may have them still."""
    (tmp_path / "a").mkdir()
    disk = Disk(tmp_path / "a")
    disk.commit(*begun("R1"))
    disk.commit(moves("R1", 1, 5))
    disk.commit(end("R1", 6), DropMoves(race="R1"))
    disk.kill(tmp_path / "b")
    assert disk.rows("SELECT count(*) FROM journal") == [(1,)]
    race = sqlite_read.race(disk.connection, "R1")
    assert race is not None
    disk.writer.settle(disk.connection)
    assert sqlite_read.race(disk.connection, "R1") == race
    assert (len(race.events), race.trimmed) == (2, True)
    disk.close()


def test_a_gap_stays_one_and_what_is_around_it_stays_too(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.commit(*begun("R1", "R2"))
    for seq in range(1, 6):
        disk.commit(moves("R1", seq), moves("R2", seq))
    disk.connection.execute("DELETE FROM journal WHERE number = 3")
    disk.writer = type(disk.writer)()
    disk.writer.settle(disk.connection)
    assert disk.chunks() == [(1, 0, 1), (1, 1, 2), (1, 4, 2), (2, 0, 1), (2, 1, 2), (2, 4, 2)]
    with pytest.raises(StoreFailed, match="gap"):
        sqlite_log.read_events(disk.connection, 1)
    # others live on
    created = Created(at=0, race="R3", settings=settings())
    disk.commit(Append(room="ROOM", race="R3", seq=0, events=(created,)), moves("R3", 1))
    assert len(sqlite_log.read_events(disk.connection, 3)) == 2
    disk.close()


def test_a_journal_that_cannot_be_read_stops_everything(tmp_path: Path) -> None:
    """Nobody knows whose moves were in it."""
    disk = Disk(tmp_path)
    disk.commit(*begun("R1"))
    disk.commit(moves("R1", 1))
    disk.connection.execute("UPDATE journal SET body = CAST('x' AS BLOB)")
    disk.writer = type(disk.writer)()
    with pytest.raises(StoreFailed, match="cannot be read"):
        disk.commit(moves("R1", 2))
    with pytest.raises(StoreFailed, match="cannot be read"):
        disk.writer.settle(disk.connection)
    disk.close()


def test_moves_of_a_race_that_does_not_begin_are_refused(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    disk.commit(*begun())
    with pytest.raises(StoreFailed, match="does not begin with Created"):
        disk.commit(moves("R1", 0))
    disk.close()

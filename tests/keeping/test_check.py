"""The check finds what is wrong, names it, and changes nothing."""

from pathlib import Path

import pytest

from server.exits import Refusal
from server.keeping.check import check
from server.store.base import DatabaseDamaged
from server.store.sqlite import NAME, SqliteStore
from tests.keeping.filled import fill
from tests.store.journalled import begun, moves
from tests.store.raw import change, contents


async def test_what_is_sound_is_counted(tmp_path: Path) -> None:
    await fill(tmp_path)
    before = contents(tmp_path)[NAME]
    line = check(tmp_path)
    assert "is sound" in line
    assert "2 players" in line
    assert "2 races" in line
    assert "4 results" in line
    assert "12 events" in line
    assert contents(tmp_path)[NAME] == before


async def test_a_running_server_is_checked_too(tmp_path: Path) -> None:
    await fill(tmp_path)
    store = await SqliteStore.open(tmp_path)
    try:
        assert "is sound" in check(tmp_path)
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ("UPDATE events SET body = CAST('{}' AS BLOB) WHERE seq = 0", "cannot be replayed"),
        ("DELETE FROM events WHERE race = 1", "cannot be replayed"),
        ("UPDATE results SET place = 9 WHERE player = 'A'", "not those of its log"),
        ("DELETE FROM results WHERE player = 'B'", "not those of its log"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM rooms", "refers to nothing"),
    ],
)
async def test_what_is_wrong_is_named(tmp_path: Path, damage: str, found: str) -> None:
    await fill(tmp_path)
    change(tmp_path, damage)
    with pytest.raises(DatabaseDamaged, match=found):
        check(tmp_path)


async def test_the_moves_of_the_journal_are_counted_and_read(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit([*begun("R1"), moves("R1", 1, 2)])
    for seq in range(3, 6):
        await store.commit([moves("R1", seq)])
    try:
        # its moves do not hang together with a board, since nothing was dealt
        with pytest.raises(DatabaseDamaged, match=r"^race R1 cannot be replayed: [^;]*$"):
            check(tmp_path)
        change(tmp_path, "DELETE FROM journal WHERE number = 3")
        with pytest.raises(DatabaseDamaged, match="has a gap: event 4 is missing"):
            check(tmp_path)
        change(tmp_path, "UPDATE journal SET body = CAST('[7,1]' || x'0a' || 'm' AS BLOB)")
        with pytest.raises(DatabaseDamaged, match="row 1 of the journal has moves of no race"):
            check(tmp_path)
        change(tmp_path, "UPDATE journal SET body = CAST('x' AS BLOB) WHERE number = 2")
        with pytest.raises(DatabaseDamaged, match="row 2 of the journal: a row of the journal can"):
            check(tmp_path)
    finally:
        await store.close()


async def test_many_faults_are_counted(tmp_path: Path) -> None:
    await fill(tmp_path, races=30)
    change(tmp_path, "UPDATE results SET place = 9")
    with pytest.raises(DatabaseDamaged, match="and 10 more"):
        check(tmp_path)


async def test_damaged_pages_are_found(tmp_path: Path) -> None:
    await fill(tmp_path, races=200)
    whole = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(whole[:-6000] + b"\xff" * 4000 + whole[-2000:])
    with pytest.raises(DatabaseDamaged):
        check(tmp_path)


async def test_an_older_schema_is_migrated_first(tmp_path: Path) -> None:
    await fill(tmp_path)
    change(tmp_path, "PRAGMA user_version = 1")
    with pytest.raises(Refusal, match="migrate first"):
        check(tmp_path)
    with pytest.raises(Refusal, match="there is no"):
        check(tmp_path / "none")

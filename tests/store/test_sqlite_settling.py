"""The journal is empty after a start and after a good end; where it cannot be, nothing is lost."""

import sqlite3
from pathlib import Path

import pytest

from server.store.base import StoreUnusable
from server.store.sqlite import SqliteStore
from tests.store.journalled import begun, copy_files, moved, moves
from tests.store.raw import change, rows

COUNT = "SELECT count(*) FROM journal"


async def killed(directory: Path) -> None:
    """A database whose journal has moves, as a kill leaves it."""
    before = directory.with_name("before")
    store = await SqliteStore.open(before)
    await store.commit(begun("R1"))
    await store.commit([moves("R1", 1), moves("R1", 2)])
    copy_files(before, directory)
    await store.close()


async def events(store: SqliteStore) -> tuple[object, ...]:
    race = await store.race("R1")
    assert race is not None
    return race.events[1:]


async def test_after_a_good_end_it_is_empty(tmp_path: Path) -> None:
    await killed(tmp_path / "killed")
    assert rows(tmp_path / "killed", COUNT) == [(1,)]
    assert rows(tmp_path / "before", COUNT) == [(0,)]


async def test_after_a_start_it_is_empty(tmp_path: Path) -> None:
    await killed(tmp_path / "killed")
    store = await SqliteStore.open(tmp_path / "killed")
    assert rows(tmp_path / "killed", COUNT) == [(0,)]
    assert await events(store) == (moved(1), moved(2))
    await store.close()


async def test_a_full_disk_keeps_no_server_from_starting_and_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await killed(tmp_path / "killed")
    connect = sqlite3.connect

    class Full(sqlite3.Connection):
        def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
            if sql == "DELETE FROM journal":
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().execute(sql, *parameters)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, factory=Full, **k))
        store = await SqliteStore.open(tmp_path / "killed")
    assert "the journal stays as it is" in caplog.text
    assert await events(store) == (moved(1), moved(2))
    await store.commit([moves("R1", 3)])
    assert await events(store) == (moved(1), moved(2), moved(3))
    await store.close()
    assert rows(tmp_path / "killed", COUNT) == [(2,)]
    store = await SqliteStore.open(tmp_path / "killed")
    assert await events(store) == (moved(1), moved(2), moved(3))
    await store.close()


async def test_a_store_that_has_failed_writes_nothing_at_its_end(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit([*begun("R1"), moves("R1", 1)])
    store._failed = True
    await store.close()
    assert rows(tmp_path, COUNT) == [(1,)]


async def test_a_journal_with_damage_keeps_a_server_from_starting(tmp_path: Path) -> None:
    """Nobody knows whose moves were in it: a backup may have them."""
    await killed(tmp_path / "killed")
    change(tmp_path / "killed", "UPDATE journal SET body = CAST('x' AS BLOB)")
    with pytest.raises(StoreUnusable, match="a row of the journal cannot be read"):
        await SqliteStore.open(tmp_path / "killed")
    assert rows(tmp_path / "killed", COUNT) == [(1,)]

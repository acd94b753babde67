"""A database is looked at beside its server, never made, changed, or read as another version's."""

import sqlite3
from pathlib import Path

import pytest

from server.exits import Refusal
from server.keeping.reading import database_in, reading
from server.store.base import DatabaseDamaged, StoreUnusable
from server.store.sqlite import NAME, SqliteStore
from tests.store.raw import change


async def test_it_is_read_beside_a_running_server_and_not_written(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    try:
        with reading(tmp_path) as connection:
            assert connection.execute("SELECT count(*) FROM players").fetchone() == (0,)
        assert database_in(tmp_path) == tmp_path / NAME
        with (
            pytest.raises(StoreUnusable, match="readonly"),
            reading(tmp_path) as connection,
        ):
            connection.execute("DELETE FROM players")
    finally:
        await store.close()


def test_where_there_is_none_none_is_made(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=f"there is no {NAME}"), reading(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


async def test_another_version_is_to_be_migrated_first(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path)).close()
    change(tmp_path, "PRAGMA user_version = 1")
    with pytest.raises(Refusal, match="has schema version 1, not"), reading(tmp_path):
        pass


async def test_damage_is_called_damage(tmp_path: Path) -> None:
    await (await SqliteStore.open(tmp_path)).close()
    with pytest.raises(DatabaseDamaged), reading(tmp_path):
        raise_corrupt()


def raise_corrupt() -> None:
    """As SQLite does at a page that it cannot read."""
    error = sqlite3.DatabaseError("malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    raise error

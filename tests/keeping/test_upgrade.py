"""Migration as a command: says what it did, and that there was nothing to do."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.exits import Refusal
from server.keeping.upgrade import upgrade
from server.store import migrate
from server.store.sqlite import NAME
from tests.keeping.filled import fill
from tests.store.raw import contents


async def test_an_older_database_is_brought_up(tmp_path: Path) -> None:
    migrations = migrate.read_migrations()
    with closing(sqlite3.connect(tmp_path / NAME, isolation_level=None)) as connection:
        migrate.migrate(connection, tmp_path / NAME, migrations[:2])
    line = await upgrade(tmp_path)
    assert f"from schema version 2 to {migrations[-1].number}" in line
    assert any(name.startswith("before-") for name in contents(tmp_path))


async def test_nothing_to_do(tmp_path: Path) -> None:
    await fill(tmp_path)
    assert "already" in await upgrade(tmp_path)
    with pytest.raises(Refusal, match="there is no"):
        await upgrade(tmp_path / "none")

"""Races of before have all their moves."""

import sqlite3
from contextlib import closing
from pathlib import Path

from server.store import migrate
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import finished, people, placing
from tests.store.raw import change, rows


async def test_nothing_of_before_was_dropped(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit([*people("A"), finished("R1", placing("A"))])
    await store.close()
    # As it was one step earlier.
    change(
        tmp_path,
        "DROP INDEX untrimmed_races; DROP INDEX broken_off_races; "
        "ALTER TABLE races DROP COLUMN trimmed",
    )
    (step,) = (step for step in migrate.read_migrations() if step.number == 7)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.executescript(step.sql)
    assert rows(tmp_path, "SELECT trimmed FROM races") == [(0,)]
    store = await SqliteStore.open(tmp_path)
    try:
        assert await store.races_to_trim(2**50, 9) == ["R1"]
    finally:
        await store.close()

"""Rows of before were made on boards that nobody had certified (R5)."""

import sqlite3
from pathlib import Path

from server.store.migrate import read_migrations
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS, finished, people, placing
from tests.store.raw import rows


async def test_r5_rows_of_before_are_what_rebuilding_makes_of_them(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit([*people("A"), finished("R1", placing("A"))])
    await store.close()
    everything = rows(tmp_path, "SELECT * FROM results")
    connection = sqlite3.connect(tmp_path / NAME)
    with connection:
        # As it was one step earlier.
        for index in ("untrimmed_races", "broken_off_races"):
            connection.execute(f"DROP INDEX {index}")
        for table, column in (
            ("races", "trimmed"),
            ("races", "date_ms"),
            ("players", "banned"),
            ("players", "taken_name"),
            ("rooms", "closed"),
        ):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        for table in ("removed_results", "practised", "rulings", "journal"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("DROP INDEX best_of_players")
        connection.execute("DROP INDEX best_since")
        for column in ("guess_free", "bot", "bots"):
            connection.execute(f"ALTER TABLE results DROP COLUMN {column}")
        connection.execute("ALTER TABLE players DROP COLUMN bot")
        for name in ("best_of_players", "best_since"):
            connection.execute(f"CREATE INDEX {name} ON results (level)")
        connection.execute("PRAGMA user_version = 5")
    connection.close()
    assert len(read_migrations()) >= 6
    store = await SqliteStore.open(tmp_path)
    try:
        assert rows(tmp_path, "SELECT * FROM results") == everything
        (best,) = await store.best_times("beginner", "all", NOON_MS, 9, guess_free=False)
        assert best.player == "A"
        assert await store.best_times("beginner", "all", NOON_MS, 9, guess_free=True) == []
        assert await store.rebuild() == 1
        assert rows(tmp_path, "SELECT * FROM results") == everything
    finally:
        await store.close()

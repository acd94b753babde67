"""Players and results of before are people's, and so best times are (R18)."""

import sqlite3
from contextlib import closing
from pathlib import Path

from server.store import migrate
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS, finished, people, placing
from tests.store.raw import change, rows


async def test_r18_nobody_of_before_is_a_bot(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit([*people("A"), finished("R1", placing("A"))])
    await store.close()
    everything = rows(tmp_path, "SELECT * FROM results")
    # As it was one step earlier.
    change(
        tmp_path,
        "DROP INDEX best_of_players; DROP INDEX best_since;"
        "ALTER TABLE results DROP COLUMN bot; ALTER TABLE results DROP COLUMN bots;"
        "ALTER TABLE players DROP COLUMN bot;"
        "CREATE INDEX best_of_players ON results (level);"
        "CREATE INDEX best_since ON results (level)",
    )
    (step,) = (step for step in migrate.read_migrations() if step.number == 8)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.executescript(step.sql)
    assert rows(tmp_path, "SELECT * FROM results") == everything
    store = await SqliteStore.open(tmp_path)
    try:
        (best,) = await store.best_times("beginner", "all", NOON_MS, 9, guess_free=False)
        assert best.player == "A"
        bots = await store.best_times("beginner", "all", NOON_MS, 9, guess_free=False, bots=True)
        assert bots == []
        assert await store.rebuild() == 1
        assert rows(tmp_path, "SELECT * FROM results") == everything
    finally:
        await store.close()

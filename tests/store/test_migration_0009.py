"""Races of before get their own date: of their results, of their deal, or none while unfinished."""

import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec

from server.records import ForgetPlayer
from server.store import migrate
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS, finished, people, placing, settings
from tests.store.raw import change, rows

BACK = """
    DROP INDEX untrimmed_races;
    DROP INDEX broken_off_races;
    ALTER TABLE races DROP COLUMN date_ms;
    CREATE INDEX untrimmed_races ON races (number) WHERE finished AND NOT trimmed;
    ALTER TABLE players DROP COLUMN banned;
    ALTER TABLE players DROP COLUMN taken_name;
    ALTER TABLE rooms DROP COLUMN closed;
    DROP TABLE removed_results;
    DROP TABLE practised;
    DROP TABLE rulings;
"""


async def test_races_of_before_have_dates(tmp_path: Path) -> None:
    practice = msgspec.structs.replace(settings(), practice=True)
    going_on = finished("R3", placing("A"))
    store = await SqliteStore.open(tmp_path)
    await store.commit(
        [
            *people("A", "B"),
            finished("R1", placing("A"), date_ms=NOON_MS + 1),
            finished("R2", placing("A"), played=practice, date_ms=NOON_MS + 2),
            msgspec.structs.replace(going_on, events=going_on.events[:-1]),
            finished("R4", placing("B"), date_ms=NOON_MS + 4),
            ForgetPlayer(player="B"),
        ]
    )
    await store.close()
    practised = "SELECT player, races.race FROM practised JOIN races ON practised.race = number"
    assert rows(tmp_path, practised) == [("A", "R2")]
    dated = "SELECT race, date_ms FROM races ORDER BY race"
    assert dict(rows(tmp_path, dated))["R4"] == -1
    # As it was one step earlier.
    change(tmp_path, BACK)
    (step,) = (step for step in migrate.read_migrations() if step.number == 9)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.executescript(step.sql)
        connection.execute("DROP TABLE journal")
        connection.execute("PRAGMA user_version = 9")
    assert rows(tmp_path, dated) == [
        ("R1", NOON_MS + 1),
        ("R2", NOON_MS + 2),
        ("R3", 0),
        ("R4", NOON_MS + 4),
    ]
    assert rows(tmp_path, practised) == [("A", "R2")]
    assert rows(tmp_path, "SELECT closed FROM rooms") == [(0,)]
    store = await SqliteStore.open(tmp_path)
    try:
        assert set(await store.races_to_trim(NOON_MS + 3, 9)) == {"R1", "R2"}
        assert await store.removed_results() == []
    finally:
        await store.close()

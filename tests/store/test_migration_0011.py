"""Races of before have a row for each move, and go on where they were."""

from pathlib import Path

from server.store.sqlite import SqliteStore
from tests.store.journalled import begun, encoded, moved, moves
from tests.store.raw import change, rows


async def test_races_of_before_go_on(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit(begun("R1"))
    await store.close()
    # As it was one step earlier.
    change(tmp_path, "DROP TABLE journal; DROP INDEX broken_off_races; PRAGMA user_version = 10")
    for seq, body in enumerate(encoded(*map(moved, range(1, 5))), start=1):
        change(tmp_path, f"INSERT INTO events VALUES (1, {seq}, CAST('{body.decode()}' AS BLOB))")
    store = await SqliteStore.open(tmp_path)
    await store.commit([moves("R1", 5), moves("R1", 6)])
    race = await store.race("R1")
    assert race is not None
    assert race.events[1:] == tuple(map(moved, range(1, 7)))
    await store.close()
    assert rows(tmp_path, "SELECT seq FROM events") == [(0,), (1,), (2,), (3,), (4,), (5,)]

"""Members of before have not left, and races that are not over are found without a long search."""

import sqlite3
from pathlib import Path

from server.store import sqlite_read
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS
from tests.store.raw import old_database


async def test_r14_members_of_before_are_members_and_their_race_is_found(tmp_path: Path) -> None:
    old_database(tmp_path, steps=4)
    connection = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    connection.execute("INSERT INTO players VALUES ('A', 'Ann', ?, 0)", (NOON_MS,))
    connection.execute("INSERT INTO rooms VALUES ('ROOM', 'A', 0, x'7b7d', ?, 0)", (NOON_MS,))
    connection.execute("INSERT INTO members VALUES (1, 'ROOM', 'A', 0, 0, 0, 'Ann')")
    connection.execute("INSERT INTO races VALUES (1, 'R1', 'ROOM', 0)")
    connection.execute("""INSERT INTO events VALUES (1, 0, CAST('{"t":"went","at":1}' AS BLOB))""")
    connection.close()
    store = await SqliteStore.open(tmp_path)
    try:
        assert await store.unfinished() == ["ROOM"]
        room = await store.room("ROOM")
        assert room is not None
        assert [(row.player, row.left) for row in room.members] == [("A", False)]
    finally:
        await store.close()
    connection = sqlite3.connect(tmp_path / NAME)
    plan = connection.execute(f"EXPLAIN QUERY PLAN {sqlite_read.UNFINISHED}").fetchall()
    connection.close()
    assert "SCAN newest USING INDEX unfinished_races" in str(plan)
    assert str(plan).count("SCAN") == 1

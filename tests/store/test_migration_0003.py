"""Rooms of before stay unlisted; whatever was known of them is still there."""

import sqlite3
from pathlib import Path

from server.records import PutRoom
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS
from tests.store.raw import old_database


async def test_rooms_of_before_are_not_public(tmp_path: Path) -> None:
    old_database(tmp_path, steps=2)
    connection = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    connection.execute("INSERT INTO players VALUES ('A', 'Ann', ?, 0)", (NOON_MS,))
    connection.execute("INSERT INTO rooms VALUES ('ROOM', 'A', 1, x'7b7d', ?)", (NOON_MS,))
    connection.close()
    store = await SqliteStore.open(tmp_path)
    try:
        room = await store.room("ROOM")
        assert room is not None
        assert (room.owner, room.locked, room.public, room.settings) == ("A", True, False, b"{}")
        row = PutRoom(
            code="ROOM", owner="A", locked=False, public=True, settings=b"{}", date_ms=NOON_MS
        )
        await store.commit([row])
        room = await store.room("ROOM")
        assert room is not None
        assert (room.locked, room.public) == (False, True)
    finally:
        await store.close()

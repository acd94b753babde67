"""From the first schema to the one with several tokens: everybody and everything is still there."""

import sqlite3
from pathlib import Path

import pytest

from server.race.events import encode_event
from server.records import ForgetPlayer, PutToken, StoredPlayer
from server.store.base import StoreUnusable
from server.store.migrate import APPLICATION_ID, Migration, read_migrations
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS, finished, people, placing
from tests.store.raw import rows

FIRST, SECOND = read_migrations()[:2]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A directory as the first version of the schema left it: two players and a race of theirs."""
    log = finished("R1", placing("A"), placing("B", 2, time_ms=20_000))
    connection = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    connection.executescript(f"{FIRST.sql};PRAGMA user_version = 1; PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO meta VALUES ('secret', ?)", (b"s" * 32,))
    for player in ("A", "B"):
        row = (player, player, player.encode().rjust(32), NOON_MS)
        connection.execute("INSERT INTO players VALUES (?, ?, ?, ?)", row)
    connection.execute("INSERT INTO rooms VALUES ('ROOM', 'A', 0, x'7b7d', ?)", (NOON_MS,))
    connection.execute("INSERT INTO members VALUES (1, 'ROOM', 'A', 0, 0, 0)")
    connection.execute("INSERT INTO members VALUES (2, 'ROOM', 'B', 1, 0, 0)")
    connection.execute("INSERT INTO races VALUES (1, 'R1', 'ROOM', 1)")
    connection.executemany(
        "INSERT INTO events VALUES (1, ?, ?)",
        [(seq, encode_event(event)) for seq, event in enumerate(log.events)],
    )
    connection.close()
    return tmp_path


async def test_an_old_database_goes_on_with_a_copy_beside_it(old: Path) -> None:
    store = await SqliteStore.open(old)
    try:
        for player in ("A", "B"):
            expected = StoredPlayer(player=player, name=player, date_ms=NOON_MS)
            assert await store.player_by_token(player.encode().rjust(32)) == expected
        assert await store.secret() == b"s" * 32
        room = await store.room("ROOM")
        assert room is not None
        assert [member.name for member in room.members] == ["A", "B"]
        assert len(room.events) == len(finished("R1", placing("A"), placing("B", 2)).events)
        assert await store.rebuild() == 2
        # It keeps working, foreign keys and all.
        await store.commit([PutToken(player="A", token_hash=b"x" * 32), *people("C", room="NEW")])
        await store.commit([finished("R2", placing("A")), ForgetPlayer(player="B")])
        assert [row.player for row in await store.leaderboard("ROOM")] == ["A"]
    finally:
        await store.close()
    assert rows(old, "PRAGMA foreign_key_check") == []
    assert rows(old, "PRAGMA application_id") == [(APPLICATION_ID,)]
    newest = read_migrations()[-1].number
    copy = sqlite3.connect(old / f"before-{newest:04}.sqlite")
    assert copy.execute("PRAGMA user_version").fetchall() == [(1,)]
    assert copy.execute("SELECT player, token_hash FROM players").fetchall() == [
        (player, player.encode().rjust(32)) for player in ("A", "B")
    ]
    copy.close()


async def test_an_old_and_a_new_database_have_the_same_schema(old: Path, tmp_path: Path) -> None:
    schemas = []
    for directory in (old, tmp_path / "new"):
        await (await SqliteStore.open(directory)).close()
        schemas.append(rows(directory, "SELECT type, name, sql FROM sqlite_master ORDER BY name"))
    assert schemas[0] == schemas[1]


async def test_a_migration_that_leaves_something_dangling_is_undone(old: Path) -> None:
    careless = Migration(SECOND.number + 1, "DELETE FROM players WHERE player = 'A'")
    with pytest.raises(StoreUnusable, match="dangling"):
        await SqliteStore.open(old, [FIRST, SECOND, careless])
    assert rows(old, "PRAGMA user_version") == [(SECOND.number,)]
    assert rows(old, "SELECT count(*) FROM players") == [(2,)]

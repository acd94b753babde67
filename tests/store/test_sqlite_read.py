"""Reading costs what it should: queries answer from their indexes, snapshots are whole."""

import asyncio
import sqlite3
import threading

import pytest

from server.store import sqlite_read
from server.store.base import StoreFailed
from server.store.sqlite import SqliteStore
from server.store.thread import run
from tests.store.played import finished, people, placing


async def plan(store: SqliteStore, sql: str, *values: object) -> str:
    lines = await run(
        store._reader, lambda raw: raw.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    )
    return "\n".join(line[-1] for line in lines)


@pytest.mark.parametrize(
    "where", ["results.player = ?", "races.race = ?", "results.race = ? AND results.player = 'A'"]
)
async def test_results_are_searched_never_scanned(sqlite: SqliteStore, where: str) -> None:
    assert "SCAN" not in await plan(sqlite, f"{sqlite_read.RESULTS}WHERE {where}", "A")


async def test_a_leaderboard_reads_its_own_room_only(sqlite: SqliteStore) -> None:
    assert "SCAN" not in await plan(sqlite, sqlite_read.LEADERBOARD, "ROOM")


async def test_a_snapshot_ends_even_when_reading_fails(sqlite: SqliteStore) -> None:
    await sqlite.commit([*people("A"), finished("R1", placing("A"))])
    await spoil(sqlite, "R1")
    with pytest.raises(StoreFailed, match="required field"):
        await sqlite.race("R1")
    with pytest.raises(StoreFailed, match="required field"):
        await sqlite.facts("R1")
    for connection in (sqlite._reader, sqlite._visitor):
        assert not await run(connection, lambda raw: raw.in_transaction)
    assert await sqlite.player("A") is not None


async def test_a_room_is_not_lost_with_its_newest_race(
    sqlite: SqliteStore, caplog: pytest.LogCaptureFixture
) -> None:
    """R15: it wakes, and its next race is a new one."""
    await sqlite.commit([*people("A"), finished("R1", placing("A"))])
    await spoil(sqlite, "R1")
    room = await sqlite.room("ROOM")
    assert room is not None
    assert (room.race, room.events, len(room.members)) == ("R1", (), 1)
    assert "race R1 cannot be read" in caplog.text


async def spoil(store: SqliteStore, race: str) -> None:
    """Make the first event of a race one that no server has written."""
    damage = """UPDATE events SET body = CAST('{"t":"created"}' AS BLOB)
        WHERE seq = 0 AND race = (SELECT number FROM races WHERE race = ?)"""
    await run(store._writer, lambda raw: raw.execute(damage, (race,)))


async def test_lookups_wait_for_no_player_and_players_for_no_lookup(sqlite: SqliteStore) -> None:
    """A page that takes long to read holds up neither a sign-in nor the health check."""
    busy, free = threading.Event(), threading.Event()

    def long_read(raw: sqlite3.Connection) -> None:
        busy.set()
        assert free.wait(5)

    await sqlite.commit(people("A"))
    reading = asyncio.create_task(sqlite._look_up(long_read))
    await asyncio.to_thread(busy.wait, 5)
    assert await sqlite.healthy()
    assert await sqlite.player_by_token(b"A".rjust(32)) is not None
    assert await sqlite.room("ROOM") is not None
    assert not reading.done()
    free.set()
    await reading

"""Reading costs what it should: queries answer from their indexes, snapshots are whole."""

import pytest

from server.store import sqlite_read
from server.store.sqlite import SqliteStore
from server.store.thread import run
from tests.store.played import finished, people, placing


async def plan(store: SqliteStore, sql: str, *values: object) -> str:
    lines = await run(
        store._reader, lambda raw: raw.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
    )
    return "\n".join(line[-1] for line in lines)


async def test_best_times_walk_their_index_in_order_of_time(sqlite: SqliteStore) -> None:
    steps = await plan(sqlite, sqlite_read.BEST_TIMES, "beginner", 0)
    assert "SEARCH results USING INDEX best_times (level=?)" in steps
    assert "FOR ORDER BY" not in steps


@pytest.mark.parametrize(
    "where", ["results.player = ?", "races.race = ?", "results.race = ? AND results.player = 'A'"]
)
async def test_results_are_searched_never_scanned(sqlite: SqliteStore, where: str) -> None:
    assert "SCAN" not in await plan(sqlite, f"{sqlite_read.RESULTS}WHERE {where}", "A")


async def test_a_leaderboard_reads_its_own_room_only(sqlite: SqliteStore) -> None:
    assert "SCAN" not in await plan(sqlite, sqlite_read.LEADERBOARD, "ROOM")


async def test_a_snapshot_ends_even_when_reading_fails(sqlite: SqliteStore) -> None:
    await sqlite.commit([*people("A"), finished("R1", placing("A"))])
    damage = "UPDATE events SET body = CAST('{}' AS BLOB) WHERE seq = 0"
    await run(sqlite._writer, lambda raw: raw.execute(damage))
    with pytest.raises(Exception, match="required field"):
        await sqlite.race("R1")
    assert not await run(sqlite._reader, lambda raw: raw.in_transaction)
    assert await sqlite.player("A") is not None

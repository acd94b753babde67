"""Best times are found in their indexes, apart for boards that need no luck and for bots."""

from server.store import sqlite_best
from server.store.sqlite import SqliteStore
from server.store.sqlite_read import RESULTS
from tests.store.test_sqlite_read import plan


async def test_r5_r16_r18_best_times_come_from_an_index_alone(sqlite: SqliteStore) -> None:
    ever = await plan(sqlite, sqlite_best.BEST_EVER, "beginner", True, False)
    index = "SEARCH results USING COVERING INDEX"
    assert f"{index} best_of_players (level=? AND guess_free=? AND bot=?)" in ever
    assert "FOR GROUP BY" not in ever
    since = await plan(sqlite, sqlite_best.BEST_SINCE, "beginner", True, False, 1)
    found = "(level=? AND guess_free=? AND bot=? AND date_ms>?)"
    assert f"{index} best_since {found}" in since
    query = RESULTS + sqlite_best.FIRST_OF
    first = await plan(sqlite, query, "beginner", True, False, "A", 1, 1)
    found = "(level=? AND guess_free=? AND bot=? AND player=? AND time_ms=? AND date_ms>?)"
    assert f"best_of_players {found}" in first

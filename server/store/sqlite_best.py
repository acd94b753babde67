"""Public best times, read from their indexes alone: a level has very many results (R16).

Synchronous, over a reading connection and in its own thread. The last steps (order of equal times,
places) are those of `projections`, shared with the memory store.
"""

import sqlite3
from typing import Final

from server.records import BestRow
from server.store import projections
from server.store.sqlite_read import RESULTS, result, snapshot

BEST_EVER: Final = """
    SELECT player, min(time_ms) AS best_ms FROM results INDEXED BY best_of_players
    WHERE level = ? AND guess_free = ? AND bot = ? AND ranked AND outcome = 'cleared'
    GROUP BY player ORDER BY best_ms"""
BEST_SINCE: Final = """
    SELECT player, min(time_ms) AS best_ms FROM results INDEXED BY best_since
    WHERE level = ? AND guess_free = ? AND bot = ? AND date_ms >= ?
        AND ranked AND outcome = 'cleared'
    GROUP BY player ORDER BY best_ms"""
FIRST_OF: Final = """
    WHERE level = ? AND guess_free = ? AND bot = ? AND results.player = ? AND time_ms = ?
        AND results.date_ms >= ?
        AND ranked AND outcome = 'cleared'
    ORDER BY results.date_ms, results.race LIMIT 1"""
"""When a player's best time was made first."""


def best_times(
    connection: sqlite3.Connection,
    level: str,
    since_ms: int,
    limit: int,
    *,
    guess_free: bool,
    bots: bool,
) -> list[BestRow]:
    kind = (level, guess_free, bots)
    with snapshot(connection):
        best = [
            result(*connection.execute(RESULTS + FIRST_OF, (*kind, *found, since_ms)).fetchone())
            for found in _fastest(connection, kind, since_ms, limit)
        ]
        best.sort(key=lambda row: (row.time_ms, row.date_ms, row.player))
        names = {
            row.player: connection.execute(
                "SELECT name FROM players WHERE player = ?", (row.player,)
            ).fetchone()[0]
            for row in best[:limit]
        }
    return projections.place_best(best[:limit], names.__getitem__)


def _fastest(
    connection: sqlite3.Connection, kind: tuple[str, bool, bool], since_ms: int, limit: int
) -> list[tuple[str, int]]:
    """Players and their best times, fastest first: `limit` of them and who equals the last one."""
    query, values = (BEST_SINCE, (*kind, since_ms)) if since_ms else (BEST_EVER, kind)
    fastest: list[tuple[str, int]] = []
    for player, best_ms in connection.execute(query, values):
        if len(fastest) >= limit and (not fastest or best_ms > fastest[-1][1]):
            break
        fastest.append((player, best_ms))
    return fastest

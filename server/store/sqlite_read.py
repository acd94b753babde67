"""Reads committed rows, synchronously, over the read-only connection and in its own thread.

Each function is one snapshot. Aggregates that SQL does well are done there; the last steps (order,
places, streaks) are those of `projections`, shared with the memory store.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from server.race.events import Event, decode_event
from server.records import (
    BestRow,
    BoardRow,
    ResultRow,
    StatsRow,
    StoredMember,
    StoredPlayer,
    StoredRace,
    StoredRoom,
)
from server.store import projections

PLAYER: Final = "SELECT player, name, date_ms FROM players "

RESULTS: Final = """
    SELECT races.race, races.room, results.player, level, date_ms, place, racers, outcome, time_ms,
        progress, bbbv, bbbv_done, clicks, ranked
    FROM results JOIN races ON races.number = results.race """

LEADERBOARD: Final = """
    SELECT results.player, players.name, level, count(*) AS races,
        sum(outcome = 'cleared') AS cleared,
        sum(outcome = 'cleared' AND place = 1 AND racers > 1) AS wins,
        sum(place <= 3 AND racers > 1) AS podiums,
        min(time_ms) FILTER (WHERE outcome = 'cleared') AS best_ms,
        sum(time_ms) FILTER (WHERE outcome = 'cleared') AS sum_ms
    FROM races JOIN results ON results.race = races.number JOIN players USING (player)
    WHERE races.room = ? GROUP BY results.player, level"""

BEST_TIMES: Final = """
    SELECT race, player FROM results
    WHERE level = ? AND ranked AND outcome = 'cleared' AND date_ms >= ?
    ORDER BY time_ms, date_ms, player"""


@contextmanager
def _snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """All statements inside see the same state."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("COMMIT")


def player_by_token(connection: sqlite3.Connection, token_hash: bytes) -> StoredPlayer | None:
    query = PLAYER + "JOIN tokens USING (player) WHERE token_hash = ?"
    return _player(connection, query, token_hash)


def player_by_recovery(connection: sqlite3.Connection, code_hash: bytes) -> StoredPlayer | None:
    query = PLAYER + "JOIN recoveries USING (player) WHERE code_hash = ?"
    return _player(connection, query, code_hash)


def player(connection: sqlite3.Connection, wanted: str) -> StoredPlayer | None:
    return _player(connection, PLAYER + "WHERE player = ? AND NOT forgotten", wanted)


def _player(connection: sqlite3.Connection, query: str, by: str | bytes) -> StoredPlayer | None:
    row = connection.execute(query, (by,)).fetchone()
    return None if row is None else StoredPlayer(player=row[0], name=row[1], date_ms=row[2])


def room(connection: sqlite3.Connection, code: str) -> StoredRoom | None:
    with _snapshot(connection):
        row = connection.execute(
            "SELECT owner, locked, settings, public FROM rooms WHERE code = ?", (code,)
        ).fetchone()
        if row is None:
            return None
        newest = connection.execute(
            "SELECT number, race FROM races WHERE room = ? ORDER BY number DESC LIMIT 1", (code,)
        ).fetchone()
        finished = connection.execute(
            "SELECT race FROM races WHERE room = ? AND finished ORDER BY number DESC LIMIT 1",
            (code,),
        ).fetchone()
        return StoredRoom(
            code=code,
            owner=row[0],
            locked=bool(row[1]),
            public=bool(row[3]),
            settings=row[2],
            members=_members(connection, code),
            race=None if newest is None else newest[1],
            events=() if newest is None else _events(connection, newest[0]),
            last_race=None if finished is None else finished[0],
        )


def _members(connection: sqlite3.Connection, code: str) -> tuple[StoredMember, ...]:
    rows = connection.execute(
        """SELECT player, name, colour, watching, removed
        FROM members WHERE room = ? ORDER BY number""",
        (code,),
    )
    return tuple(
        StoredMember(
            player=player,
            name=name,
            colour=colour,
            watching=bool(watching),
            removed=bool(removed),
        )
        for player, name, colour, watching, removed in rows
    )


def _events(connection: sqlite3.Connection, number: int) -> tuple[Event, ...]:
    log = connection.execute("SELECT body FROM events WHERE race = ? ORDER BY seq", (number,))
    return tuple(decode_event(body) for (body,) in log)


def race(connection: sqlite3.Connection, wanted: str) -> StoredRace | None:
    with _snapshot(connection):
        row = connection.execute(
            "SELECT number, room FROM races WHERE race = ?", (wanted,)
        ).fetchone()
        if row is None:
            return None
        return StoredRace(room=row[1], race=wanted, events=_events(connection, row[0]))


def results(connection: sqlite3.Connection, race: str) -> list[ResultRow]:
    rows = connection.execute(
        RESULTS + "WHERE races.race = ? ORDER BY place, results.player", (race,)
    )
    return [_result(*row) for row in rows]


def _result(*row: object) -> ResultRow:
    named = dict(zip(ResultRow.__struct_fields__, row, strict=True))
    return ResultRow(**named | {"ranked": bool(named["ranked"])})  # type: ignore[arg-type]


def leaderboard(connection: sqlite3.Connection, room: str) -> list[BoardRow]:
    return projections.sort_board(
        BoardRow(
            player=player,
            name=name,
            level=level,
            races=races,
            cleared=cleared,
            wins=wins,
            podiums=podiums,
            best_ms=best_ms,
            average_ms=sum_ms // cleared if cleared else None,
        )
        for player, name, level, races, cleared, wins, podiums, best_ms, sum_ms in (
            connection.execute(LEADERBOARD, (room,))
        )
    )


def best_times(
    connection: sqlite3.Connection, level: str, since_ms: int, limit: int
) -> list[BestRow]:
    with _snapshot(connection):
        best: dict[str, ResultRow] = {}
        for number, player in connection.execute(BEST_TIMES, (level, since_ms)):
            if len(best) >= limit:
                break
            if player not in best:
                where = "WHERE results.race = ? AND results.player = ?"
                row = connection.execute(RESULTS + where, (number, player)).fetchone()
                best[player] = _result(*row)
        names = {
            player: connection.execute(
                "SELECT name FROM players WHERE player = ?", (player,)
            ).fetchone()[0]
            for player in best
        }
    return projections.place_best(best.values(), names.__getitem__)


def statistics(connection: sqlite3.Connection, player: str) -> list[StatsRow]:
    rows = connection.execute(RESULTS + "WHERE results.player = ?", (player,))
    return projections.statistics(_result(*row) for row in rows)


def recent(connection: sqlite3.Connection, player: str, limit: int) -> list[ResultRow]:
    order = "WHERE results.player = ? ORDER BY date_ms DESC, races.race DESC LIMIT ?"
    return [_result(*row) for row in connection.execute(RESULTS + order, (player, limit))]

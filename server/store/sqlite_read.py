"""Reads committed rows, synchronously, over the read-only connection and in its own thread.

Each function is one snapshot. Aggregates that SQL does well are done there; the last steps (order,
places, streaks) are those of `projections`, shared with the memory store.
"""

import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from server.race.events import Event
from server.records import (
    BoardRow,
    ResultRow,
    StatsRow,
    StoredMember,
    StoredPlayer,
    StoredRace,
    StoredRoom,
)
from server.store import projections
from server.store.base import StoreFailed
from server.store.sqlite_log import read_events, read_facts

log = logging.getLogger("server.store.sqlite_read")

PLAYER: Final = "SELECT player, name, date_ms, bot, banned, taken_name FROM players "

RESULTS: Final = """
    SELECT races.race, races.room, results.player, level, results.date_ms, place, racers,
        outcome, time_ms, progress, bbbv, bbbv_done, clicks, ranked, clean, guess_free,
        results.bot, bots
    FROM results JOIN races ON races.number = results.race """

NAMES: Final = """
    SELECT players.player, coalesce(members.name, players.name)
    FROM races JOIN events ON events.race = races.number
        JOIN json_each(CAST(events.body AS TEXT), '$.placings') AS placing
        JOIN players ON players.player = json_extract(placing.value, '$.player')
        LEFT JOIN members ON members.room = races.room AND members.player = players.player
    WHERE races.number = ? AND NOT players.forgotten
        AND seq = (SELECT max(seq) FROM events AS all_of WHERE all_of.race = races.number)"""
"""From the placings in a finished race's last event, since practice has no result rows (R17)."""

TO_TRIM: Final = """
    SELECT race FROM races WHERE finished AND NOT trimmed AND date_ms < ?1
    UNION ALL
    SELECT race FROM races WHERE NOT finished AND NOT trimmed AND date_ms > 0 AND date_ms < ?1
    LIMIT ?2"""
"""Finished ones, and those that were broken off: a race that goes on has no date yet."""

UNFINISHED: Final = """
    SELECT room FROM races AS newest
    WHERE NOT finished
        AND number = (SELECT max(number) FROM races WHERE races.room = newest.room)
        AND EXISTS (
            SELECT 1 FROM events
            WHERE race = number AND substr(body, 1, 12) = CAST('{"t":"went",' AS BLOB)
        ) AND (
            SELECT substr(body, 1, 15) FROM events WHERE race = number ORDER BY seq DESC LIMIT 1
        ) <> CAST('{"t":"aborted",' AS BLOB)"""

LEADERBOARD: Final = """
    SELECT results.player, coalesce(members.name, players.name), level, count(*) AS races,
        sum(outcome = 'cleared') AS cleared,
        sum(outcome = 'cleared' AND place = 1 AND racers - bots + results.bot > 1) AS wins,
        sum(place <= 3 AND racers - bots + results.bot > 1) AS podiums,
        min(time_ms) FILTER (WHERE outcome = 'cleared' AND clean) AS best_ms,
        sum(time_ms) FILTER (WHERE outcome = 'cleared' AND clean)
            / count(*) FILTER (WHERE outcome = 'cleared' AND clean) AS average_ms,
        max(results.bot) AS bot
    FROM races JOIN results ON results.race = races.number JOIN players USING (player)
        LEFT JOIN members ON members.room = races.room AND members.player = results.player
    WHERE races.room = ? AND outcome <> 'removed' GROUP BY results.player, level"""


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
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
    if row is None:
        return None
    return StoredPlayer(
        player=row[0],
        name=row[1],
        date_ms=row[2],
        bot=bool(row[3]),
        banned=bool(row[4]),
        taken_name=row[5],
    )


def unfinished(connection: sqlite3.Connection) -> list[str]:
    return [code for (code,) in connection.execute(UNFINISHED)]


def room_exists(connection: sqlite3.Connection, code: str) -> bool:
    query = "SELECT 1 FROM rooms WHERE code = ? AND NOT closed"
    row = connection.execute(query, (code,)).fetchone()
    return row is not None


def room(connection: sqlite3.Connection, code: str) -> StoredRoom | None:
    with snapshot(connection):
        row = connection.execute(
            "SELECT owner, locked, settings, public FROM rooms WHERE code = ? AND NOT closed",
            (code,),
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
            events=() if newest is None else _events_or_none(connection, *newest),
            last_race=None if finished is None else finished[0],
        )


def _members(connection: sqlite3.Connection, code: str) -> tuple[StoredMember, ...]:
    rows = connection.execute(
        """SELECT player, members.name, colour, watching, removed, has_left, bot
        FROM members JOIN players USING (player) WHERE room = ? ORDER BY number""",
        (code,),
    )
    return tuple(
        StoredMember(
            player=player,
            name=name,
            colour=colour,
            watching=bool(watching),
            removed=bool(removed),
            left=bool(has_left),
            bot=bool(bot),
        )
        for player, name, colour, watching, removed, has_left, bot in rows
    )


def _events_or_none(connection: sqlite3.Connection, number: int, race: str) -> tuple[Event, ...]:
    """No events when one cannot be read: a room must not be lost with its newest race."""
    try:
        return read_events(connection, number)
    except StoreFailed:
        log.exception("race %s cannot be read", race)
        return ()


def race(connection: sqlite3.Connection, wanted: str) -> StoredRace | None:
    with snapshot(connection):
        row = connection.execute(
            "SELECT number, room, trimmed FROM races WHERE race = ?", (wanted,)
        ).fetchone()
        if row is None:
            return None
        number, room, trimmed = row
        events = read_events(connection, number)
        return StoredRace(room=room, race=wanted, events=events, trimmed=bool(trimmed))


def _finished(connection: sqlite3.Connection, race: str) -> tuple[int, str, bool] | None:
    """Number and room of a race that is finished, and whether its moves were dropped."""
    query = "SELECT number, room, trimmed FROM races WHERE race = ? AND finished"
    row: tuple[int, str, bool] | None = connection.execute(query, (race,)).fetchone()
    return row


def facts(connection: sqlite3.Connection, race: str) -> StoredRace | None:
    with snapshot(connection):
        found = _finished(connection, race)
        if found is None:
            return None
        number, room, trimmed = found
        facts_of = read_facts(connection, number)
        return StoredRace(room=room, race=race, events=facts_of, trimmed=bool(trimmed))


def races_to_trim(connection: sqlite3.Connection, before_ms: int, limit: int) -> list[str]:
    rows = connection.execute(TO_TRIM, (before_ms, limit))
    return [race for (race,) in rows]


def names(connection: sqlite3.Connection, race: str) -> Mapping[str, str] | None:
    with snapshot(connection):
        found = _finished(connection, race)
        return None if found is None else dict(connection.execute(NAMES, found[:1]))


def results(connection: sqlite3.Connection, race: str) -> list[ResultRow]:
    rows = connection.execute(
        RESULTS + "WHERE races.race = ? ORDER BY place, results.player", (race,)
    )
    return [result(*row) for row in rows]


def result(*row: object) -> ResultRow:
    named = dict(zip(ResultRow.__struct_fields__, row, strict=True))
    flags = {name: bool(named[name]) for name in ("ranked", "clean", "guess_free", "bot")}
    return ResultRow(**named | flags)  # type: ignore[arg-type]


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
            average_ms=average_ms,
            bot=bool(bot),
        )
        for player, name, level, races, cleared, wins, podiums, best_ms, average_ms, bot in (
            connection.execute(LEADERBOARD, (room,))
        )
    )


def statistics(
    connection: sqlite3.Connection, player: str, *, guess_free: bool | None
) -> list[StatsRow]:
    where = "WHERE results.player = ? AND guess_free = coalesce(?, guess_free)"
    rows = connection.execute(RESULTS + where, (player, guess_free))
    return projections.statistics(result(*row) for row in rows)


def recent(connection: sqlite3.Connection, player: str, limit: int) -> list[ResultRow]:
    order = "WHERE results.player = ? ORDER BY results.date_ms DESC, races.race DESC LIMIT ?"
    return [result(*row) for row in connection.execute(RESULTS + order, (player, limit))]

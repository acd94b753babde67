"""Writes and reads what whoever runs the server has decided, and all that is kept about a player.

Writing happens inside the transaction of a group, reading in one snapshot. Dates: Unix ms.
"""

import sqlite3
from typing import Final

from server.records import RemovedRow, StoredAccount, StoredMembership
from server.rulings import BanPlayer, CloseRoom, NoteRuling, RemoveResult, Rulings, TakeName
from server.store import sqlite_read

_KEEP_REMOVED: Final = """
    INSERT INTO removed_results (race, player, reason, date_ms)
    SELECT number, players.player, ?3, ?4 FROM races, players
    WHERE race = ?1 AND players.player = ?2 AND NOT forgotten
    ON CONFLICT (race, player) DO UPDATE SET reason = excluded.reason"""
_REMOVE: Final = """
    DELETE FROM results
    WHERE race = (SELECT number FROM races WHERE race = ?1) AND player = ?2"""
_NOTE: Final = "INSERT INTO rulings (ruling, about, reason, date_ms) VALUES (?, ?, ?, ?)"
_REMOVED: Final = """
    SELECT races.race, player, reason, removed_results.date_ms
    FROM removed_results JOIN races ON races.number = removed_results.race """
_MEMBERSHIPS: Final = """
    SELECT room, members.name, colour, watching, removed, has_left, owner = player
    FROM members JOIN rooms ON rooms.code = members.room
    WHERE player = ? AND NOT closed ORDER BY number"""
_ROOMS_OF: Final = """
    SELECT room FROM members JOIN rooms ON rooms.code = members.room
    WHERE player = ? AND NOT closed ORDER BY number"""


def write(connection: sqlite3.Connection, row: Rulings) -> None:
    """What concerns nobody and nothing that is known changes nothing."""
    match row:
        case BanPlayer():
            ban = (row.banned, row.player)
            connection.execute("UPDATE players SET banned = ? WHERE player = ?", ban)
        case TakeName():
            taken = (row.name, row.player)
            connection.execute("UPDATE players SET taken_name = ? WHERE player = ?", taken)
        case CloseRoom():
            connection.execute("UPDATE rooms SET closed = 1 WHERE code = ?", (row.code,))
        case RemoveResult():
            whose = (row.race, row.player)
            connection.execute(_KEEP_REMOVED, (*whose, row.reason, row.date_ms))
            connection.execute(_REMOVE, whose)
        case NoteRuling():
            connection.execute(_NOTE, (row.ruling, row.about, row.reason, row.date_ms))


def rooms_of(connection: sqlite3.Connection, player: str) -> list[str]:
    return [code for (code,) in connection.execute(_ROOMS_OF, (player,))]


def removed_results(connection: sqlite3.Connection) -> list[RemovedRow]:
    order = "ORDER BY removed_results.date_ms, races.number, player"
    return [_removed(*row) for row in connection.execute(_REMOVED + order)]


def account(
    connection: sqlite3.Connection, player: str, skip: int, limit: int
) -> StoredAccount | None:
    with sqlite_read.snapshot(connection):
        known = sqlite_read.player(connection, player)
        if known is None:
            return None
        (devices,) = connection.execute(
            "SELECT count(*) FROM tokens WHERE player = ?", (player,)
        ).fetchone()
        (codes,) = connection.execute(
            "SELECT count(*) FROM recoveries WHERE player = ?", (player,)
        ).fetchone()
        order = "WHERE results.player = ? ORDER BY results.date_ms, races.race LIMIT ? OFFSET ?"
        races = connection.execute(sqlite_read.RESULTS + order, (player, limit, skip))
        gone = "WHERE player = ? ORDER BY removed_results.date_ms, races.number"
        return StoredAccount(
            player=known,
            devices=devices,
            has_recovery=bool(codes),
            rooms=tuple(_membership(*row) for row in connection.execute(_MEMBERSHIPS, (player,))),
            results=tuple(sqlite_read.result(*row) for row in races),
            removed=tuple(_removed(*row) for row in connection.execute(_REMOVED + gone, (player,))),
        )


def _removed(race: str, player: str, reason: str, date_ms: int) -> RemovedRow:
    return RemovedRow(race=race, player=player, reason=reason, date_ms=date_ms)


def _membership(
    room: str, name: str, colour: int, watching: int, removed: int, left: int, owner: int
) -> StoredMembership:
    return StoredMembership(
        room=room,
        name=name,
        colour=colour,
        watching=bool(watching),
        removed=bool(removed),
        left=bool(left),
        owner=bool(owner),
    )

"""Writes what belongs to a player: name, tokens, recovery code; and forgets all of it on request.

Called inside the transaction of a group. What is written about a forgotten player changes nothing.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final

from server.records import DropRecovery, ForgetPlayer, PutPlayer, PutRecovery, PutToken, ResultRow

Own = PutPlayer | PutToken | PutRecovery | DropRecovery | ForgetPlayer

_UNLESS_FORGOTTEN: Final = """
    WHERE NOT EXISTS (SELECT 1 FROM players AS known WHERE known.player = ? AND known.forgotten)"""
_PUT_TOKEN: Final = "INSERT INTO tokens (token_hash, player) SELECT ?, ?" + _UNLESS_FORGOTTEN
_PUT_RECOVERY: Final = (
    "INSERT INTO recoveries (code_hash, player) SELECT ?, ?"
    + _UNLESS_FORGOTTEN
    + " ON CONFLICT (player) DO UPDATE SET code_hash = excluded.code_hash"
)
_FORGET: Final = (
    "DELETE FROM tokens WHERE player = ?",
    "DELETE FROM recoveries WHERE player = ?",
    "DELETE FROM members WHERE player = ?",
    "DELETE FROM results WHERE player = ?",
    "UPDATE players SET name = '', forgotten = 1 WHERE player = ?",
)


def write(connection: sqlite3.Connection, row: Own) -> None:
    """Raises sqlite3.IntegrityError for an unknown player or the secret of another one."""
    match row:
        case PutPlayer():
            _put_player(connection, row)
        case PutToken():
            connection.execute(_PUT_TOKEN, (row.token_hash, row.player, row.player))
        case PutRecovery():
            connection.execute(_PUT_RECOVERY, (row.code_hash, row.player, row.player))
        case DropRecovery():
            used = (row.player, row.code_hash)
            connection.execute("DELETE FROM recoveries WHERE player = ? AND code_hash = ?", used)
        case ForgetPlayer():
            for statement in _FORGET:
                connection.execute(statement, (row.player,))


def _put_player(connection: sqlite3.Connection, row: PutPlayer) -> None:
    known = connection.execute("SELECT 1 FROM players WHERE player = ?", (row.player,)).fetchone()
    if known is not None:
        renamed = (row.name, row.player)
        connection.execute(
            "UPDATE players SET name = ? WHERE player = ? AND NOT forgotten", renamed
        )
        return
    new = (row.player, row.name, row.date_ms, row.bot)
    connection.execute("INSERT INTO players (player, name, date_ms, bot) VALUES (?, ?, ?, ?)", new)
    connection.execute(_PUT_TOKEN, (row.token_hash, row.player, row.player))


def without_forgotten(connection: sqlite3.Connection, rows: Sequence[ResultRow]) -> list[ResultRow]:
    """The results of those who have not asked to be forgotten."""
    query = "SELECT 1 FROM players WHERE player = ? AND forgotten"
    return [row for row in rows if connection.execute(query, (row.player,)).fetchone() is None]

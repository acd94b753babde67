"""Writes what belongs to a player: name, tokens, recovery code; and forgets all of it on request.

Called inside the transaction of a group. What is written about a forgotten player changes nothing.
"""

import sqlite3
from collections.abc import Sequence
from typing import Final

from server.records import DropRecovery, ForgetPlayer, PutPlayer, PutRecovery, PutToken, ResultRow
from server.store.projections import FORSAKEN

Own = PutPlayer | PutToken | PutRecovery | DropRecovery | ForgetPlayer

_UNLESS_FORGOTTEN: Final = """
    WHERE NOT EXISTS (SELECT 1 FROM players AS known WHERE known.player = ? AND known.forgotten)"""
_PUT_TOKEN: Final = "INSERT INTO tokens (token_hash, player) SELECT ?, ?" + _UNLESS_FORGOTTEN
_PUT_RECOVERY: Final = (
    "INSERT INTO recoveries (code_hash, player) SELECT ?, ?"
    + _UNLESS_FORGOTTEN
    + " ON CONFLICT (player) DO UPDATE SET code_hash = excluded.code_hash"
)
_RACERS: Final = ("results", "removed_results", "practised")
"""Who took part in a finished race, and has not asked to be forgotten, stands in one of these."""

_OTHERS: Final = "others.race = number AND others.player <> ?1"


def _forsaking(table: str) -> str:
    """Marks the races that this player alone remembers."""
    nobody_else = "".join(
        f" AND NOT EXISTS (SELECT 1 FROM {other} AS others WHERE {_OTHERS})"  # noqa: S608
        for other in _RACERS
    )
    own = f"SELECT race FROM {table} WHERE player = ?1"  # noqa: S608 - names of ours
    marked = f"UPDATE races SET date_ms = {FORSAKEN}"  # noqa: S608
    return f"{marked} WHERE number IN ({own}){nobody_else}"


_FORGET: Final = (
    *(_forsaking(table) for table in _RACERS),
    "DELETE FROM tokens WHERE player = ?",
    "DELETE FROM recoveries WHERE player = ?",
    "DELETE FROM members WHERE player = ?",
    "DELETE FROM results WHERE player = ?",
    "DELETE FROM removed_results WHERE player = ?",
    "DELETE FROM practised WHERE player = ?",
    "UPDATE players SET name = '', taken_name = NULL, forgotten = 1 WHERE player = ?",
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


def practised(connection: sqlite3.Connection, number: int, players: Sequence[str]) -> bool:
    """Keep who took part in practice; whether anybody did who wants to be remembered."""
    statement = "INSERT INTO practised (player, race) SELECT ?, ?" + _UNLESS_FORGOTTEN
    written = [
        connection.execute(statement, (player, number, player)).rowcount for player in players
    ]
    return any(written)


def remembered(
    connection: sqlite3.Connection, number: int, rows: Sequence[ResultRow]
) -> list[ResultRow]:
    """The results of a race that count: of those who have not asked to be forgotten, and without
    those that were removed."""
    query = """SELECT 1 FROM players WHERE player = ?1 AND forgotten
        UNION ALL SELECT 1 FROM removed_results WHERE race = ?2 AND player = ?1"""
    return [
        row for row in rows if connection.execute(query, (row.player, number)).fetchone() is None
    ]

"""Writes a group in one transaction, synchronously, over the one connection that may write.

Runs in the connection's own thread. Sorts errors into "nothing was written" and "nobody knows".
"""

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final

from server.race.events import Finished
from server.records import (
    Append,
    DropMember,
    DropMoves,
    PutMember,
    PutRoom,
    ResultRow,
    Write,
)
from server.rulings import BanPlayer, CloseRoom, NoteRuling, RemoveResult, TakeName
from server.store import projections, sqlite_identity, sqlite_rulings
from server.store.base import StoreBusy, StoreFailed
from server.store.sqlite_append import LogWriter
from server.store.sqlite_identity import practised, remembered
from server.store.sqlite_log import read_facts

_PUT_ROOM: Final = """
    INSERT INTO rooms (code, owner, locked, public, settings, date_ms) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (code) DO UPDATE SET owner = excluded.owner, locked = excluded.locked,
        public = excluded.public, settings = excluded.settings, date_ms = excluded.date_ms"""
_PUT_MEMBER: Final = """
    INSERT INTO members (room, player, name, colour, watching, removed, has_left)
    SELECT ?, ?, ?, ?, ?, ?, ?
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE players.player = ? AND forgotten)
    ON CONFLICT (room, player) DO UPDATE SET name = excluded.name, colour = excluded.colour,
        watching = excluded.watching, removed = excluded.removed, has_left = excluded.has_left"""
_PUT_RESULT: Final = """
    INSERT INTO results (race, player, level, date_ms, place, racers, outcome, time_ms, progress,
        bbbv, bbbv_done, clicks, ranked, clean, guess_free, bot, bots)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_TRIM: Final = (
    """DELETE FROM events
        WHERE race = (SELECT number FROM races WHERE race = ? AND (finished OR date_ms > 0))
        AND substr(body, 1, 13) = CAST('{"t":"moved",' AS BLOB)""",
    "UPDATE races SET trimmed = 1 WHERE race = ? AND (finished OR date_ms > 0)",
)

_log = logging.getLogger(__name__)

_NOTHING_WRITTEN: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL}


class GroupWriter:
    """Commits groups: rows are written here, the logs of races by `LogWriter`."""

    def __init__(self, logs: LogWriter | None = None) -> None:
        self._logs = LogWriter() if logs is None else logs

    def commit(self, connection: sqlite3.Connection, group: Sequence[Write]) -> None:
        """Write the group whole or not at all. Raises StoreBusy or StoreFailed."""
        logs = self._logs
        try:
            connection.execute("BEGIN IMMEDIATE")
            logs.begin(connection)
            for write in group:
                self._write(connection, write)
            logs.end(connection)
            connection.execute("COMMIT")
        except Exception as error:
            logs.forget()
            raise _verdict(connection, error) from error

    def settle(self, connection: sqlite3.Connection) -> None:
        """Empty the journal, so that a log is read from one place; or leave it as it is, when
        nothing can be written now. Raises StoreFailed."""
        (is_empty,) = connection.execute("SELECT NOT EXISTS (SELECT 1 FROM journal)").fetchone()
        if is_empty:
            return
        try:
            connection.execute("BEGIN IMMEDIATE")
            self._logs.begin(connection)
            self._logs.settle(connection)
            connection.execute("COMMIT")
        except Exception as error:
            self._logs.forget()
            verdict = _verdict(connection, error)
            if isinstance(verdict, StoreFailed):
                raise verdict from error
            _log.warning("the journal stays as it is: %s", verdict)

    def _append(self, connection: sqlite3.Connection, write: Append) -> None:
        over = self._logs.append(connection, write)
        if over is not None:
            self._logs.flush(connection)
            end_race(connection, over, write)

    def _write(self, connection: sqlite3.Connection, write: Write) -> None:
        match write:
            case Append():
                self._append(connection, write)
            case PutRoom():
                shut = (write.locked, write.public)
                values = (write.code, write.owner, *shut, write.settings, write.date_ms)
                connection.execute(_PUT_ROOM, values)
            case PutMember():
                put_member(connection, write)
            case DropMoves():
                self._logs.flush(connection)
                for statement in _TRIM:
                    connection.execute(statement, (write.race,))
            case DropMember():
                dropped = (write.room, write.player)
                connection.execute("DELETE FROM members WHERE room = ? AND player = ?", dropped)
            case BanPlayer() | TakeName() | CloseRoom() | RemoveResult() | NoteRuling():
                sqlite_rulings.write(connection, write)
            case _:
                sqlite_identity.write(connection, write)


def end_race(connection: sqlite3.Connection, number: int, write: Append) -> None:
    """Mark a race as finished, if its log says so, and insert its results; one that was broken off
    gets its date."""
    facts = read_facts(connection, number)
    if not any(isinstance(fact, Finished) for fact in facts):
        dealt = (projections.date_ms(facts), number)
        connection.execute("UPDATE races SET date_ms = ? WHERE number = ?", dealt)
        return
    rows = projections.result_rows(write.room, write.race, facts)
    due = remembered(connection, number, rows)
    known = practised(connection, number, projections.practisers(facts)) or bool(due)
    date_ms = projections.date_ms(facts) if known else projections.FORSAKEN
    ended = (date_ms, number)
    connection.execute("UPDATE races SET finished = 1, date_ms = ? WHERE number = ?", ended)
    insert_results(connection, number, due)


def put_member(connection: sqlite3.Connection, row: PutMember) -> None:
    """Insert or replace a membership."""
    seat = (row.name, row.colour, row.watching, row.removed, row.left)
    values = (row.room, row.player, *seat, row.player)
    connection.execute(_PUT_MEMBER, values)


def insert_results(connection: sqlite3.Connection, number: int, rows: Iterable[ResultRow]) -> None:
    """Insert the result rows of the race with this number."""
    connection.executemany(
        _PUT_RESULT,
        [
            (
                number,
                row.player,
                row.level,
                row.date_ms,
                row.place,
                row.racers,
                row.outcome,
                row.time_ms,
                row.progress,
                row.bbbv,
                row.bbbv_done,
                row.clicks,
                row.ranked,
                row.clean,
                row.guess_free,
                row.bot,
                row.bots,
            )
            for row in rows
        ],
    )


def rebuild(connection: sqlite3.Connection) -> int:
    """Make all result rows anew from the log; returns their number. Raises like `commit`."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("DELETE FROM results")
        for number, race, room in connection.execute(
            "SELECT number, race, room FROM races"
        ).fetchall():
            facts = read_facts(connection, number)
            rows = projections.result_rows(room, race, facts)
            insert_results(connection, number, remembered(connection, number, rows))
        (count,) = connection.execute("SELECT count(*) FROM results").fetchone()
        connection.execute("COMMIT")
    except Exception as error:
        raise _verdict(connection, error) from error
    return int(count)


def _verdict(connection: sqlite3.Connection, error: Exception) -> StoreBusy | StoreFailed:
    """What an error inside a transaction means, after taking the transaction back.

    SQLite rolls back by itself on some errors, a full disk for one: a `ROLLBACK` then would be an
    error of its own and hide the first one.
    """
    if connection.in_transaction:
        try:
            connection.execute("ROLLBACK")
        except sqlite3.Error as second:
            return StoreFailed(f"{error}; and taking it back: {second}")
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _NOTHING_WRITTEN and not connection.in_transaction:
        return StoreBusy(str(error))
    return StoreFailed(str(error))

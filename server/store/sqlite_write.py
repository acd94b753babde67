"""Writes a group in one transaction, synchronously, over the one connection that may write.

Runs in the connection's own thread. Sorts errors into "nothing was written" and "nobody knows".
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from server.race.events import Created, Finished, encode_event
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
from server.store.sqlite_identity import practised, remembered
from server.store.sqlite_read import read_facts

REMEMBERED_RACES: Final = 10_000

_PUT_EVENTS: Final = tuple(
    (count, "INSERT INTO events VALUES " + ", ".join(["(?, ?, ?)"] * count))  # noqa: S608
    for count in (64, 16, 4, 1)
)
"""Many rows a statement: between two, the event loop would wait for its turn in the interpreter."""
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
    """DELETE FROM events WHERE race = (SELECT number FROM races WHERE race = ? AND finished)
        AND substr(body, 1, 13) = CAST('{"t":"moved",' AS BLOB)""",
    "UPDATE races SET trimmed = 1 WHERE race = ? AND finished",
)

_NOTHING_WRITTEN: Final = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL}


@dataclass(slots=True)
class _Log:
    """Where a race's log ends: `number` is its key, `length` how many events it has."""

    number: int
    room: str
    length: int


class GroupWriter:
    """Commits groups; remembers where the logs end, so that appending needs no reading."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}
        self._values: list[int | bytes] = []
        """Of event rows that are still to be inserted: number, seq, body; number, seq, …"""

    def commit(self, connection: sqlite3.Connection, group: Sequence[Write]) -> None:
        """Write the group whole or not at all. Raises StoreBusy or StoreFailed."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            for write in group:
                self._write(connection, write)
            self._insert_events(connection)
            connection.execute("COMMIT")
        except Exception as error:
            self._logs.clear()
            self._values.clear()
            raise _verdict(connection, error) from error

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
                self._insert_events(connection)
                for statement in _TRIM:
                    connection.execute(statement, (write.race,))
            case DropMember():
                dropped = (write.room, write.player)
                connection.execute("DELETE FROM members WHERE room = ? AND player = ?", dropped)
            case BanPlayer() | TakeName() | CloseRoom() | RemoveResult() | NoteRuling():
                sqlite_rulings.write(connection, write)
            case _:
                sqlite_identity.write(connection, write)

    def _append(self, connection: sqlite3.Connection, write: Append) -> None:
        log = self._logs.get(write.race) or self._find_log(connection, write)
        if (write.room, write.seq) != (log.room, log.length):
            raise StoreFailed(
                f"race {write.race} of room {log.room} has {log.length} events; "
                f"event {write.seq} of room {write.room} does not follow"
            )
        finished = False
        for event in write.events:
            self._values += (log.number, log.length, encode_event(event))
            log.length += 1
            finished = finished or isinstance(event, Finished)
        if finished:
            self._insert_events(connection)
            facts = read_facts(connection, log.number)
            rows = projections.result_rows(write.room, write.race, facts)
            due = remembered(connection, log.number, rows)
            known = practised(connection, log.number, projections.practisers(facts)) or bool(due)
            date_ms = projections.date_ms(facts) if known else projections.FORSAKEN
            ended = (date_ms, log.number)
            connection.execute("UPDATE races SET finished = 1, date_ms = ? WHERE number = ?", ended)
            insert_results(connection, log.number, due)

    def _find_log(self, connection: sqlite3.Connection, write: Append) -> _Log:
        """The log that is stored, or a new one when the write opens a race."""
        self._insert_events(connection)
        found = connection.execute(
            """SELECT number, room,
                (SELECT coalesce(max(seq) + 1, 0) FROM events WHERE events.race = number)
            FROM races WHERE race = ?""",
            (write.race,),
        ).fetchone()
        if found is None:
            if not write.events or not isinstance(write.events[0], Created):
                raise StoreFailed(f"race {write.race} does not begin with Created")
            cursor = connection.execute(
                "INSERT INTO races (race, room) VALUES (?, ?)", (write.race, write.room)
            )
            found = (cursor.lastrowid, write.room, 0)
        if len(self._logs) >= REMEMBERED_RACES:
            self._logs.clear()
        log = self._logs[write.race] = _Log(*found)
        return log

    def _insert_events(self, connection: sqlite3.Connection) -> None:
        values, self._values = self._values, []
        at, left = 0, len(values) // 3
        for count, statement in _PUT_EVENTS:
            while left >= count:
                connection.execute(statement, values[at : at + 3 * count])
                at, left = at + 3 * count, left - count


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

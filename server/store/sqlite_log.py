"""Reads the log of a race, synchronously, inside the caller's snapshot: `events`, where rows of
moves are chunks, and after them what the journal has.

`events` has the beginning of a log without a gap, until the moves of a finished race are dropped.
"""

import sqlite3
from collections.abc import Iterable
from typing import Final

import msgspec

from server.race.events import Event, decode_event
from server.store import journal
from server.store.base import StoreFailed

FACTS: Final = """
    SELECT body FROM events
    WHERE race = ? AND substr(body, 1, 13) <> CAST('{"t":"moved",' AS BLOB) ORDER BY seq"""
"""Without moves: nearly all of a log, and nothing that results are made of."""

_ROWS: Final = "SELECT seq, body FROM events WHERE race = ? ORDER BY seq"
_LAST: Final = "SELECT seq, body FROM events WHERE race = ? ORDER BY seq DESC LIMIT 1"
_STATE: Final = "SELECT finished OR date_ms > 0, trimmed FROM races WHERE number = ?"
"""Whether `events` has all of it, since it is over."""
_JOURNAL: Final = """
    SELECT body FROM journal WHERE instr(body, CAST(? AS BLOB)) ORDER BY number"""
"""Rows that may have moves of a race."""


def read_encoded(connection: sqlite3.Connection, number: int) -> list[bytes]:
    """The events of a race in order, encoded. Raises StoreFailed, also at a gap."""
    found: list[bytes] = []
    complete, trimmed = connection.execute(_STATE, (number,)).fetchone() or (False, False)
    for seq, body in connection.execute(_ROWS, (number,)):
        if seq != len(found) and not trimmed:
            raise _gap(number, len(found))
        found += body.split(b"\n")
    if not complete:
        for seq, move in sorted(_in_journal(connection, number, len(found)).items()):
            if seq != len(found):
                raise _gap(number, len(found))
            found.append(move)
    return found


def _in_journal(connection: sqlite3.Connection, number: int, least: int) -> dict[int, bytes]:
    """By seq, from `least` on: what comes before is in `events` too."""
    return {
        seq: move
        for (row,) in connection.execute(_JOURNAL, (f"{number},",))
        for race, seq, move in journal.unpack(row)
        if race == number and seq >= least
    }


def _gap(number: int, seq: int) -> StoreFailed:
    return StoreFailed(f"race number {number} has a gap: event {seq} is missing")


def length(connection: sqlite3.Connection, number: int) -> int:
    """How many events of a race there are by their numbers, those in the journal left out."""
    last = connection.execute(_LAST, (number,)).fetchone()
    return 0 if last is None else int(last[0]) + last[1].count(b"\n") + 1


def read_events(connection: sqlite3.Connection, number: int) -> tuple[Event, ...]:
    """The events of a race in order. Raises StoreFailed."""
    return _decoded(number, read_encoded(connection, number))


def read_facts(connection: sqlite3.Connection, number: int) -> tuple[Event, ...]:
    """The events of a race in order, moves left out. Raises StoreFailed."""
    return _decoded(number, (body for (body,) in connection.execute(FACTS, (number,))))


def _decoded(number: int, bodies: Iterable[bytes]) -> tuple[Event, ...]:
    """Raises StoreFailed at what is no event; a later server's, or damage."""
    try:
        return tuple(map(decode_event, bodies))
    except msgspec.DecodeError as error:
        raise StoreFailed(f"race number {number} has an unreadable event: {error}") from error

"""Appends to the logs of races, inside the transaction of a group: moves to the journal, all else
and the end of a race to `events`, and moves from the one to the other.

Remembers where logs end, so that appending needs no reading. Runs in the writer's own thread.
"""

import sqlite3
from itertools import islice
from typing import Final

from server.race.events import Aborted, Created, Finished, Moved, encode_event
from server.records import Append
from server.store import journal, sqlite_log
from server.store.base import StoreFailed
from server.store.journal import Journal, Log

REMEMBERED_RACES: Final = 10_000
FOLDS: Final = 16
"""Logs that a group folds at least when the journal is too long; of a large group an eighth of its
moves. So no commit takes long, and the journal stays near its limit."""
DROPPED_ROWS: Final = 64
"""Rows of the journal that are deleted together, when so many are needed no more."""
_AT_ONCE: Final = 64
"""Logs that are forgotten together when too many are remembered."""

_PUT_EVENTS: Final = tuple(
    (count, "INSERT INTO events VALUES " + ", ".join(["(?, ?, ?)"] * count))  # noqa: S608
    for count in (64, 16, 4, 1)
)
"""Many rows a statement: between two, the event loop would wait for its turn in the interpreter."""
_FIND: Final = "SELECT number, room, finished OR date_ms > 0 FROM races WHERE race = ?"
_FIND_BY_NUMBER: Final = "SELECT race, room, finished FROM races WHERE number = ?"


class LogWriter:
    """`begin`, any number of `append`, `end`, all in one transaction; after a failure `forget`."""

    def __init__(
        self,
        *,
        remembered: int = REMEMBERED_RACES,
        limit: int = journal.LIMIT,
        full_bytes: int = journal.FULL_BYTES,
        dropped_rows: int = DROPPED_ROWS,
    ) -> None:
        self._remembered = remembered
        self._limit = limit
        self._full_bytes = full_bytes
        self._dropped_rows = dropped_rows
        self.forget()

    def forget(self) -> None:
        """Whatever was remembered may be wrong: read it again when it is next needed."""
        self._logs: dict[str, Log] = {}
        self._journal = Journal()
        self._is_read = False
        self._keys: list[int] = []
        self._moves: list[bytes] = []
        self._values: list[int | bytes] = []
        """Of event rows that are still to be inserted: number, seq, body; number, seq, …"""

    def begin(self, connection: sqlite3.Connection) -> None:
        """Know what the journal holds. Raises StoreFailed when it cannot be read."""
        if not self._is_read:
            self._read_journal(connection)
            self._is_read = True

    def append(self, connection: sqlite3.Connection, write: Append) -> int | None:
        """The number of the race when it is over with these events, which are in `events` after
        the next `flush`. Raises StoreFailed when they do not follow."""
        log = self._logs.get(write.race) or self._find(connection, write)
        if write.seq != log.length or write.room != log.room:
            raise StoreFailed(
                f"race {write.race} of room {log.room} has {log.length} events; "
                f"event {write.seq} of room {write.room} does not follow"
            )
        for event in write.events:
            if type(event) is not Moved or log.finished:
                return self._append_facts(log, write)
        for event in write.events:
            move = encode_event(event)
            self._keys += (log.number, log.length)
            self._moves.append(move)
            self._wait(log, move, self._journal.coming)
        if log.waiting_bytes >= self._full_bytes:
            self._fold(log)
        return None

    def end(self, connection: sqlite3.Connection) -> None:
        """The last statements of a group."""
        held = self._journal
        if self._moves:
            count = len(self._moves)
            row = (held.coming, journal.pack(self._keys, self._moves))
            connection.execute("INSERT INTO journal VALUES (?, ?)", row)
            held.has(held.coming, count)
            self._keys, self._moves = [], []
            folds = max(FOLDS, count // 8)
            while held.moves > self._limit and folds and (oldest := held.oldest) is not None:
                self._fold(oldest)
                folds -= 1
                held.needed()
        self.flush(connection)
        if held.needed() - held.first >= self._dropped_rows:
            held.first += self._dropped_rows
            connection.execute("DELETE FROM journal WHERE number < ?", (held.first,))

    def settle(self, connection: sqlite3.Connection) -> None:
        """Put all that waits into `events` and empty the journal."""
        while (oldest := self._journal.oldest) is not None:
            self._fold(oldest)
        self.flush(connection)
        connection.execute("DELETE FROM journal")
        self.forget()

    def flush(self, connection: sqlite3.Connection) -> None:
        """Insert the rows of `events` that are due, before anything reads them."""
        values, self._values = self._values, []
        at, left = 0, len(values) // 3
        for count, statement in _PUT_EVENTS:
            while left >= count:
                connection.execute(statement, values[at : at + 3 * count])
                at, left = at + 3 * count, left - count

    def _append_facts(self, log: Log, write: Append) -> int | None:
        """Events that are not all moves go to `events`, after what waits there for its turn.
        Returns as `append` does."""
        ended = False
        for event in write.events:
            body = encode_event(event)
            if isinstance(event, Moved):
                self._wait(log, body, self._journal.coming)
                continue
            self._fold(log)
            self._values += (log.number, log.length, body)
            log.length += 1
            ended = ended or isinstance(event, Finished | Aborted)
        self._fold(log)
        if ended:
            # hardly ever needed again, and then found
            del self._logs[write.race]
        return log.number if ended else None

    def _wait(self, log: Log, move: bytes, row: int) -> None:
        """One more event of a log, which has been or will be in this row of the journal."""
        if not log.waiting:
            self._journal.waits(log, row)
        log.waiting.append(move)
        log.waiting_bytes += len(move) + 1
        log.length += 1

    def _fold(self, log: Log) -> None:
        """Put the moves of a log that wait into `events`."""
        if not log.waiting:
            return
        first = log.length - len(log.waiting)
        for seq, body in journal.chunks(first, log.waiting, self._full_bytes):
            self._values += (log.number, seq, body)
        log.waiting, log.waiting_bytes = [], 0
        self._journal.waits_no_more(log)

    def _find(self, connection: sqlite3.Connection, write: Append) -> Log:
        """The log that is stored, or a new one when the write opens a race."""
        self.flush(connection)
        found = connection.execute(_FIND, (write.race,)).fetchone()
        if found is not None:
            number, room, finished = found
            log = Log(number, room, sqlite_log.length(connection, number), bool(finished))
        elif write.events and isinstance(write.events[0], Created):
            cursor = connection.execute(
                "INSERT INTO races (race, room) VALUES (?, ?)", (write.race, write.room)
            )
            log = Log(cursor.lastrowid or 0, write.room, 0)
        else:
            raise StoreFailed(f"race {write.race} does not begin with Created")
        self._remember(write.race, log)
        return log

    def _remember(self, race: str, log: Log) -> None:
        if len(self._logs) >= self._remembered:
            for other in list(islice(self._logs, _AT_ONCE)):
                self._fold(self._logs.pop(other))
        self._logs[race] = log

    def _read_journal(self, connection: sqlite3.Connection) -> None:
        """Remember the logs whose moves wait in it: those that `events` has not. Of a race that is
        over nothing does, since `events` has its end."""
        waiting: dict[int, dict[int, tuple[bytes, int]]] = {}
        rows = connection.execute("SELECT number, body FROM journal ORDER BY number")
        for row, body in rows:
            count = 0
            for number, seq, move in journal.unpack(body):
                waiting.setdefault(number, {})[seq] = move, row
                count += 1
            if not self._journal.moves:
                self._journal.first = row
            self._journal.has(row, count)
        logs = []
        for number, moves in waiting.items():
            found = connection.execute(_FIND_BY_NUMBER, (number,)).fetchone()
            if found is None:
                continue
            race, room, finished = found
            log = Log(number, room, sqlite_log.length(connection, number), bool(finished))
            self._take_over(log, moves)
            if log.waiting:
                self._remember(race, log)
                logs.append(log)
        for log in sorted(logs, key=lambda log: log.row):
            if log.waiting:
                self._journal.waits(log, log.row)

    def _take_over(self, log: Log, moves: dict[int, tuple[bytes, int]]) -> None:
        """Let a log wait with those moves that `events` has not. What is before a gap goes there:
        it is lost no more than the gap, which a reader finds."""
        for seq, (move, row) in sorted(moves.items()):
            if seq < log.length:
                continue
            if seq > log.length:
                self._fold(log)
                log.length = seq
            self._wait(log, move, row)

"""The tables of the store that forgets, and how a group is written to them whole or not at all.

A group is applied write by write with its undoing noted, so a refused group leaves nothing behind.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from server.race.events import Aborted, Created, Event, Finished, Moved
from server.records import (
    Append,
    DropMember,
    DropMoves,
    DropRecovery,
    ForgetPlayer,
    PutMember,
    PutPlayer,
    PutRecovery,
    PutRoom,
    PutToken,
    RemovedRow,
    ResultRow,
    Write,
)
from server.rulings import BanPlayer, CloseRoom, NoteRuling, RemoveResult, TakeName
from server.store import projections
from server.store.base import StoreFailed

_K = TypeVar("_K")
_V = TypeVar("_V")


@dataclass(slots=True)
class Log:
    """One race: the room it belongs to and its events."""

    room: str
    events: list[Event] = field(default_factory=list)
    finished: bool = False
    trimmed: bool = False

    @property
    def broken_off_ms(self) -> int:
        """The date of a race that was broken off; 0 for any other, and without a board."""
        is_broken_off = isinstance(self.events[-1], Aborted)
        return projections.date_ms(self.events) if is_broken_off else 0


class MemoryTables:
    """The writing half of `MemoryStore`."""

    def __init__(self) -> None:
        self._players: dict[str, PutPlayer] = {}
        self._tokens: dict[bytes, str] = {}
        self._recoveries: dict[str, bytes] = {}
        self._forgotten: dict[str, bool] = {}
        self._banned: dict[str, bool] = {}
        self._taken_names: dict[str, str] = {}
        self._rooms: dict[str, PutRoom] = {}
        self._shut: dict[str, bool] = {}
        self._removed: dict[tuple[str, str], RemovedRow] = {}
        self.rulings: dict[int, NoteRuling] = {}
        self._members: dict[str, dict[str, PutMember]] = {}
        self._races: dict[str, Log] = {}
        self._results: dict[str, list[ResultRow]] = {}
        self._undo: list[Callable[[], object]] = []
        self._failed = False
        self._closed = False

    async def commit(self, group: Sequence[Write]) -> None:
        if self._failed or self._closed:
            raise StoreFailed("the store has failed before, or is closed")
        self._undo = []
        try:
            for write in group:
                self._apply(write)
        except StoreFailed:
            for undo in reversed(self._undo):
                undo()
            self._failed = True
            raise

    def _apply(self, write: Write) -> None:
        match write:
            case PutPlayer():
                self._put_player(write)
            case PutToken():
                self._put_token(write.player, write.token_hash)
            case PutRecovery():
                self._need(write.player in self._players, f"no player {write.player}")
                if write.player not in self._forgotten:
                    self._set(self._recoveries, write.player, write.code_hash)
            case DropRecovery():
                if self._recoveries.get(write.player) == write.code_hash:
                    self._drop(self._recoveries, write.player)
            case ForgetPlayer():
                self._forget(write.player)
            case PutRoom():
                self._need(write.owner in self._players, f"no player {write.owner}")
                self._set(self._rooms, write.code, write)
                if write.code not in self._members:
                    self._set(self._members, write.code, {})
            case PutMember():
                self._need(write.room in self._rooms, f"no room {write.room}")
                self._need(write.player in self._players, f"no player {write.player}")
                if write.player not in self._forgotten:
                    self._set(self._members[write.room], write.player, write)
            case DropMember():
                self._drop_member(write.room, write.player)
            case DropMoves():
                self._trim(self._races.get(write.race))
            case Append():
                self._append(write)
            case BanPlayer(banned=True):
                self._set(self._banned, write.player, True)
            case BanPlayer():
                self._drop(self._banned, write.player)
            case TakeName():
                self._set(self._taken_names, write.player, write.name)
            case CloseRoom():
                self._set(self._shut, write.code, True)
            case RemoveResult():
                self._remove_result(write)
            case NoteRuling():
                self._set(self.rulings, len(self.rulings), write)

    def _put_player(self, write: PutPlayer) -> None:
        known = self._players.get(write.player)
        if known is None:
            self._set(self._players, write.player, write)
            self._put_token(write.player, write.token_hash)
        elif write.player not in self._forgotten:
            renamed = msgspec.structs.replace(known, name=write.name)
            self._set(self._players, write.player, renamed)

    def _put_token(self, player: str, token_hash: bytes) -> None:
        self._need(player in self._players, f"no player {player}")
        if player not in self._forgotten:
            self._need(token_hash not in self._tokens, "a token belongs to one player")
            self._set(self._tokens, token_hash, player)

    def _forget(self, player: str) -> None:
        if player not in self._players:
            return
        self._set(self._forgotten, player, True)
        self._set(self._players, player, msgspec.structs.replace(self._players[player], name=""))
        for token_hash in [token for token, owner in self._tokens.items() if owner == player]:
            self._drop(self._tokens, token_hash)
        self._drop(self._recoveries, player)
        for room in self._members:
            self._drop_member(room, player)
        for race, racer in list(self._removed):
            if racer == player:
                self._drop(self._removed, (race, racer))
        for race, rows in self._results.items():
            self._set(self._results, race, self._remembered(race, rows))

    def _remembered(self, race: str, rows: list[ResultRow]) -> list[ResultRow]:
        """The results of a race that count: of those who have not asked to be forgotten, and
        without those that were removed."""
        return [
            row
            for row in rows
            if row.player not in self._forgotten and (race, row.player) not in self._removed
        ]

    def _remove_result(self, write: RemoveResult) -> None:
        if write.race not in self._races or write.player not in self._players:
            return
        if write.player not in self._forgotten:
            key = (write.race, write.player)
            first = self._removed.get(key)
            date_ms = write.date_ms if first is None else first.date_ms
            row = RemovedRow(
                race=write.race, player=write.player, reason=write.reason, date_ms=date_ms
            )
            self._set(self._removed, key, row)
            rows = self._results.get(write.race, [])
            self._set(self._results, write.race, self._remembered(write.race, rows))

    def _drop_member(self, room: str, player: str) -> None:
        members = self._members.get(room, {})
        if player in members:
            rest = {other: row for other, row in members.items() if other != player}
            self._set(self._members, room, rest)

    def _append(self, write: Append) -> None:
        log = self._races.get(write.race)
        if log is None:
            self._need(write.room in self._rooms, f"no room {write.room}")
            opens = bool(write.events) and isinstance(write.events[0], Created)
            self._need(opens, f"race {write.race} does not begin with Created")
            log = Log(write.room)
            self._set(self._races, write.race, log)
        length = len(log.events)
        self._need(log.room == write.room, f"race {write.race} belongs to room {log.room}")
        self._need(write.seq == length, f"race {write.race}: event {write.seq}, not {length}")
        log.events += write.events
        self._undo.append(lambda: log.events.__delitem__(slice(length, None)))
        if any(isinstance(event, Finished) for event in write.events):
            self._undo.append(lambda: setattr(log, "finished", False))
            log.finished = True
            rows = projections.result_rows(log.room, write.race, log.events)
            for row in rows:
                self._need(row.player in self._players, f"no player {row.player}")
            self._set(self._results, write.race, self._remembered(write.race, rows))

    def _trim(self, log: Log | None) -> None:
        if log is None or not (log.finished or log.broken_off_ms):
            return
        events, was = log.events, log.trimmed
        self._undo.append(lambda: setattr(log, "events", events))
        self._undo.append(lambda: setattr(log, "trimmed", was))
        log.events = [event for event in events if not isinstance(event, Moved)]
        log.trimmed = True

    def _need(self, holds: bool, otherwise: str) -> None:
        if not holds:
            raise StoreFailed(otherwise)

    def _set(self, table: dict[_K, _V], key: _K, value: _V) -> None:
        if key in table:
            before = table[key]
            self._undo.append(lambda: table.__setitem__(key, before))
        else:
            self._undo.append(lambda: table.pop(key))
        table[key] = value

    def _drop(self, table: dict[_K, _V], key: _K) -> None:
        if key in table:
            before = table.pop(key)
            self._undo.append(lambda: table.__setitem__(key, before))

"""The store that forgets: dictionaries, for tests and trials. Same contract as `sqlite`.

Here it is read; how it is written stands in `memory_write`.
Times are Unix milliseconds for dates, integer milliseconds for races.
"""

import secrets
from collections.abc import Callable

from server.race.events import Aborted, Finished, Moved, Went
from server.records import (
    BestRow,
    BoardRow,
    Period,
    RemovedRow,
    ResultRow,
    StatsRow,
    StoredAccount,
    StoredMember,
    StoredMembership,
    StoredPlayer,
    StoredRace,
    StoredRoom,
)
from server.store import projections
from server.store.memory_write import Log, MemoryTables


class MemoryStore(MemoryTables):
    """Fulfils `server.store.base.Store`. `secret`: 32 bytes for R4, else fresh ones."""

    def __init__(self, secret: bytes | None = None) -> None:
        super().__init__()
        self._secret = secrets.token_bytes(32) if secret is None else secret

    async def secret(self) -> bytes:
        return self._secret

    async def player_by_token(self, token_hash: bytes) -> StoredPlayer | None:
        player = self._tokens.get(token_hash)
        return None if player is None else await self.player(player)

    async def player_by_recovery(self, code_hash: bytes) -> StoredPlayer | None:
        owners = [player for player, code in self._recoveries.items() if code == code_hash]
        return await self.player(owners[0]) if owners else None

    async def player(self, player: str) -> StoredPlayer | None:
        row = self._players.get(player)
        if row is None or player in self._forgotten:
            return None
        return StoredPlayer(
            player=row.player,
            name=row.name,
            date_ms=row.date_ms,
            bot=row.bot,
            banned=player in self._banned,
            taken_name=self._taken_names.get(player),
        )

    async def room(self, code: str) -> StoredRoom | None:
        row = self._rooms.get(code)
        if row is None or code in self._shut:
            return None
        races = [(race, log) for race, log in self._races.items() if log.room == code]
        finished = [race for race, log in races if log.finished]
        return StoredRoom(
            code=code,
            owner=row.owner,
            locked=row.locked,
            public=row.public,
            settings=row.settings,
            members=tuple(
                StoredMember(
                    player=member.player,
                    name=member.name,
                    colour=member.colour,
                    watching=member.watching,
                    removed=member.removed,
                    left=member.left,
                    bot=self._players[member.player].bot,
                )
                for member in self._members[code].values()
            ),
            race=races[-1][0] if races else None,
            events=tuple(races[-1][1].events) if races else (),
            last_race=finished[-1] if finished else None,
        )

    async def unfinished(self) -> list[str]:
        newest = {log.room: log.events for log in self._races.values()}
        return [
            room
            for room, events in newest.items()
            if not isinstance(events[-1], Finished | Aborted)
            and any(isinstance(event, Went) for event in events)
        ]

    async def room_exists(self, code: str) -> bool:
        return code in self._rooms and code not in self._shut

    async def race(self, race: str) -> StoredRace | None:
        log = self._races.get(race)
        if log is None:
            return None
        return StoredRace(room=log.room, race=race, events=tuple(log.events), trimmed=log.trimmed)

    async def facts(self, race: str) -> StoredRace | None:
        log = self._races.get(race)
        if log is None or not log.finished:
            return None
        facts = tuple(event for event in log.events if not isinstance(event, Moved))
        return StoredRace(room=log.room, race=race, events=facts, trimmed=log.trimmed)

    async def races_to_trim(self, before_ms: int, limit: int) -> list[str]:
        return [
            race
            for race, log in self._races.items()
            if not log.trimmed and await self._is_old(race, log, before_ms)
        ][:limit]

    async def _is_old(self, race: str, log: Log, before_ms: int) -> bool:
        if log.finished:
            return projections.date_ms(log.events) < before_ms or not await self.names(race)
        return 0 < log.broken_off_ms < before_ms

    async def names(self, race: str) -> dict[str, str] | None:
        log = self._races.get(race)
        finish = None if log is None else log.events[-1]
        if log is None or not isinstance(finish, Finished):
            return None
        name_of = self._names_in(log.room)
        racers = [line.player for line in finish.placings]
        return {player: name_of(player) for player in racers if player not in self._forgotten}

    async def results(self, race: str) -> list[ResultRow]:
        return sorted(self._results.get(race, ()), key=lambda row: (row.place, row.player))

    async def leaderboard(self, room: str) -> list[BoardRow]:
        rows = [row for row in self._all_results() if row.room == room]
        return projections.leaderboard(rows, self._names_in(room))

    async def best_times(
        self,
        level: str,
        period: Period,
        now_ms: int,
        limit: int,
        *,
        guess_free: bool,
        bots: bool = False,
    ) -> list[BestRow]:
        since_ms = projections.period_start_ms(period, now_ms)
        results = self._all_results()
        best = projections.best_rows(results, level, since_ms, guess_free=guess_free, bots=bots)
        return projections.place_best(best[:limit], self._name_of)

    async def statistics(self, player: str, *, guess_free: bool | None = None) -> list[StatsRow]:
        return projections.statistics(
            row
            for row in self._all_results()
            if row.player == player and guess_free in (None, row.guess_free)
        )

    async def recent(self, player: str, limit: int) -> list[ResultRow]:
        return projections.recent(
            (row for row in self._all_results() if row.player == player), limit
        )

    async def rooms_of(self, player: str) -> list[str]:
        return [
            code
            for code, members in self._members.items()
            if player in members and code not in self._shut
        ]

    async def account(self, player: str, skip: int, limit: int) -> StoredAccount | None:
        known = await self.player(player)
        if known is None:
            return None
        own = [row for row in self._all_results() if row.player == player]
        own.sort(key=lambda row: (row.date_ms, row.race))
        return StoredAccount(
            player=known,
            devices=sum(owner == player for owner in self._tokens.values()),
            has_recovery=player in self._recoveries,
            rooms=tuple([self._membership(code, player) for code in await self.rooms_of(player)]),
            results=tuple(own[skip : skip + limit]),
            removed=tuple(row for row in await self.removed_results() if row.player == player),
        )

    def _membership(self, code: str, player: str) -> StoredMembership:
        member = self._members[code][player]
        return StoredMembership(
            room=code,
            name=member.name,
            colour=member.colour,
            watching=member.watching,
            removed=member.removed,
            left=member.left,
            owner=self._rooms[code].owner == player,
        )

    async def removed_results(self) -> list[RemovedRow]:
        return sorted(self._removed.values(), key=lambda row: row.date_ms)

    async def rebuild(self) -> int:
        self._results = {}
        for race, log in self._races.items():
            rows = self._remembered(race, projections.result_rows(log.room, race, log.events))
            if rows:
                self._results[race] = rows
        return len(self._all_results())

    async def healthy(self) -> bool:
        return not (self._failed or self._closed)

    async def close(self) -> None:
        self._closed = True

    def _all_results(self) -> list[ResultRow]:
        return [row for rows in self._results.values() for row in rows]

    def _names_in(self, room: str) -> Callable[[str], str]:
        """What a room calls its members, and others call themselves."""
        members = self._members.get(room, {})

        def name_of(player: str) -> str:
            return members[player].name if player in members else self._name_of(player)

        return name_of

    def _name_of(self, player: str) -> str:
        return self._players[player].name

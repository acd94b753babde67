"""What every store promises, in prose and types. Backends: `memory` and `sqlite`.

- Writes come as groups. A group is committed whole or not at all, in the order of `commit` calls.
- When `commit` returns, the group survives `kill -9` and a power cut (SQLite: FULL).
- `commit` raises `StoreBusy` when nothing was written and trying again may help (full disk, foreign
  lock), `StoreFailed` when it is unknown what was written: then the process must stop and replay.
  So it does for a group that contradicts what is stored (unknown room or player, a gap in a race's
  numbers): memory and log have parted. A store that has failed once refuses everything after.
- Reads see committed groups only. Reads never block the writer. They raise `StoreFailed` when
  rows cannot be read. But a room whose newest race cannot be read comes with the race's id and no
  events: better a new race than no room.
- Results are a projection of the log: written in the group that holds a race's `Finished`, and
  `rebuild` makes the same rows from the log again.
- A forgotten player is nobody: not found by id, token or code, in no room, without results, also
  when they are rebuilt. The id stays taken, since logs name it; what is written about it later
  changes nothing.
- A removed result is in no list and no statistics, also when rebuilt, and is listed with its
  reason. Nobody finds a closed room; a banned player is found, and said to be banned.
Times are Unix milliseconds for dates, integer milliseconds for races. No secrets in the clear:
tokens and recovery codes are stored as SHA-256.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from server.records import (
    BestRow,
    BoardRow,
    Period,
    RemovedRow,
    ResultRow,
    StatsRow,
    StoredAccount,
    StoredPlayer,
    StoredRace,
    StoredRoom,
    Write,
)


class StoreBusy(Exception):
    """Nothing was written; the same group may be tried again."""


class StoreFailed(Exception):
    """It is unknown what was written: stop, reopen, replay."""


class StoreUnusable(Exception):
    """A store cannot be opened; nothing in it was changed. The message is meant for people.

    StoreUnusable
    ├── DirectoryLocked
    ├── DatabaseTooNew
    ├── DatabaseDamaged
    └── DurabilityRefused
    """


class DirectoryLocked(StoreUnusable):
    """Another process, or another store of this one, works in the directory."""


class DatabaseTooNew(StoreUnusable):
    """Written by a later version of the server."""


class DatabaseDamaged(StoreUnusable):
    """Not a database of this server, or one with damage."""


class DurabilityRefused(StoreUnusable):
    """SQLite does not keep to write-ahead logging with `synchronous=FULL` here."""


class Commits(Protocol):
    """The part that writes."""

    async def commit(self, group: Sequence[Write]) -> None: ...


class Store(Commits, Protocol):
    async def secret(self) -> bytes:
        """The server's own 32 secret bytes (R4): made on the first start, the same ever after."""
        ...

    async def player_by_token(self, token_hash: bytes) -> StoredPlayer | None: ...

    async def player_by_recovery(self, code_hash: bytes) -> StoredPlayer | None: ...

    async def player(self, player: str) -> StoredPlayer | None: ...

    async def room(self, code: str) -> StoredRoom | None: ...

    async def room_exists(self, code: str) -> bool:
        """Whether `room` would find it; costs no more than that."""
        ...

    async def unfinished(self) -> list[str]:
        """Codes of the rooms whose newest race has begun and is not over, in any order."""
        ...

    async def race(self, race: str) -> StoredRace | None: ...

    async def facts(self, race: str) -> StoredRace | None:
        """A finished race without its moves; None for any other."""
        ...

    async def races_to_trim(self, before_ms: int, limit: int) -> list[str]:
        """Races from before that date that are over, finished or broken off, and whose moves are
        still there, in any order; finished ones of which nobody wants to be remembered, whatever
        their date."""
        ...

    async def names(self, race: str) -> Mapping[str, str] | None:
        """The racers of a finished race, by player id, as their room knows them; without those
        who are forgotten. None for any other race."""
        ...

    async def results(self, race: str) -> list[ResultRow]:
        """Rows of one finished race, by place."""
        ...

    async def leaderboard(self, room: str) -> list[BoardRow]:
        """All levels of a room; by level, then wins, then best time. Names are the room's."""
        ...

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
        """Ranked, cleared races only, on boards that were certified or on the others; of people or
        of programs (R18); one line a player; UTC days and weeks from Monday."""
        ...

    async def statistics(self, player: str, *, guess_free: bool | None = None) -> list[StatsRow]:
        """By level; None: on all boards."""
        ...

    async def recent(self, player: str, limit: int) -> list[ResultRow]:
        """The player's newest races, newest first."""
        ...

    async def rooms_of(self, player: str) -> list[str]:
        """Codes of the rooms that know the player, in order of joining; none that is closed."""
        ...

    async def account(self, player: str, skip: int, limit: int) -> StoredAccount | None:
        """All about a player, with `limit` results after the `skip` oldest ones; None: nobody."""
        ...

    async def removed_results(self) -> list[RemovedRow]:
        """All of them, in order of their removal."""
        ...

    async def rebuild(self) -> int:
        """Make all result rows anew from the log; returns their number."""
        ...

    async def healthy(self) -> bool: ...

    async def close(self) -> None: ...

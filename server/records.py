"""The rows that rooms hand to the store and the store hands back: plain data, known to both.

Rooms never see a store and the store never sees a room; this is all they share. Times are Unix
milliseconds for dates, integer milliseconds for races. Secrets never stand here in the clear.
"""

from typing import Literal

from msgspec import Struct

from server.race.events import Event
from server.rulings import Rulings

Period = Literal["today", "week", "all"]


class Row(Struct, frozen=True, kw_only=True, gc=False):
    """Base of all stored and computed rows."""


class PutPlayer(Row, frozen=True, kw_only=True, tag=True):
    """Insert a player, or change the name."""

    player: str
    name: str
    token_hash: bytes
    """SHA-256 of a secret token, 32 bytes: the first one of a new player; of a known one unread."""
    date_ms: int
    bot: bool = False
    """A program that says so (R18). Of a known player unread: what somebody is stays so."""


class PutToken(Row, frozen=True, kw_only=True, tag=True):
    """One more token of a player; those before it stay good."""

    player: str
    token_hash: bytes


class PutRecovery(Row, frozen=True, kw_only=True, tag=True):
    """The player's recovery code; the one before it is gone."""

    player: str
    code_hash: bytes
    """SHA-256 of the code, 32 bytes."""


class DropRecovery(Row, frozen=True, kw_only=True, tag=True):
    """A recovery code was used; a newer one of the player stays good."""

    player: str
    code_hash: bytes


class ForgetPlayer(Row, frozen=True, kw_only=True, tag=True):
    """The player's own wish: name, secrets, memberships and results go, and never come again."""

    player: str


class PutRoom(Row, frozen=True, kw_only=True, tag=True):
    """Insert or replace a room's row."""

    code: str
    owner: str
    locked: bool
    public: bool
    """Stands in the public list of rooms."""
    settings: bytes
    """The room's settings as the rooms package encodes them; opaque here."""
    date_ms: int


class PutMember(Row, frozen=True, kw_only=True, tag=True):
    """Insert or replace a membership. `removed`: thrown out by the host, may not come back. `left`:
    no member any more, kept for the name in a race that is still shown."""

    room: str
    player: str
    name: str
    """Under which the room knows them; a clash can keep it from following the player's name."""
    colour: int
    watching: bool
    removed: bool
    left: bool


class DropMember(Row, frozen=True, kw_only=True, tag=True):
    room: str
    player: str


class DropMoves(Row, frozen=True, kw_only=True, tag=True):
    """The moves of a race that is over go; its other facts and its results stay."""

    race: str


class Append(Row, frozen=True, kw_only=True, tag=True):
    """Events of one race, in order; `seq` is the number of the first of them, from 0. The event
    `Created` opens the race's row."""

    room: str
    race: str
    seq: int
    events: tuple[Event, ...]


Write = (
    PutPlayer
    | PutToken
    | PutRecovery
    | DropRecovery
    | ForgetPlayer
    | PutRoom
    | PutMember
    | DropMember
    | DropMoves
    | Append
    | Rulings
)


class StoredPlayer(Row, frozen=True, kw_only=True):
    player: str
    name: str
    date_ms: int
    bot: bool = False
    banned: bool = False
    """May not come in: the word of whoever runs the server."""
    taken_name: str | None = None
    """See `TakeName`."""


class StoredMember(Row, frozen=True, kw_only=True):
    player: str
    name: str
    colour: int
    watching: bool
    removed: bool
    left: bool
    bot: bool = False
    """As the player is."""


class StoredRoom(Row, frozen=True, kw_only=True):
    """A room as it slept: rows and the log of its newest race."""

    code: str
    owner: str
    locked: bool
    public: bool
    settings: bytes
    members: tuple[StoredMember, ...]
    """In order of joining."""
    race: str | None
    events: tuple[Event, ...]
    last_race: str | None
    """The race finished last, if any."""


class ResultRow(Row, frozen=True, kw_only=True):
    """One racer of one finished race: the projection everything else is counted from."""

    race: str
    room: str
    player: str
    level: str
    """Level id; a custom size is `custom:COLUMNSxROWSxMINES`."""
    date_ms: int
    place: int
    racers: int
    outcome: str
    time_ms: int
    progress: int
    bbbv: int
    bbbv_done: int
    clicks: int
    ranked: bool
    clean: bool
    """A fresh seed, and no penalty for this racer: the time may be a best one (R16)."""
    guess_free: bool
    """The board was certified: it needs no luck (R5)."""
    bot: bool = False
    """The racer is a program (R18)."""
    bots: int = 0
    """So many of `racers` are programs."""


class BoardRow(Row, frozen=True, kw_only=True):
    """A room's leaderboard: one player at one level (R16)."""

    player: str
    name: str
    level: str
    races: int
    cleared: int
    wins: int
    """Races won against others: first place, cleared, and a person among the others (R18)."""
    podiums: int
    """Places 1–3, with a person among the others."""
    best_ms: int | None
    """Best clean time of a cleared board; losses never enter (R16)."""
    average_ms: int | None
    """Over the same times."""
    bot: bool = False


class BestRow(Row, frozen=True, kw_only=True):
    """A line of the public best times: a player's best at a level in a period."""

    place: int
    player: str
    name: str
    time_ms: int
    bbbv: int
    race: str
    date_ms: int


class StatsRow(Row, frozen=True, kw_only=True):
    """A player's statistics at one level (G12, R16)."""

    level: str
    played: int
    cleared: int
    streak: int
    best_streak: int
    best_ms: int | None
    """Best clean time of a cleared board."""
    races_won: int
    bbbv_per_s: float | None
    """3BV per second over cleared boards."""
    efficiency: float | None
    """3BV done per click, over all races."""


class StoredRace(Row, frozen=True, kw_only=True):
    """A race's log, whole or without its moves."""

    room: str
    race: str
    events: tuple[Event, ...]
    trimmed: bool = False
    """Its moves were dropped, being old."""


class RemovedRow(Row, frozen=True, kw_only=True):
    """A result that counts nowhere any more, and why: the word of whoever runs the server."""

    race: str
    player: str
    reason: str
    date_ms: int
    """When it was removed."""


class StoredMembership(Row, frozen=True, kw_only=True):
    """One room as it knows a player; see `PutMember`."""

    room: str
    name: str
    colour: int
    watching: bool
    removed: bool
    left: bool
    owner: bool


class StoredAccount(Row, frozen=True, kw_only=True):
    """All that is stored about one player, but for secrets, of which it says that there are any."""

    player: StoredPlayer
    devices: int
    """How many tokens are good."""
    has_recovery: bool
    rooms: tuple[StoredMembership, ...]
    results: tuple[ResultRow, ...]
    """A part of them, oldest first."""
    removed: tuple[RemovedRow, ...]

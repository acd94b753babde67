"""What the server sends. The tag is the field `t`; a client ignores fields that it does not know.

Times are integer milliseconds; a field ending in `in_ms` counts from the moment of sending.
"""

from typing import Literal

from msgspec import Struct

from protocol.parts import BoardReveal, Certificate, RaceView, Result, RoomState, Standing
from protocol.terms import (
    BoardLabel,
    HintRule,
    MoveKind,
    Outcome,
    ReactionKind,
    Run,
    SeedOrigin,
    Settings,
)


class _FromServer(Struct, frozen=True, tag_field="t", kw_only=True, gc=False):
    pass


class Welcome(_FromServer, frozen=True, tag="welcome"):
    """Answer to `hello`. `token` is set for a new player and after a recovery code only: keep it,
    it is the identity."""

    version: int
    player: str
    name: str
    token: str | None = None


class Created(_FromServer, frozen=True, tag="created"):
    """The room exists; connect to its address `ws?r=CODE`."""

    room: str


class RecoveryCode(_FromServer, frozen=True, tag="recovery_code"):
    """Answer to `recovery`: a secret like the token, told this once."""

    code: str
    """20 letters in groups of four; good for one use, until another one is asked for."""


class Snapshot(_FromServer, frozen=True, tag="snapshot"):
    """All that the receiver may know: on entering, on coming back, after a repeated number."""

    room: RoomState
    view: RaceView | None
    results: "Results | None" = None
    """When the view's race is finished: the whole message `results`, its tag included."""


class Room(_FromServer, frozen=True, tag="room"):
    """The room has changed."""

    room: RoomState


class Countdown(_FromServer, frozen=True, tag="countdown"):
    """The board is dealt and committed to; `view.go_in_ms` milliseconds to GO."""

    view: RaceView


class Go(_FromServer, frozen=True, tag="go"):
    """GO. `cells` holds the shared start's opening, for racers only (R1, R6)."""

    race: str
    cells: list[Run]


class Moved(_FromServer, frozen=True, tag="moved"):
    """A move of the receiver was applied and stored; all cells that changed by it."""

    race: str
    n: int
    kind: MoveKind
    cell: int
    elapsed_ms: int
    """The race clock when the move was applied."""
    cells: list[Run]
    """Cells opened; empty when the move had no effect."""
    hit: list[int]
    """Mines opened by this move."""
    flag: bool | None
    """Whether the cell has a flag after a flag move; null when no flag changed."""
    frozen_in_ms: int
    """Milliseconds for which moves are refused now, after a mine with penalty; else 0 (R10)."""
    stuck: bool = False
    """In practice a mine was hit: moves are refused until `undo` (R17)."""


class Hinted(_FromServer, frozen=True, tag="hinted"):
    """Answer to `hint`: the easiest deduction from what the receiver's own board shows; where
    nothing is certain, the cell that is least likely a mine. It holds until the next move."""

    race: str
    rule: HintRule
    numbers: list[int]
    """Open cells whose numbers prove it."""
    safe: list[int]
    """Cells that are safe, by these numbers."""
    mined: list[int]
    """Cells that hide a mine, by these numbers."""
    cell: int | None
    """With `odds`: the best guess; else null."""
    risk: float | None
    """With `odds`: how likely that cell is a mine, 0–1."""


class Rejected(_FromServer, frozen=True, tag="rejected"):
    """The rules say no; nothing has changed."""

    code: str
    """One of the rejection codes."""
    re: str
    """Tag of the message that was refused."""
    n: int | None = None
    """Number of the move that was refused."""


class Standings(_FromServer, frozen=True, tag="standings"):
    """How far everyone is; at most ten a second."""

    race: str
    elapsed_ms: int
    rows: list[Standing]


class Ended(_FromServer, frozen=True, tag="ended"):
    """Somebody's race has ended; sent at once."""

    race: str
    elapsed_ms: int
    standing: Standing
    cutoff_in_ms: int | None
    """What is left for the others after the first finisher (R11)."""


class PauseState(_FromServer, frozen=True, tag="pause_state"):
    """Who wants a pause, whether the clock stands, and when it goes on."""

    race: str
    elapsed_ms: int
    paused: bool
    resumes_in_ms: int | None
    wanting: list[str]


class Results(_FromServer, frozen=True, tag="results"):
    """The race is over for everybody; nothing about it is a secret any more."""

    race: str
    settings: Settings
    seed: str
    """Shareable; the board cannot be computed from it (R4)."""
    origin: SeedOrigin
    key: str
    """The board's key, hexadecimal; its SHA-256 is the commitment (R4)."""
    commitment: str
    label: BoardLabel
    tries: int | None
    """Keys that were tried for a guess-free board, the played one included; null when none was
    looked for (R5)."""
    certificate: Certificate | None
    """Null when guessing may be needed."""
    ranked: bool
    """Whether it can count for the public best times (R16)."""
    bbbv: int | None
    """3BV of the common board; null with own first taps."""
    boards: list[BoardReveal]
    """One board; with own first taps one for each racer."""
    rows: list[Result]
    """By place."""


class Reaction(_FromServer, frozen=True, tag="reaction"):
    """Somebody in the room reacts; to be shown for a moment. It is never kept."""

    player: str
    kind: ReactionKind


class Aborted(_FromServer, frozen=True, tag="aborted"):
    """The race was broken off and counts for nothing."""

    race: str
    reason: Literal["called_off", "nobody_left", "server"]


class Restarting(_FromServer, frozen=True, tag="restarting"):
    """The server is about to stop and closes with 1012 then; the seat is kept."""

    in_ms: int


class Notice(_FromServer, frozen=True, tag="notice"):
    """A word to everybody from whoever runs the server, before a restart for one. Plain text, to be
    shown as such until the user has put it away."""

    text: str
    """At most 500 characters."""


class MyRoom(Struct, frozen=True, kw_only=True):
    """A room that knows the receiver, in `my_data`."""

    room: str
    name: str
    """Under which the room knows you."""
    watching: bool
    owner: bool
    removed: bool
    """Removed by the host."""
    left: bool
    """No member any more; the name is kept for a race that is still shown."""


class MyRace(Struct, frozen=True, kw_only=True):
    """A finished race of the receiver, in `my_data`; the race's own page shows the rest of it."""

    race: str
    room: str
    level: str
    date_ms: int
    """Unix milliseconds of the deal."""
    place: int
    racers: int
    outcome: Outcome
    time_ms: int
    progress: int
    bbbv: int
    bbbv_done: int
    clicks: int
    ranked: bool
    clean: bool
    """A fresh seed and no penalty."""
    guess_free: bool


class MyRemovedResult(Struct, frozen=True, kw_only=True):
    """A result that whoever runs the server has removed, in `my_data`."""

    race: str
    reason: str
    date_ms: int


class OwnData(_FromServer, frozen=True, tag="own_data"):
    """Answer to `my_data`: what the server has stored about the receiver, but for secrets, of
    which it has hashes alone. Practice and races that did not finish have no results: they are in
    the logs of their rooms."""

    player: str
    name: str
    since_ms: int
    """Unix milliseconds of the first hello."""
    bot: bool
    devices: int
    """How many tokens are good."""
    recovery_code: bool
    """Whether there is one that is good."""
    rooms: list[MyRoom]
    races: list[MyRace]
    """At most 100, oldest first."""
    removed: list[MyRemovedResult]
    more: int | None
    """The `skip` of the next `my_data`; null: that was the last one."""


class Error(_FromServer, frozen=True, tag="error"):
    """The last frame was no message of this protocol; the connection is closed with 4400."""

    path: str
    """Where: `$` is the whole message, `$.settings.level` a field."""
    reason: str
    """What is wrong there, for the client's programmer; at most 120 characters."""


class Pong(_FromServer, frozen=True, tag="pong"):
    """Answer to `ping`."""

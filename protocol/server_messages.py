"""What the server sends. The tag is the field `t`; a client ignores fields that it does not know.

Times are integer milliseconds; a field ending in `in_ms` counts from the moment of sending.
"""

from typing import Literal

from msgspec import Struct

from protocol.terms import (
    BoardLabel,
    MoveKind,
    Outcome,
    Phase,
    Run,
    SeedOrigin,
    Settings,
)


class Member(Struct, frozen=True, kw_only=True):
    """Somebody in the room."""

    player: str
    name: str
    colour: int
    """0–31, the lane's colour and number; stays the same while they are a member."""
    present: bool
    """Connected now."""
    watching: bool
    """Has no seat: the next race starts without them."""
    ready: bool
    """Has marked themselves ready for the race in the lobby."""


class RoomState(Struct, frozen=True, kw_only=True):
    """The room as everybody in it sees it, complete."""

    code: str
    owner: str
    """Who made the room, or was handed it."""
    host: str | None
    """Who acts as host now: the owner while present, else the longest-present player (R15)."""
    locked: bool
    """Nobody new is let in."""
    settings: Settings
    """Of the present race; in the lobby the host can change them."""
    members: list[Member]
    race: str
    """The present race; moves carry this id."""
    phase: Phase
    last_race: str | None = None
    """The race that was finished last in this room."""


class Standing(Struct, frozen=True, kw_only=True):
    """How far one racer is. Numbers only, never positions (R6)."""

    player: str
    place: int
    """From 1; equal ones share a place: 1, 2, 2, 4 (R12)."""
    progress: int
    """Whole percent of the board's 3BV done, rounded down (R7)."""
    outcome: Outcome | None
    """How the racer's race has ended; null while it goes on."""
    time_ms: int | None
    """From GO, pauses left out; set when the racer's race has ended."""
    away: bool
    """Has no connection now; the seat is held and the clock goes on (R14)."""


class OwnPlay(Struct, frozen=True, kw_only=True):
    """The viewer's own board."""

    grid: str
    """One character per cell: `.` hidden, `F` flag, `0`–`8` open, `*` a mine that was hit."""
    n: int
    """Number of the last move that was applied; 0 before the first."""
    outcome: Outcome | None
    time_ms: int | None
    frozen_in_ms: int
    """Milliseconds until moves are taken again after a penalty; 0 when they are."""
    wants_pause: bool


class RaceView(Struct, frozen=True, kw_only=True):
    """The race as the receiver may see it, from the countdown on."""

    race: str
    phase: Phase
    columns: int
    rows: int
    mines: int
    start: int | None
    """The shared start cell, or the receiver's own first tap (brown frame)."""
    label: BoardLabel
    commitment: str
    """SHA-256 of the board's key, hexadecimal (R4)."""
    racers: list[str]
    """Player ids, in the order of joining."""
    go_in_ms: int | None
    """Milliseconds to GO during the countdown, else null."""
    elapsed_ms: int
    """The race clock: since GO, pauses left out."""
    cutoff_in_ms: int | None
    """What is left after the first finisher (R11); null when nothing limits the race."""
    paused: bool
    """The clock stands, the board is covered, moves are refused (R13)."""
    resumes_in_ms: int | None
    """Milliseconds until the pause ends; null when nobody has asked to go on."""
    wanting_pause: list[str]
    """Player ids of those who have asked for the pause."""
    standings: list[Standing]
    own: OwnPlay | None
    """Null for those who only watch."""


class Result(Struct, frozen=True, kw_only=True):
    """One line of the results table."""

    player: str
    name: str
    place: int
    outcome: Outcome
    time_ms: int
    """From GO to the end of this racer's race, pauses left out."""
    progress: int
    bbbv: int
    """3BV of the racer's board; differs between players only with own first taps (R2)."""
    bbbv_done: int
    """3BV done at the end; equal to `bbbv` exactly when the board is cleared."""
    clicks: int
    """Moves made, useless ones too, the shared start not counted."""
    flags_right: int
    """Flags on mines at the end."""
    flags_wrong: int


class BoardReveal(Struct, frozen=True, kw_only=True):
    """A board that is no secret any more."""

    player: str | None
    """Whose board it is with own first taps; null: everybody's."""
    start: int | None
    """Where the first tap was; null when this player never made one."""
    mines: list[int]
    """All its mines, ascending."""


class _FromServer(Struct, frozen=True, tag_field="t", kw_only=True):
    pass


class Welcome(_FromServer, frozen=True, tag="welcome"):
    """Answer to `hello`. `token` is set for a new player only: keep it, it is the identity."""

    version: int
    player: str
    name: str
    token: str | None = None


class Created(_FromServer, frozen=True, tag="created"):
    """The room exists; connect to its address `ws?r=CODE`."""

    room: str


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
    ranked: bool
    """Whether it can count for the public best times (R16)."""
    bbbv: int | None
    """3BV of the common board; null with own first taps."""
    boards: list[BoardReveal]
    """One board; with own first taps one for each racer."""
    rows: list[Result]
    """By place."""


class Aborted(_FromServer, frozen=True, tag="aborted"):
    """The race was broken off and counts for nothing."""

    race: str
    reason: Literal["called_off", "nobody_left", "server"]


class Restarting(_FromServer, frozen=True, tag="restarting"):
    """The server is about to stop and closes with 1012 then; the seat is kept."""

    in_ms: int


class Error(_FromServer, frozen=True, tag="error"):
    """The last frame was no message of this protocol; the connection is closed with 4400."""

    path: str
    """Where: `$` is the whole message, `$.settings.level` a field."""
    reason: str
    """What is wrong there, for the client's programmer; at most 120 characters."""


class Pong(_FromServer, frozen=True, tag="pong"):
    """Answer to `ping`."""

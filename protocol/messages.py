"""Every message of the wire, as msgspec Structs; the tag is the field `t`.

`ClientMessage` is sent by the client, `ServerMessage` by the server. Cells are row-major indices
(`row * columns + column`). Times are integer milliseconds; a field ending in `in_ms` counts from
the moment the message is sent. Numbers have bounds, unknown fields are errors.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Level = Literal["beginner", "intermediate", "hard", "expert", "extreme", "marathon", "custom"]
Phase = Literal["lobby", "countdown", "running", "finished", "aborted"]
Outcome = Literal["cleared", "out", "gave_up", "left", "idle", "did_not_finish"]
MoveKind = Literal["open", "flag", "chord"]
StartMode = Literal["shared", "own"]
MineHit = Literal["out", "penalty"]
SeedOrigin = Literal["fresh", "chosen", "repeated"]
BoardLabel = Literal["guessing_may_be_needed"]

MAX_CELLS = 100 * 60

Cell = Annotated[int, Meta(ge=0, lt=MAX_CELLS)]
"""Row-major index: `row * columns + column`, both counted from 0."""
Sequence = Annotated[int, Meta(ge=1, lt=2**31)]
"""Number of a move: counted by the client, from 1, per race."""

# The lengths are said twice: `$` alone would let a line break at the end pass.
PlayerId = Annotated[str, Meta(pattern=r"^[BCDFGHJKLMNPQRSTVWXZ]{10}$", max_length=10)]
RaceId = Annotated[str, Meta(pattern=r"^[BCDFGHJKLMNPQRSTVWXZ]{10}$", max_length=10)]
RoomCode = Annotated[str, Meta(pattern=r"^[BCDFGHJKLMNPQRSTVWXZ]{8}$", max_length=8)]
"""What stands in a room's link; people may write it in two groups, with a hyphen, in any case."""
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$", max_length=43)]
"""A player's secret: whoever has it is this player. It belongs in `hello` and nowhere else."""
NameText = Annotated[str, Meta(max_length=80)]
SeedText = Annotated[str, Meta(max_length=32)]

Run = tuple[int, str]
"""Open cells that follow each other row by row: the first cell, one digit each: `[81, "0112"]`."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a room's next race is played. `columns`, `rows`, `mines` are read for `custom` only,
    and always filled in when the server sends them."""

    level: Level = "beginner"
    columns: Annotated[int, Meta(ge=5, le=100)] | None = None
    rows: Annotated[int, Meta(ge=5, le=60)] | None = None
    mines: Annotated[int, Meta(ge=1, lt=MAX_CELLS)] | None = None
    start: StartMode = "shared"
    """`shared`: the server makes the first tap for everybody (R1); `own`: each player does (R2)."""
    mine_hit: MineHit = "out"
    """`out` (R10), or `penalty`: ten seconds frozen, then on (unranked)."""
    auto_start: bool = False
    """Start by itself when everyone present is ready (R9)."""
    time_limit: bool = True
    """After the first finisher the others have max(30 s, half the winner's time) left (R11)."""
    seed: SeedText | None = None
    """A seed to play instead of a fresh one; unranked (R4)."""


# --- sent by the client -------------------------------------------------------------------------


class _FromClient(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", kw_only=True):
    pass


class Hello(_FromClient, frozen=True, tag="hello"):
    """First message of every connection. Without a token the server makes a new player."""

    version: Annotated[int, Meta(ge=0, lt=2**31)]
    token: Token | None = None
    name: NameText | None = None
    """The name wished for; needed for a new player, optional for a known one."""
    watch: bool = False
    """Enter as a spectator instead of taking a seat."""
    client: Annotated[str, Meta(max_length=64)] | None = None
    """Name and version of the program, for the server's log."""


class Create(_FromClient, frozen=True, tag="create"):
    """Create a room (on a connection without a room); answered with `created`."""

    settings: Settings = Settings()


class Rename(_FromClient, frozen=True, tag="rename"):
    """Take another name."""

    name: NameText


class Seat(_FromClient, frozen=True, tag="seat"):
    """Take a seat, or stand up to watch. During a race it holds from the next one."""

    watch: bool


class Ready(_FromClient, frozen=True, tag="ready"):
    """Mark yourself ready, or not, in the lobby."""

    ready: bool


class Start(_FromClient, frozen=True, tag="start"):
    """Host: start the countdown; `anyway` when not all are ready."""

    anyway: bool = False


class CallOff(_FromClient, frozen=True, tag="call_off"):
    """Host: stop the countdown and go back to the lobby."""


class Move(_FromClient, frozen=True, tag="move"):
    """One move on your own board. `n` is your own number, higher with every new move of a race; a
    repeated number is not applied again and answered with a snapshot."""

    race: RaceId
    n: Sequence
    kind: MoveKind
    cell: Cell


class Pause(_FromClient, frozen=True, tag="pause"):
    """Ask for a pause (`want` true), or to go on. A pause begins when everyone still racing wants
    it; it ends three seconds after anyone wants to go on (at once for one alone)."""

    race: RaceId
    want: bool


class GiveUp(_FromClient, frozen=True, tag="give_up"):
    """End your own race."""

    race: RaceId


class Rematch(_FromClient, frozen=True, tag="rematch"):
    """After a race: open the next lobby (if nobody has) and be ready in it. `same` plays the same
    seed again; host only, and only when opening the lobby."""

    seed: Literal["new", "same"] = "new"


class Leave(_FromClient, frozen=True, tag="leave"):
    """Leave the room for good; the server closes the connection."""


class Configure(_FromClient, frozen=True, tag="configure"):
    """Host: change the settings, in the lobby."""

    settings: Settings


class Lock(_FromClient, frozen=True, tag="lock"):
    """Host: let nobody new in, or open the room again."""

    locked: bool


class Remove(_FromClient, frozen=True, tag="remove"):
    """Host: remove somebody from the room; they cannot come back."""

    player: PlayerId


class HandOver(_FromClient, frozen=True, tag="hand_over"):
    """Host: make somebody else the room's owner."""

    player: PlayerId


class Ping(_FromClient, frozen=True, tag="ping"):
    """Heartbeat, since a browser has no ping of its own; answered with `pong`."""


ClientMessage = (
    Hello
    | Create
    | Rename
    | Seat
    | Ready
    | Start
    | CallOff
    | Move
    | Pause
    | GiveUp
    | Rematch
    | Leave
    | Configure
    | Lock
    | Remove
    | HandOver
    | Ping
)

# --- sent by the server -------------------------------------------------------------------------


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
    """All that the receiver may know, in one message: on entering, after a reconnect, and as the
    answer to a repeated move number. `results` when the race of the view is finished."""

    room: RoomState
    view: RaceView | None
    results: "Results | None" = None


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


class Error(_FromServer, frozen=True, tag="error"):
    """The last frame was no message of this protocol; the connection is closed with 4400."""

    path: str
    """Where: `$` is the whole message, `$.settings.level` a field."""
    reason: str
    """What is wrong there, for the client's programmer; at most 120 characters."""


class Pong(_FromServer, frozen=True, tag="pong"):
    """Answer to `ping`."""


ServerMessage = (
    Welcome
    | Created
    | Snapshot
    | Room
    | Countdown
    | Go
    | Moved
    | Rejected
    | Standings
    | Ended
    | PauseState
    | Results
    | Aborted
    | Error
    | Pong
)

"""What messages of the server are made of: members, standings, views of a race, results.

Times are integer milliseconds; a field ending in `in_ms` counts from the moment of sending.
"""

from msgspec import Struct

from protocol.terms import BoardLabel, Difficulty, Outcome, Phase, Settings


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
    bot: bool = False
    """A program (R18)."""


class RoomState(Struct, frozen=True, kw_only=True):
    """The room as everybody in it sees it, complete."""

    code: str
    owner: str
    """Who made the room, or was handed it."""
    host: str | None
    """Who acts as host now: the owner while present, else the longest-present player (R15)."""
    locked: bool
    """Nobody new is let in."""
    public: bool
    """Stands in the public list of rooms while somebody is here and it is not locked."""
    settings: Settings
    """Of the present race; in the lobby the host can change them."""
    members: list[Member]
    race: str
    """The present race; moves carry this id."""
    phase: Phase
    last_race: str | None = None
    """The race that was finished last in this room."""
    laying: bool = False
    """A start was asked for and the mines are being laid: the countdown follows. `call_off` and
    other settings stop it."""


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
    stuck: bool = False
    """In practice a mine was hit: moves are refused until `undo` (R17)."""


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
    """Null for those who only watch, and of an old race whose moves are no longer kept."""


class Result(Struct, frozen=True, kw_only=True):
    """One line of the results table."""

    player: str
    name: str
    """Empty for somebody who is gone for good."""
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
    hints: int = 0
    """Hints given, in practice (R17)."""
    undone: int = 0
    """Mines taken back, in practice."""
    bot: bool = False
    """A program (R18)."""


class BoardReveal(Struct, frozen=True, kw_only=True):
    """A board that is no secret any more."""

    player: str | None
    """Whose board it is with own first taps; null: everybody's."""
    start: int | None
    """Where the first tap was; null when this player never made one."""
    mines: list[int]
    """All its mines, ascending."""


class Certificate(Struct, frozen=True, kw_only=True):
    """What deduction takes to clear a guess-free board, for an exact solver that always uses the
    easiest rule there is (R5)."""

    difficulty: Difficulty
    steps: int
    """Rounds of the solver."""
    single: int
    """Cells, safe or mined, that followed from one number …"""
    pair: int
    """… from two overlapping ones …"""
    enumeration: int
    """… from all possible mines along a border …"""
    count: int
    """… or from the number of mines left."""

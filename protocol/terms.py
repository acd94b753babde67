"""Words and bounds that messages of both sides are made of.

Cells are row-major indices. Closed lists stand in `codes.py` once more, with their meanings; tests
tie the two together.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from protocol.codes import ID_ALPHABET, ID_CHARS, ROOM_CHARS

Level = Literal["beginner", "intermediate", "hard", "expert", "extreme", "marathon", "custom"]
Phase = Literal["lobby", "countdown", "running", "finished", "aborted"]
Outcome = Literal["cleared", "out", "gave_up", "left", "removed", "idle", "did_not_finish"]
MoveKind = Literal["open", "flag", "chord"]
StartMode = Literal["shared", "own"]
MineHit = Literal["out", "penalty"]
SeedOrigin = Literal["fresh", "chosen", "repeated"]
BoardLabel = Literal["guess_free", "guessing_may_be_needed"]
Difficulty = Literal["easy", "medium", "hard", "very_hard"]
HintRule = Literal["single", "pair", "enumeration", "count", "odds"]
PlayerKind = Literal["human", "bot"]
BotSpeed = Literal["slow", "medium", "fast"]
ReactionKind = Literal["hello", "bravo", "laugh", "wow", "sad", "hurry"]

MAX_CELLS = 100 * 60

Cell = Annotated[int, Meta(ge=0, lt=MAX_CELLS)]
"""Row-major index: `row * columns + column`, both counted from 0."""
Sequence = Annotated[int, Meta(ge=1, lt=2**31)]
"""Number of a move: counted by the client, from 1, per race."""

# The lengths are said twice: `$` alone would let a line break at the end pass.
PlayerId = Annotated[str, Meta(pattern=f"^[{ID_ALPHABET}]{{{ID_CHARS}}}$", max_length=ID_CHARS)]
RaceId = Annotated[str, Meta(pattern=f"^[{ID_ALPHABET}]{{{ID_CHARS}}}$", max_length=ID_CHARS)]
RoomCode = Annotated[str, Meta(pattern=f"^[{ID_ALPHABET}]{{{ROOM_CHARS}}}$", max_length=ROOM_CHARS)]
"""What stands in a room's link; people may write it in two groups, with a hyphen, in any case."""
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43}$", max_length=43)]
"""A player's secret: whoever has it is this player. It belongs in `hello` and nowhere else."""
RecoveryText = Annotated[str, Meta(max_length=40)]
"""A recovery code as people write it: 20 letters in any case, spaces and hyphens do not matter."""
NameText = Annotated[str, Meta(max_length=80)]
SeedText = Annotated[str, Meta(max_length=32)]

Run = tuple[int, str]
"""Open cells that follow each other row by row: the first cell, then one character each: its digit,
or `.` for a cell that the run says nothing about: `[81, "0112..1"]`."""


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
    guess_free: bool = True
    """A board that deduction alone clears from the shared start (R5). Not with own first taps."""
    seed: SeedText | None = None
    """A seed to play instead of a fresh one; unranked (R4)."""
    practice: bool = False
    """For one racer: hints, and a mine is taken back; counts nowhere (R17)."""
    bots: bool = False
    """Programs may come in by the link. One that the host adds needs no permission (R18)."""
    challenge: RaceId | None = None
    """The finished race whose racers take part as ghosts; its replay has their progress. Said by
    the server; what a client says here is not read: see `create` and `rematch`. Another seed,
    level, size, start or guess-free option ends it."""

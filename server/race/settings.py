"""How a race is played, and the closed lists that commands, events and state share."""

from typing import Literal

from msgspec import Struct

from server.engine.levels import LevelId

Phase = Literal["lobby", "countdown", "running", "finished", "aborted"]
Outcome = Literal["cleared", "out", "gave_up", "left", "removed", "idle", "did_not_finish"]
SeedOrigin = Literal["fresh", "chosen", "repeated"]
AbortReason = Literal["called_off", "nobody_left", "server"]
Difficulty = Literal["easy", "medium", "hard", "very_hard"]

COUNTDOWN_MS = 3_000
RESUME_MS = 3_000
RETURN_MS = 5_000
"""After a restart of the server: from the first racer's return until the clock goes on (R14)."""
PAUSES_MS = 600_000
"""What all pauses of a race of several may last together (R13)."""
PENALTY_MS = 10_000
CUTOFF_MIN_MS = 30_000
AWAY_MS = 120_000
IDLE_MS = 600_000
MARK_MS = 2_000
"""A kill of the server takes at most this much off a running race's clock (R14)."""
ALL_AWAY_MS = 600_000
MAX_RACERS = 32


class RaceSettings(Struct, frozen=True, kw_only=True):
    """A playable size with its options; sizes are checked before one is made (L1–L6)."""

    level: LevelId
    columns: int
    rows: int
    mines: int
    start: Literal["shared", "own"] = "shared"
    mine_hit: Literal["out", "penalty"] = "out"
    auto_start: bool = False
    time_limit: bool = True
    guess_free: bool = False
    """A board that needs no luck is asked for (R5). False where a stored race says nothing: it was
    dealt before there were any."""
    seed: str | None = None
    """A chosen seed in canonical form; None for a fresh one."""
    practice: bool = False
    """Alone, with hints and with mines taken back; counts nowhere (R17)."""
    bots: bool = False
    """Programs may come in by themselves (R18)."""
    challenge: str | None = None
    """The finished race on this very board whose racers are raced against as ghosts."""


class Certificate(Struct, frozen=True, kw_only=True):
    """That deduction alone clears the board from its start cell, and what it takes (R5): an exact
    solver always uses the easiest rule there is.
    """

    difficulty: Difficulty
    steps: int
    """Rounds of the solver."""
    single: int
    """Cells that followed from one number …"""
    pair: int
    """… from two overlapping ones …"""
    enumeration: int
    """… from all possible mines along a border …"""
    count: int
    """… or from the number of mines left."""

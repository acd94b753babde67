"""What can be asked of a race. Plain data; time comes beside it as `now_ms`.

Who may ask (host, member) is the room's business; whether the race allows it is `decide`'s.
"""

from dataclasses import dataclass

from msgspec import Struct

from server.engine.advice import Advice
from server.engine.play import MoveKind
from server.race.settings import AbortReason, Certificate, RaceSettings, SeedOrigin


@dataclass(frozen=True, slots=True)
class Deal:
    """A board made ready for a race: everything random or dated comes in as data."""

    seed: str
    origin: SeedOrigin
    key: bytes
    """32 bytes (R4)."""
    start: int | None
    """Shared start cell (R1); None with own first taps (R2)."""
    date_ms: int
    """Wall clock at the start, Unix milliseconds; for dates in leaderboards only."""
    tries: int | None = None
    """Keys tried for a guess-free board; None: none was looked for (R5)."""
    certificate: Certificate | None = None
    """None: guessing may be needed (R5)."""


@dataclass(frozen=True, slots=True)
class Join:
    player: str
    bot: bool = False
    """A program that says so (R18)."""


@dataclass(frozen=True, slots=True)
class Leave:
    """The player leaves the race: a lobby seat is freed, a running race ends as `left`."""

    player: str
    removed: bool = False
    """By the host, not by their own wish: a running race ends as `removed` (R15)."""


@dataclass(frozen=True, slots=True)
class Ready:
    player: str
    ready: bool


@dataclass(frozen=True, slots=True)
class Configure:
    settings: RaceSettings


@dataclass(frozen=True, slots=True)
class Start:
    deal: Deal | None
    """None only asks whether a start would be allowed: then nothing happens."""
    anyway: bool


@dataclass(frozen=True, slots=True)
class CallOff:
    """Stop the countdown: back to the lobby; the dealt board is thrown away."""


class Move(Struct, frozen=True):
    """A struct, not a dataclass: there is one for each move, and it is made ten times as fast."""

    player: str
    race: str
    n: int
    kind: MoveKind
    cell: int


@dataclass(frozen=True, slots=True)
class AskPause:
    player: str
    race: str
    want: bool


@dataclass(frozen=True, slots=True)
class GiveUp:
    player: str
    race: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the move that hit a mine, in practice (R17)."""

    player: str
    race: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Give a hint, in practice (R17): made from nothing but what the racer sees (R6)."""

    player: str
    race: str
    advice: Advice | None
    """None only asks whether a hint would be given: then nothing happens."""


@dataclass(frozen=True, slots=True)
class Away:
    """The player's last connection is gone (R14)."""

    player: str


@dataclass(frozen=True, slots=True)
class Back:
    """The player has a connection again."""

    player: str


@dataclass(frozen=True, slots=True)
class Abort:
    """The race is broken off; it counts for nothing (R16)."""

    reason: AbortReason = "server"


@dataclass(frozen=True, slots=True)
class Interrupt:
    """The server was down and has this race again: a race that ran is marked and paused (R14)."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Note how far the race's clock is, if nothing else has for a while (R14)."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: apply whatever is due at `now_ms`."""


Command = (
    Join
    | Leave
    | Ready
    | Configure
    | Start
    | CallOff
    | Move
    | AskPause
    | GiveUp
    | Undo
    | Hint
    | Away
    | Back
    | Abort
    | Interrupt
    | Mark
    | Tick
)

"""The facts of a race, as they are stored: what happened, never what should follow from it.

`at` is the race's own clock in milliseconds, 0 when the race was created; it stands still while
the server is down. Sets of cells are runs `[start, length, start, length, …]` in row-major order.
A stored race must stay readable for ever: add fields with defaults, never change a meaning.
"""

from typing import Any

import msgspec
from msgspec import Struct

from server.engine.advice import AdviceRule
from server.engine.play import MoveKind
from server.race.settings import (
    AbortReason,
    Certificate,
    Outcome,
    RaceSettings,
    SeedOrigin,
)


class Fact(Struct, frozen=True, tag_field="t", kw_only=True, omit_defaults=True, gc=False):
    """Common part of all events. Trees, as everything that can be written down: nothing for the
    garbage collector to follow."""

    at: int


class Created(Fact, frozen=True, kw_only=True, tag="created"):
    race: str
    settings: RaceSettings


class Joined(Fact, frozen=True, kw_only=True, tag="joined"):
    player: str
    bot: bool = False
    """A program that says so (R18)."""


class Left(Fact, frozen=True, kw_only=True, tag="left"):
    """A seat was freed before GO."""

    player: str


class Readied(Fact, frozen=True, kw_only=True, tag="readied"):
    player: str
    ready: bool


class Configured(Fact, frozen=True, kw_only=True, tag="configured"):
    settings: RaceSettings


class Dealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    """The board is fixed (R4). With own first taps there is no board yet (R2)."""

    ruleset: int
    seed: str
    origin: SeedOrigin
    key: str
    start: int | None = None
    mines: list[int] | None = None
    date_ms: int
    tries: int | None = None
    """Keys tried for a guess-free board, this one included; None: none was looked for (R5)."""
    certificate: Certificate | None = None
    """None: guessing may be needed (R5)."""


class CountdownStarted(Fact, frozen=True, kw_only=True, tag="countdown_started"):
    go_at: int


class CalledOff(Fact, frozen=True, kw_only=True, tag="called_off"):
    """Back to the lobby; nobody is ready, nothing is dealt."""


class Went(Fact, frozen=True, kw_only=True, tag="went"):
    """GO. `opened` is the shared start's opening, move 0 of everybody (R1)."""

    opened: list[int] = []
    done: int = 0
    """3BV done by it."""


class OwnDealt(Fact, frozen=True, kw_only=True, tag="own_dealt"):
    """A racer's first tap has laid this racer's mines (R2)."""

    player: str
    start: int
    mines: list[int]


class Moved(
    Fact,
    frozen=True,
    kw_only=True,
    tag="moved",
    rename={"player": "p", "kind": "k", "cell": "c", "opened": "o", "done": "d"},
):
    """A move as it was applied; without `opened`, `hit`, `flag` it had no effect.

    Nearly all of a log is moves: so their names are short where they are stored, and the
    commonest kind is left out.
    """

    player: str
    n: int
    kind: MoveKind = "open"
    cell: int
    opened: list[int] = []
    hit: list[int] = []
    """Mines that were opened: cells, not runs."""
    flag: bool | None = None
    done: int
    """3BV done after the move."""


class Froze(Fact, frozen=True, kw_only=True, tag="froze"):
    """Penalty for a mine (R10): no moves until `until` on the race's clock."""

    player: str
    until: int


class Undone(Fact, frozen=True, kw_only=True, tag="undone"):
    """In practice the move that hit a mine was taken back, all of it (R17)."""

    player: str
    closed: list[int] = []
    """Cells that the move had opened beside the mines, hidden again."""
    mines: list[int]
    """The mines that it had hit: cells, not runs."""
    done: int
    """3BV done, as before the move."""


class Hinted(Fact, frozen=True, kw_only=True, tag="hinted"):
    """A hint that the racer was given in practice (R17)."""

    player: str
    rule: AdviceRule
    numbers: list[int] = []
    """Open cells whose numbers prove it: cells, not runs."""
    safe: list[int] = []
    mined: list[int] = []
    cell: int | None = None
    """With `odds`, where nothing is certain: the cell that is least likely a mine."""
    risk: float | None = None
    """How likely it is one, 0–1."""


class PauseAsked(Fact, frozen=True, kw_only=True, tag="pause_asked"):
    player: str
    want: bool


class Paused(Fact, frozen=True, kw_only=True, tag="paused"):
    restart: bool = False
    """Nobody asked for it: the server was down, and the racers are waited for (R14)."""


class ResumeSet(Fact, frozen=True, kw_only=True, tag="resume_set"):
    """The pause will end at `resume_at`."""

    resume_at: int


class Resumed(Fact, frozen=True, kw_only=True, tag="resumed"):
    pass


class WentAway(Fact, frozen=True, kw_only=True, tag="went_away"):
    player: str


class CameBack(Fact, frozen=True, kw_only=True, tag="came_back"):
    player: str


class Marked(Fact, frozen=True, kw_only=True, tag="marked"):
    """The race's clock was running and read `at`: from here it goes on after a kill (R14)."""


class Interrupted(Fact, frozen=True, kw_only=True, tag="interrupted"):
    """The server was down in mid race; the clock stood still, the result is marked (R14)."""


class RacerEnded(Fact, frozen=True, kw_only=True, tag="racer_ended"):
    player: str
    outcome: Outcome
    time_ms: int
    """From GO, pauses left out."""


class CutoffSet(Fact, frozen=True, kw_only=True, tag="cutoff_set"):
    """The first finisher is in; the race ends when its clock reads `elapsed_ms` (R11)."""

    elapsed_ms: int


class Placing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One racer's final figures, as facts (R12, R16)."""

    player: str
    place: int
    outcome: Outcome
    time_ms: int
    progress: int
    """Whole percent of the 3BV, rounded down."""
    bbbv: int
    bbbv_done: int
    clicks: int
    flags_right: int
    flags_wrong: int
    hints: int = 0
    """Hints that were given, in practice (R17)."""
    undone: int = 0
    """Mines that were taken back, in practice."""
    bot: bool = False
    """The racer is a program (R18)."""


class Finished(Fact, frozen=True, kw_only=True, tag="finished"):
    """Over for everybody."""

    ranked: bool
    """May count for public best times (R16): fresh seed, shared start, no penalty, no pause, no
    interruption, one of the six levels."""
    placings: list[Placing]


class Aborted(Fact, frozen=True, kw_only=True, tag="aborted"):
    reason: AbortReason


Event = (
    Created
    | Joined
    | Left
    | Readied
    | Configured
    | Dealt
    | CountdownStarted
    | CalledOff
    | Went
    | OwnDealt
    | Moved
    | Froze
    | Undone
    | Hinted
    | PauseAsked
    | Paused
    | ResumeSet
    | Resumed
    | WentAway
    | CameBack
    | Marked
    | Interrupted
    | RacerEnded
    | CutoffSet
    | Finished
    | Aborted
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> bytes:
    """One event as compact JSON, as the store keeps it."""
    return _encoder.encode(event)


def decode_event(body: bytes | str | Any) -> Event:
    """The event that `encode_event` wrote. Raises `msgspec.ValidationError` on anything else."""
    return _decoder.decode(body)

"""A race and its racers, immutable: what `evolve` makes and `decide` reads.

Structs rather than dataclasses, since a changed copy of one costs 0.3 µs instead of 12 µs.
Times are milliseconds of the race's own clock, or `elapsed`: from GO, pauses left out.
"""

from collections.abc import Mapping

from msgspec import Struct

from server.engine.board import Board
from server.engine.cells import Shape
from server.engine.play import NEW, Play
from server.race.events import Placing
from server.race.settings import (
    PAUSES_MS,
    AbortReason,
    Certificate,
    Outcome,
    Phase,
    RaceSettings,
    SeedOrigin,
)


class Racer(Struct, frozen=True, kw_only=True, gc=False):
    """One player's part of a race."""

    player: str
    bot: bool = False
    """A program that says so (R18)."""
    ready: bool = False
    board: Board | None = None
    """The own board after an own first tap (R2); None with a shared start."""
    start: int | None = None
    """The own first tap (R2)."""
    play: Play = NEW
    n: int = 0
    """Number of the last move applied; 0 before the first."""
    clicks: int = 0
    """Moves made, useless ones too; the shared start is none."""
    done: int = 0
    """3BV done (R7)."""
    done_at_ms: int = 0
    """Elapsed time at which `done` was reached (R12)."""
    outcome: Outcome | None = None
    time_ms: int | None = None
    """Elapsed time of the outcome."""
    frozen_until: int = 0
    """Race clock: no moves before it (R10)."""
    before: Play | None = None
    """The play before the last move, if that one hit a mine and was not taken back (R17)."""
    hints: int = 0
    undone: int = 0
    wants_pause: bool = False
    away_since: int | None = None
    """Race clock; None while connected. Pauses shift it, so that they do not count (R14)."""
    moved_at: int = 0
    """Race clock of the last move, or of GO; pauses shift it (R14)."""


class Race(Struct, frozen=True, kw_only=True, gc=False):
    """A race at one moment, made of its events alone."""

    id: str
    settings: RaceSettings
    phase: Phase = "lobby"
    racers: Mapping[str, Racer] = {}
    """By player, in order of joining; never mutated."""
    board: Board | None = None
    """The common board; None before the deal and with own first taps (R1, R2)."""
    ruleset: int = 0
    seed: str | None = None
    origin: SeedOrigin | None = None
    key: str | None = None
    """The board's key, 64 hexadecimal digits: a secret until the race is over (R4)."""
    commitment: str | None = None
    """SHA-256 of the key, hexadecimal: public from the countdown on (R4)."""
    start: int | None = None
    """The shared start cell (R1)."""
    date_ms: int | None = None
    """Wall clock of the deal, Unix milliseconds."""
    tries: int | None = None
    """Keys tried for a guess-free board; None: none was looked for (R5)."""
    certificate: Certificate | None = None
    """That the board needs no luck. Only whether there is one may be told before the end: what it
    says depends on the mines (R5, R6)."""
    go_at: int | None = None
    """Race clock of GO, known from the countdown on."""
    paused_at: int | None = None
    """Race clock at which the pause began; None while the race's time runs."""
    paused_ms: int = 0
    """Length of all pauses that are over."""
    pauses_ms: int = 0
    """The part of `paused_ms` that racers asked for (R13)."""
    waiting: bool = False
    """The present pause is that of a restart: it ends when the racers are back (R14)."""
    resume_at: int | None = None
    """Race clock at which the present pause will end, once someone asked to go on."""
    ever_paused: bool = False
    interrupted: bool = False
    """The server was down in mid race (R14)."""
    cutoff_elapsed_ms: int | None = None
    """Elapsed time at which the race ends for everybody (R11)."""
    placings: tuple[Placing, ...] = ()
    ranked: bool = False
    abort_reason: AbortReason | None = None
    ended_at: int | None = None
    """Race clock at which the race finished or was aborted."""
    at: int = 0
    """Race clock of the last event."""
    seq: int = 0
    """Number of events applied."""


def shape_of(settings: RaceSettings) -> Shape:
    """Columns and rows of the boards of these settings."""
    return Shape(settings.columns, settings.rows)


def elapsed_ms(race: Race, now_ms: int) -> int:
    """Time on the race's display at `now_ms` of its clock: from GO, pauses left out; 0 before GO,
    standing still in a pause and after the end (G11, R8, R13)."""
    if race.go_at is None:
        return 0
    until = now_ms
    if race.paused_at is not None:
        until = race.paused_at
    elif race.ended_at is not None and race.ended_at < now_ms:
        until = race.ended_at
    return max(0, until - race.go_at - race.paused_ms)


def board_of(race: Race, player: str) -> Board | None:
    """The board that this racer plays on; None for others, and before the mines are laid."""
    racer = race.racers.get(player)
    if racer is None:
        return None
    return race.board if racer.board is None else racer.board


def moves_gone(race: Race, racer: Racer) -> bool:
    """Whether the moves of a finished race were dropped, being old, and with them the play."""
    lines = [line.clicks for line in race.placings if line.player == racer.player]
    return bool(lines) and lines != [racer.clicks]


def racing(race: Race) -> list[Racer]:
    """The racers whose race has not ended, in order of joining."""
    return [racer for racer in race.racers.values() if racer.outcome is None]


def pause_left_ms(race: Race) -> int | None:
    """What the pauses that racers ask for may still last in all, the present one counted from its
    beginning; None: for ever, since nobody else waits (R13)."""
    return None if len(race.racers) == 1 else max(0, PAUSES_MS - race.pauses_ms)


def stuck(race: Race, racer: Racer) -> bool:
    """Whether the racer stands on a mine in practice: no moves until it is taken back (R17)."""
    return race.settings.practice and racer.before is not None and racer.outcome is None


def all_ready(race: Race) -> bool:
    """Whether there are racers present, and all of those are ready (R9)."""
    present = [racer.ready for racer in race.racers.values() if racer.away_since is None]
    return bool(present) and all(present)

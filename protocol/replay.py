"""The replay of a finished race: everything that was played, as one JSON document.

Times are whole milliseconds of the race's clock, `elapsed`: from GO, pauses left out. Sets of
cells are flat runs `[first, length, first, length, …]`, ascending. Readers ignore fields that they
do not know; `version` is raised only when an old reader could go wrong.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct

from protocol.parts import Certificate
from protocol.terms import BoardLabel, MoveKind, Outcome, SeedOrigin, Settings

MAX_MOVES: Final = 100_000
"""Moves of the longest race that has a replay: such a document has some megabytes."""

ReplayMove = tuple[int, int, MoveKind, int, list[int], list[int], bool | None, int]
"""One move: elapsed time, move number, kind, cell, runs of cells that it opened, mines that it hit
(cells, not runs), the cell's flag after it (null when no flag changed), 3BV done after it. A move
without effect opens nothing, hits nothing and changes no flag."""
ReplayUndo = tuple[int, int]
"""Elapsed time, and the number of the move that was taken back: all that it opened and hit is as it
was before."""
ReplayPause = tuple[int, int]
"""Elapsed time at which the clock stood still, and for how long."""


class _OfReplay(Struct, frozen=True):
    pass


class ReplayPlayer(_OfReplay, frozen=True, kw_only=True):
    """One racer: the final figures, as in `Result`, and every move."""

    player: str
    name: str
    """Empty for somebody who is gone for good."""
    colour: int
    """0–31, the lane's colour and number in this replay: racers in the order of joining."""
    bot: bool = False
    """A program (R18)."""
    place: int
    outcome: Outcome
    time_ms: int
    """Elapsed time of the outcome."""
    progress: int
    """Whole percent of the racer's 3BV, rounded down (R7)."""
    bbbv: int
    """3BV of the racer's board; 0 when its mines were never laid (R2)."""
    bbbv_done: int
    clicks: int
    flags_right: int
    flags_wrong: int
    hints: int
    """Hints given, in practice (R17)."""
    undone: int
    """Mines taken back, in practice."""
    start: int | None
    """The own first tap (R2); null with a shared start, and when there was none."""
    laid: list[int] | None
    """The mines of an own board, as runs (R2); null with a shared start, and when there is none."""
    moves: list[ReplayMove]
    """In the order in which they were made; move 0, the shared start's opening, is `opened`."""
    taken_back: list[ReplayUndo]
    """In practice: moves that hit a mine and were taken back, each before the next move (R17)."""


class Replay(_OfReplay, frozen=True, kw_only=True):
    """A finished race. The settings' sizes are filled in."""

    format: Literal["demineur-replay"] = "demineur-replay"
    version: Literal[1] = 1
    race: str
    settings: Settings
    date_ms: int
    """When the board was dealt: Unix milliseconds."""
    ruleset: int
    """How the board comes from the key (R3)."""
    seed: str
    origin: SeedOrigin
    key: str
    """The board's key, hexadecimal (R4)."""
    commitment: str
    """SHA-256 of the key, hexadecimal, as it was published during the countdown (R4)."""
    label: BoardLabel
    tries: int | None = None
    """Keys that were tried for a guess-free board, the played one included; null when none was
    looked for (R5)."""
    certificate: Certificate | None = None
    """Null when guessing may be needed."""
    start: int | None
    """The shared start cell (R1); null with own first taps."""
    laid: list[int] | None
    """The mines of the common board, as runs; null with own first taps."""
    opened: list[int]
    """Runs that the shared start opened at GO for everybody: move 0. Empty with own first taps."""
    done: int
    """3BV done by it."""
    pauses: list[ReplayPause]
    cutoff_ms: int | None
    """Elapsed time at which the race was to end after the first finisher (R11); null: it never was.
    """
    length_ms: int
    """Elapsed time at the end of the race."""
    ranked: bool
    """Whether it can count for the public best times (R16)."""
    interrupted: bool
    """The server was down in mid race (R14)."""
    players: list[ReplayPlayer]
    """By place."""


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Replay)


def encode_replay(replay: Replay) -> bytes:
    """The document as compact JSON, as the server gives it."""
    return _encoder.encode(replay)


def decode_replay(document: bytes | str) -> Replay:
    """The replay in a document. Raises `msgspec.DecodeError` (a `ValueError`) for anything else."""
    return _decoder.decode(document)

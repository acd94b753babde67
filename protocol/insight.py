"""The look back at a finished race: `GET api/race/ID/insight`, one JSON document.

Times are whole milliseconds of the race's clock: from GO, pauses left out. Cells are row-major
indices. A chance is that of a mine, between 0 and 1, on what the racer could see just before.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct

from protocol.terms import MoveKind, Outcome

MAX_MOVES: Final = 20_000
"""Moves of the longest race that is looked back at: ten players on the largest level."""


class _OfInsight(Struct, frozen=True):
    pass


class Stall(_OfInsight, frozen=True):
    """A time in which a racer changed nothing on the board."""

    from_ms: int
    to_ms: int


class Risk(_OfInsight, frozen=True):
    """A hidden cell that was not certainly safe."""

    cell: int
    chance: float | None
    """Of a mine; null where it could not be computed within the limits of the look back."""
    mined: bool
    """What it turned out to be."""


class Ground(_OfInsight, frozen=True, kw_only=True):
    """What could be known of a cell, and by which numbers."""

    cell: int
    rule: Literal["single", "pair", "enumeration", "count"]
    """The hardest one it takes: one number; two that overlap; all ways to place the mines around
    some numbers; the number of mines that are left."""
    numbers: list[int]
    """Open cells whose numbers the deduction uses."""
    safe: list[int]
    """Hidden cells that it shows to be safe, on its way or at its end."""
    mined: list[int]
    """Hidden cells that it shows to be mined."""


class Picture(_OfInsight, frozen=True, kw_only=True):
    """A part of the racer's board just before the move."""

    first: int
    """Its upper left cell."""
    columns: int
    rows: int
    cells: str
    """Row by row, one character per cell: `.` hidden, `F` flag, `0`–`8` open, `*` a mine that was
    hit before."""


class Moment(_OfInsight, frozen=True, kw_only=True):
    """A move that opened a cell which was not certainly safe."""

    kind: Literal["hit", "needless", "needed"]
    """A mine was opened; a guess although a cell was certainly safe; a guess with none at hand."""
    n: int
    """Number of the move."""
    at_ms: int
    move: MoveKind
    cell: int
    """Where the move was made."""
    chance: float | None
    """That this move hits a mine; of a chord, that at least one of its flags is wrong. Null where
    it could not be computed."""
    risks: list[Risk]
    """The cells it opened that were not certainly safe, ascending."""
    wrong_flags: list[int]
    """Flags around the chord that stood on no mine."""
    lowest: Risk | None
    """The hidden cell with the lowest chance; null when some cell was certainly safe."""
    mine: Ground | None
    """One of the opened cells was certainly a mine; null when none was."""
    safe: Ground | None
    """A cell that was certainly safe, an easy and near one; null when there was none."""
    safe_cells: int
    """How many hidden cells were certainly safe."""
    picture: Picture
    """Around the move."""
    elsewhere: Picture | None
    """Around the safe cell, when it is not in `picture`."""


class RacerInsight(_OfInsight, frozen=True, kw_only=True):
    """One racer, looked back at."""

    player: str
    name: str
    """Empty for somebody who is gone for good."""
    colour: int
    """0–31, as in the replay: racers in the order of joining."""
    bot: bool = False
    """A program (R18)."""
    place: int
    outcome: Outcome
    time_ms: int
    bbbv: int
    """3BV of the racer's board; 0 when its mines were never laid (R2)."""
    bbbv_done: int
    bbbv_per_s: float | None
    """3BV done per second; null for who had no time."""
    clicks: int
    """Moves made, the shared start not counted."""
    wasted: int
    """Those of them that changed nothing."""
    efficiency: float | None
    """3BV done per move; null without moves."""
    flags_right: int
    flags_wrong: int
    stall: Stall | None
    """The longest, penalties left out."""
    progress: list[tuple[int, int]]
    """Elapsed time and whole percent of the 3BV wherever the percent changed; at most 101."""
    complete: bool
    """Every move was judged; else the limit of work was reached, and counts are lower bounds."""
    needless: int
    """Guesses made although a cell was certainly safe."""
    needed: int
    """Guesses made with no certainly safe cell at hand."""
    moments: list[Moment]
    """In order of time. Mines that were hit first of all, then guesses, as far as the list goes."""


class Insight(_OfInsight, frozen=True, kw_only=True):
    """A finished race, looked back at."""

    race: str
    columns: int
    rows: int
    mines: int
    length_ms: int
    """Elapsed time at the end of the race."""
    complete: bool
    """Every move of every racer was judged."""
    racers: list[RacerInsight]
    """By place."""


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Insight)


def encode_insight(insight: Insight) -> bytes:
    """The document as compact JSON, as the server gives it."""
    return _encoder.encode(insight)


def decode_insight(document: bytes | str) -> Insight:
    """What `encode_insight` wrote. Raises `msgspec.DecodeError` for anything else."""
    return _decoder.decode(document)

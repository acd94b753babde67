"""What a racer could have known just before a move, and what the move risked.

Judged by the solver on the racer's own sight alone: where the mines were says only what came of
it. Flags are beliefs, and count for nothing but as what a chord relies on (G8).
"""

from dataclasses import replace
from typing import Literal

from msgspec import Struct

from server.engine.board import Board
from server.engine.cells import Cells, bit, grown, scan, square
from server.engine.odds import Odds, odds
from server.engine.play import MoveKind, Play
from server.engine.sight import Sight, sight_of
from server.engine.solver import deduce
from server.race.footsteps import Step
from server.race.grounds import Ground, best_ground
from server.race.pictures import Picture, distance, frame, picture

MomentKind = Literal["hit", "needless", "needed"]


class Risk(Struct, frozen=True):
    """A hidden cell that was not certainly safe."""

    cell: int
    chance: float | None
    """Of a mine; None past the cap of the exact computation."""
    mined: bool


class Moment(Struct, frozen=True, kw_only=True):
    """A move that opened a cell which was not certainly safe."""

    kind: MomentKind
    n: int
    at_ms: int
    move: MoveKind
    cell: int
    chance: float | None
    """That the move hits a mine; None past the cap."""
    risks: list[Risk]
    """What it opened of cells that were not certainly safe, ascending."""
    wrong_flags: list[int]
    lowest: Risk | None
    """The least dangerous cell, where none was certainly safe and the chances are known."""
    mine: Ground | None
    """Why one of the cells was certainly a mine."""
    safe: Ground | None
    """Why another cell was certainly safe."""
    safe_cells: int
    picture: Picture
    elsewhere: Picture | None


def targets(board: Board, step: Step) -> Cells:
    """The hidden cells that the move itself opened; a chain's further ones are no choice (G3)."""
    if not step.opened:
        return 0
    cell, before = step.move.cell, step.before
    if step.move.kind == "open":
        return bit(cell)
    return square(board.shape, cell) & ~(before.opened | before.flagged | before.exploded)


def plainly_safe(board: Board, play: Play, cell: int) -> bool:
    """Whether an open number beside the cell has all its mines elsewhere, as single numbers there
    show: what most moves are made by, and the cheapest to see."""
    shape = board.shape
    beside = square(shape, cell) & play.opened
    mined = play.exploded
    for number in scan(grown(shape, beside) & play.opened):
        closed = square(shape, number) & ~play.opened
        if closed.bit_count() == board.numbers[number]:
            mined |= closed
    return not mined >> cell & 1 and any(
        (square(shape, number) & mined).bit_count() == board.numbers[number]
        for number in scan(beside)
    )


def moment(board: Board, step: Step, known: Odds | None) -> Moment:
    """A move that opened what was not certainly safe, by the odds of the sight before it: None past
    the cap. The solver's reasons are found anew."""
    shape, cell, before = board.shape, step.move.cell, step.before
    sight = sight_of(board, before)
    found = deduce(sight)
    risky = targets(board, step) & ~found.safe

    def risk(one: int) -> Risk:
        chance = known.chances[one] if known else 1.0 if found.mined >> one & 1 else None
        return Risk(one, chance, bool(board.mines >> one & 1))

    mine = best_ground(shape, found, risky & found.mined, cell)
    # A safe cell under a flag needs two moves; another one is better advice.
    safe = best_ground(shape, found, found.safe & ~before.flagged or found.safe, cell)
    lowest = None
    if safe is None and known is not None:
        least = min(known.chances, key=lambda one: (known.chances[one], distance(shape, cell, one)))
        lowest = risk(least)
    reasons = [one for why in (mine, safe) if why for one in (why.cell, *why.numbers)]
    cut = frame(shape, cell, [*scan(risky), *reasons])
    elsewhere = None
    if safe is not None and not cut.shows(shape, safe.cell):
        elsewhere = picture(board, before, frame(shape, safe.cell, safe.numbers))
    return Moment(
        kind="hit" if step.move.hit else "needless" if found.safe else "needed",
        n=step.move.n,
        at_ms=step.at_ms,
        move=step.move.kind,
        cell=cell,
        chance=_chance(step, square(shape, cell), risky, found.mined, sight, known),
        risks=[risk(one) for one in scan(risky)],
        wrong_flags=_wrong_flags(board, step),
        lowest=lowest,
        mine=mine,
        safe=safe,
        safe_cells=found.safe.bit_count(),
        picture=picture(board, before, cut),
        elsewhere=elsewhere,
    )


def _chance(
    step: Step, around: Cells, risky: Cells, mined: Cells, sight: Sight, known: Odds | None
) -> float | None:
    """The chance that a move which opened these risky cells hits a mine."""
    if risky & mined:
        return 1.0
    if known is None:
        return None
    if risky.bit_count() == 1:
        return known.chances[risky.bit_length() - 1]
    # A chord goes well exactly when all its flags stand on mines (G8). Their joint chance: that of
    # the first, that of the second when the first one is a mine, and so on.
    flags = step.before.flagged & around
    well, sure = 1.0, sight.exploded
    for flag in scan(flags):
        given = odds(replace(sight, exploded=sure))
        if given is None:
            return None
        if given.safe >> flag & 1:
            return 1.0
        well *= given.chances[flag]
        sure |= bit(flag)
    return 1.0 - well


def _wrong_flags(board: Board, step: Step) -> list[int]:
    """The flags that a chord relied on and that stood on no mine."""
    if step.move.kind != "chord":
        return []
    return list(scan(square(board.shape, step.move.cell) & step.before.flagged & board.safe))

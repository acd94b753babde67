"""A board: where the mines are, and all that follows from it. Immutable, shared by all players.

Numbers (G2), openings (G3) and 3BV are found once, so that a move is a lookup.
An opening is a region of connected zeros with its rim of numbers; two may share rim cells.
3BV, the fewest clicks that clear the board: one per opening, one per number touching no zero.
"""

from dataclasses import dataclass
from functools import lru_cache

from server.engine.cells import Cells, Shape, connected, everything, grown, scan, shifted

MINE = 9
"""Stands in `Board.numbers` for a cell with a mine."""

_DIGIT_TO_VALUE = bytes.maketrans(b"0123456789", bytes(range(10)))


@dataclass(frozen=True, slots=True)
class Board:
    """Made by `make_board`, never by hand: the fields depend on each other."""

    shape: Shape
    mines: Cells
    safe: Cells
    """All cells without a mine."""
    numbers: bytes
    """One byte per cell: mines among its neighbours, 0–8; 9 for a mine itself."""
    zeros: Cells
    """Safe cells without a mine around."""
    regions: tuple[Cells, ...]
    """The zeros alone of each opening."""
    openings: tuple[Cells, ...]
    """What a zero of each opening opens: its region and the rim."""
    opening_of: tuple[int, ...]
    """For each cell that is a zero the index of its opening; -1 for all others."""
    lone: Cells
    """Safe cells in no opening: numbers that each need a click of their own."""
    bbbv: int
    """The board's 3BV."""


@lru_cache(maxsize=16)
def make_board(shape: Shape, mines: Cells) -> Board:
    """The board with these mines; any shape and any number of mines from 0 to all. The last ones
    are remembered: a decision and the fact that it becomes are about the same board.

    Raises:
        ValueError: a mine lies outside the board.
    """
    full = everything(shape)
    if mines & ~full:
        raise ValueError("a mine lies outside the board")
    safe = full & ~mines
    zeros = full & ~grown(shape, mines)
    regions: list[Cells] = []
    openings: list[Cells] = []
    opening_of = [-1] * shape.size
    left = zeros
    while left:
        region = connected(shape, left & -left, left)
        left ^= region
        for cell in scan(region):
            opening_of[cell] = len(regions)
        regions.append(region)
        openings.append(grown(shape, region))
    lone = safe & ~grown(shape, zeros)
    return Board(
        shape=shape,
        mines=mines,
        safe=safe,
        numbers=_numbers(shape, mines, safe),
        zeros=zeros,
        regions=tuple(regions),
        openings=tuple(openings),
        opening_of=tuple(opening_of),
        lone=lone,
        bbbv=len(regions) + lone.bit_count(),
    )


def _numbers(shape: Shape, mines: Cells, safe: Cells) -> bytes:
    """One byte per cell, as `Board.numbers` has them (G2)."""
    # All cells are counted at once: `planes` are the binary digits of every cell's count, and
    # each of the eight shifted sets of mines is added to them with carry.
    planes = [0, 0, 0, 0]
    for carry in shifted(shape, mines):
        for place in range(4):
            planes[place], carry = planes[place] ^ carry, planes[place] & carry  # noqa: PLW2901
    # Binary text read as hexadecimal gives each cell four bits: room for its whole number.
    total = MINE * int(f"{mines:b}", 16)
    for place in range(4):
        total += int(f"{planes[place] & safe:b}", 16) << place
    return f"{total:0{shape.size}x}".encode()[::-1].translate(_DIGIT_TO_VALUE)

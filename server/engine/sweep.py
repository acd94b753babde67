"""All numbers of a real board looked at in one go: what single ones and overlapping pairs settle.

A field is an int with four bits for every cell, cell 0 lowest; marks are a field of zeros and
ones. Sums and comparisons of fields take a machine loop each, however large the board is; columns
that would wrap around the border are masked off. For positions that may be contradictory see
`frontier`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from server.engine.cells import Cells, Shape, neighbours
from server.engine.components import Constraint

Field: TypeAlias = int
"""Four bits a cell: a number 0–15 for each."""
Marks: TypeAlias = int
"""A field that holds 0 or 1 for each cell: a set of cells."""

_BITS = 4

DISTANCES = (
    *((0, 1), (0, 2), (1, -2), (1, -1), (1, 0)),
    *((1, 1), (1, 2), (2, -1), (2, 0), (2, 1)),
)
"""Rows and columns from one number to another with at least two common neighbours: an overlap of
one cell settles nothing that a single number does not."""


class Distance(NamedTuple):
    """One of `DISTANCES` on a shape."""

    down: int
    right: int
    shift: int
    """Bits from the first number to the second."""
    firsts: Marks
    """Cells from which the second number is still on the board."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """What a shape needs for its fields."""

    row: int
    """Bits of a row."""
    ones: Marks
    """All cells."""
    sevens: Field
    not_first: Field
    """All bits of all cells but those of the first column."""
    not_last: Field
    distances: tuple[Distance, ...]


@lru_cache(maxsize=16)
def lattice(shape: Shape) -> Lattice:
    """The masks and distances of a shape."""
    columns, rows = shape
    row = _BITS * columns
    full = (1 << row * rows) - 1
    first = full // ((1 << row) - 1)
    distances = []
    for down, right in DISTANCES:
        inside = sum(1 << _BITS * at for at in range(columns) if 0 <= at + right < columns)
        firsts = inside * (first & ((1 << row * max(rows - down, 0)) - 1))
        shift = row * down + _BITS * right if firsts else 0
        distances.append(Distance(down, right, shift, firsts))
    return Lattice(
        row=row,
        ones=full // 15,
        sevens=full // 15 * 7,
        not_first=full ^ first * 15,
        not_last=full ^ (first * 15 << row - _BITS),
        distances=tuple(distances),
    )


def spread(cells: Cells) -> Marks:
    """The marks of a set of cells."""
    return int(f"{cells:b}", 16)


def marked(cells: Iterable[int]) -> Marks:
    """The marks of some cells."""
    found = 0
    for cell in cells:
        found |= 1 << _BITS * cell
    return found


def gather(marks: Marks) -> Cells:
    """The set of the cells that are marked."""
    return int(f"{marks:x}", 2)


def total(table: Lattice, field: Field) -> Field:
    """For each cell the sum over its 3 × 3 square, itself included; above the board rubbish."""
    wide = field + ((field & table.not_first) >> _BITS) + ((field & table.not_last) << _BITS)
    return wide + (wide >> table.row) + (wide << table.row)


def grown(table: Lattice, marks: Marks) -> Marks:
    """The marked cells with all their neighbours; above the board rubbish."""
    wide = marks | (marks & table.not_first) >> _BITS | (marks & table.not_last) << _BITS
    return wide | wide >> table.row | wide << table.row


def beside(table: Lattice, marks: Marks, down: int, right: int) -> Marks:
    """The neighbours of the marked cells that are no neighbours of the cell at that distance,
    which is itself on the board; above the board rubbish.
    """
    left, other = (marks & table.not_first) >> _BITS, (marks & table.not_last) << _BITS
    wide = marks | left | other
    if right > 0:
        narrow = left if right == 1 else left | marks
    elif right < 0:
        narrow = other if right == -1 else other | marks
    else:
        narrow = 0
    if down >= 0:
        above = narrow if down == 0 else wide
        level = wide if down == 2 else narrow
        return above >> table.row | level | narrow << table.row
    level = wide if down == -2 else narrow
    return narrow >> table.row | level | wide << table.row


class Sweep:
    """A position as fields. The numbers must be those of a board with the known mines."""

    __slots__ = (
        "active",
        "need",
        "numbers",
        "opened",
        "shape",
        "spare",
        "table",
        "undecided",
    )

    def __init__(self, shape: Shape, numbers: Field) -> None:
        self.shape = shape
        self.table = lattice(shape)
        self.numbers = numbers
        """For each cell the mines in its square that are not known yet; read of open cells only."""
        self.opened: Marks = 0
        self.undecided: Marks = self.table.ones
        """Hidden cells that are not known to be mines."""
        self.active: Marks = 0
        """Open numbers that single looks leave undecided, as of the last `singles`."""
        self.need: Field = 0
        """What open numbers still need, at the same moment."""
        self.spare: Field = 0
        """How many undecided neighbours of open numbers are safe, at the same moment."""

    def open(self, safe: Marks) -> None:
        """These undecided cells are opened."""
        self.opened |= safe
        self.undecided ^= safe

    def mark(self, mined: Marks) -> None:
        """These undecided cells are known to be mines."""
        self.undecided ^= mined
        self.numbers -= total(self.table, mined) & self.table.ones * 15

    def singles(self) -> tuple[Marks, Marks]:
        """Safe cells and mines that single numbers settle."""
        table = self.table
        opened, undecided = self.opened, self.undecided
        around = total(table, undecided) & (opened << _BITS) - opened
        live = (around + table.sevens) >> 3 & opened
        mask = (live << _BITS) - live
        need = self.numbers & mask
        spare = (around & mask) - need
        needing = (need + table.sevens) >> 3 & live
        sparing = (spare + table.sevens) >> 3 & live
        self.active = needing & sparing
        self.need, self.spare = need, spare
        safe = mined = 0
        if needing != live:
            safe = grown(table, live ^ needing) & undecided
        if sparing != live:
            mined = grown(table, live ^ sparing) & undecided
        return safe, mined

    def pairs(self) -> tuple[Marks, Marks]:
        """Safe cells and mines that two overlapping numbers settle, when single ones do not.

        With I common neighbours of the numbers A and B: B's mines and A's safe cells fill I
        exactly when all that is beside A alone is mined, and all beside B alone is safe.
        """
        table, active, need, spare = self.table, self.active, self.need, self.spare
        undecided, sevens = self.undecided, table.sevens
        safe = mined = 0
        for distance, common in zip(table.distances, self._overlaps(), strict=True):
            shift = distance.shift
            both = active & active >> shift & distance.firsts
            if not both:
                continue
            gap = spare + (need >> shift) ^ common
            hits = both ^ (both & ((gap & sevens) + sevens | gap) >> 3)
            if hits:
                mined |= beside(table, hits, distance.down, distance.right)
                safe |= beside(table, hits << shift, -distance.down, -distance.right)
            gap = need + (spare >> shift) ^ common
            hits = both ^ (both & ((gap & sevens) + sevens | gap) >> 3)
            if hits:
                safe |= beside(table, hits, distance.down, distance.right)
                mined |= beside(table, hits << shift, -distance.down, -distance.right)
        return safe & undecided, mined & undecided

    def _overlaps(self) -> tuple[Field, ...]:
        """For each of `DISTANCES` how many undecided cells both numbers touch, at the first."""
        table, cells = self.table, self.undecided
        row = table.row
        right = cells + ((cells & table.not_first) >> _BITS)
        left = cells + ((cells & table.not_last) << _BITS)
        wide = right + left - cells
        low = cells + (cells >> row)
        high = low + (cells << row)
        square = right + (right >> row)
        return (
            square + (right << row),
            high >> _BITS,
            low << _BITS,
            left + (left >> row),
            wide + (wide >> row),
            square,
            low >> _BITS,
            left >> row,
            wide >> row,
            right >> row,
        )

    def constraints(self) -> list[Constraint]:
        """The active numbers, as of the last `singles`, ascending."""
        size = self.shape.size
        undecided = f"{self.undecided:0{size}x}"[::-1]
        need = f"{self.need:0{size}x}"[::-1]
        active = f"{self.active:x}"[::-1]
        around = neighbours(self.shape)
        found = []
        cell = active.find("1")
        while cell >= 0:
            near = tuple([other for other in around[cell] if undecided[other] == "1"])
            found.append(Constraint(cell, int(need[cell]), near))
            cell = active.find("1", cell + 1)
        return found

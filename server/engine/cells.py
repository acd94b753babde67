"""Sets of cells as Python ints: bit number `row * columns + column` is set when the cell is in.

Big ints make union, intersection and growth of thousands of cells one machine loop each.
A cell is its row-major index, counted from 0. Nothing here knows mines or players.
Never recursive, and never across the left or right border: rows are masked at each shift.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Cells: TypeAlias = int


class Shape(NamedTuple):
    """Columns × rows of a board, both at least 1."""

    columns: int
    rows: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.columns * self.rows


def bit(cell: int) -> Cells:
    """The set that holds just this cell."""
    return 1 << cell


def scan(cells: Cells) -> Iterator[int]:
    """The cells of a set, ascending."""
    # Searching the binary text costs the same for every cell; `cells & -cells` would copy the
    # whole set once for each of them.
    text = bin(cells)[:1:-1]
    cell = text.find("1")
    while cell >= 0:
        yield cell
        cell = text.find("1", cell + 1)


def from_cells(cells: Iterable[int]) -> Cells:
    """The set of the given cells; twice the same cell counts once."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def to_runs(cells: Cells) -> list[int]:
    """A set as `[start, length, start, length, …]`: ascending, and as few runs as possible."""
    # A cell that differs from the one before it begins a run or follows the end of one.
    edges = list(scan(cells ^ (cells << 1)))
    edges[1::2] = [end - start for start, end in zip(edges[::2], edges[1::2], strict=True)]
    return edges


def from_runs(runs: Sequence[int]) -> Cells:
    """The set that `to_runs` wrote.

    Raises:
        ValueError: not pairs, a length below 1, or runs that overlap, touch or go backwards.
    """
    if len(runs) == 2 and runs[0] >= 0 and runs[1] == 1:
        # one cell, as in most moves
        return 1 << runs[0]
    if len(runs) % 2:
        raise ValueError("runs come in pairs of start and length")
    cells, end = 0, -1
    for start, length in zip(runs[::2], runs[1::2], strict=True):
        if start <= end or length < 1:
            raise ValueError(f"run of {length} at {start} after a run up to {end}")
        cells |= ((1 << length) - 1) << start
        end = start + length
    return cells


@lru_cache(maxsize=64)
def _masks(shape: Shape) -> tuple[Cells, Cells, Cells]:
    """All cells, all without the first column, all without the last column."""
    full = (1 << shape.size) - 1
    first = full // ((1 << shape.columns) - 1)
    return full, full ^ first, full ^ (first << shape.columns - 1)


def everything(shape: Shape) -> Cells:
    """All cells of the board."""
    return _masks(shape)[0]


def shifted(shape: Shape, cells: Cells) -> tuple[Cells, ...]:
    """The set moved one step in each of the eight directions; what leaves the board is gone."""
    full, not_first, not_last = _masks(shape)
    columns = shape.columns
    left, right = (cells & not_first) >> 1, (cells & not_last) << 1
    return (
        left,
        right,
        cells >> columns,
        left >> columns,
        right >> columns,
        (cells << columns) & full,
        (left << columns) & full,
        (right << columns) & full,
    )


def grown(shape: Shape, cells: Cells) -> Cells:
    """The set with all neighbours of its cells."""
    full, not_first, not_last = _masks(shape)
    wide = cells | (cells & not_first) >> 1 | (cells & not_last) << 1
    return (wide | wide >> shape.columns | wide << shape.columns) & full


def connected(shape: Shape, start: Cells, within: Cells) -> Cells:
    """The cells of `within` that are reached from `start` by steps inside `within` (8 ways)."""
    reached = front = start & within
    while front:
        front = grown(shape, front) & within & ~reached
        reached |= front
    return reached


def square(shape: Shape, cell: int) -> Cells:
    """The 3 × 3 square centred on the cell, cut off at the borders; 4 cells in a corner (G4)."""
    columns = shape.columns
    row, column = divmod(cell, columns)
    strip = 1 << cell
    if column > 0:
        strip |= strip >> 1
    if column < columns - 1:
        strip |= 2 << cell
    if row < shape.rows - 1:
        return strip | strip >> columns | strip << columns
    return strip | strip >> columns


@lru_cache(maxsize=8)
def neighbours(shape: Shape) -> tuple[tuple[int, ...], ...]:
    """For each cell its 3–8 neighbours, ascending (G2)."""
    return tuple(tuple(scan(square(shape, cell) ^ 1 << cell)) for cell in range(shape.size))

"""Parts of a racer's board as text, small enough to be looked at: around a move and its reasons.

One character per cell, as racers are shown their own board: `.` hidden, `F` flag, `0`–`8` open,
`*` a mine that was hit. Sizes in cells. Only what the racer saw himself stands in a picture.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct

from server.engine.board import Board
from server.engine.cells import Shape
from server.engine.play import Play

LEAST: Final = 7
"""A picture has at least so many columns and rows, where the board has them."""
MOST: Final = Shape(14, 12)
"""Larger ones do not fit on a phone."""
_MARGIN: Final = 1


class Picture(Struct, frozen=True, kw_only=True):
    """A rectangle of the board at one moment."""

    first: int
    """Its upper left cell."""
    columns: int
    rows: int
    cells: str


class Frame(NamedTuple):
    """A rectangle of cells; `right` and `bottom` are inside."""

    left: int
    top: int
    right: int
    bottom: int

    def around(self, shape: Shape, cell: int) -> "Frame":
        """The smallest frame with these cells, this one and a margin around it."""
        row, column = divmod(cell, shape.columns)
        return Frame(
            min(self.left, max(0, column - _MARGIN)),
            min(self.top, max(0, row - _MARGIN)),
            max(self.right, min(shape.columns - 1, column + _MARGIN)),
            max(self.bottom, min(shape.rows - 1, row + _MARGIN)),
        )

    def fits(self) -> bool:
        return self.right - self.left < MOST.columns and self.bottom - self.top < MOST.rows

    def shows(self, shape: Shape, cell: int) -> bool:
        """Whether the cell is in."""
        row, column = divmod(cell, shape.columns)
        return self.left <= column <= self.right and self.top <= row <= self.bottom


def frame(shape: Shape, needed: int, wanted: Iterable[int]) -> Frame:
    """A frame with the cell that is needed, and with those that are wanted as far as they fit,
    near ones first."""
    row, column = divmod(needed, shape.columns)
    found = Frame(column, row, column, row).around(shape, needed)
    for cell in sorted(wanted, key=lambda cell: distance(shape, needed, cell)):
        larger = found.around(shape, cell)
        if larger.fits():
            found = larger
    left, right = _widened(found.left, found.right, shape.columns)
    top, bottom = _widened(found.top, found.bottom, shape.rows)
    return Frame(left, top, right, bottom)


def picture(board: Board, play: Play, cut: Frame) -> Picture:
    """What the racer saw there."""
    columns = board.shape.columns
    return Picture(
        first=cut.top * columns + cut.left,
        columns=cut.right - cut.left + 1,
        rows=cut.bottom - cut.top + 1,
        cells="".join(
            _sign(board, play, row * columns + column)
            for row in range(cut.top, cut.bottom + 1)
            for column in range(cut.left, cut.right + 1)
        ),
    )


def distance(shape: Shape, one: int, other: int) -> int:
    """Steps of a king between two cells."""
    (row, column), (row_2, column_2) = divmod(one, shape.columns), divmod(other, shape.columns)
    return max(abs(row - row_2), abs(column - column_2))


def _sign(board: Board, play: Play, cell: int) -> str:
    at = 1 << cell
    if play.opened & at:
        return str(board.numbers[cell])
    if play.flagged & at:
        return "F"
    return "*" if play.exploded & at else "."


def _widened(first: int, last: int, size: int) -> tuple[int, int]:
    """At least so many of `size`, on both sides alike as far as the border lets it."""
    missing = max(0, min(LEAST, size) - (last - first + 1))
    first = max(0, first - missing // 2)
    last = min(size - 1, max(last, first + min(LEAST, size) - 1))
    return max(0, min(first, last - min(LEAST, size) + 1)), last

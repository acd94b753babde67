"""One player's part of a board, and what a move changes of it: open, flag, chord (G3, G5–G10).

A move gives a `Change`, a fact to be stored; `apply` puts it on a `Play` and never judges.
Exploded cells are mines that were opened and survived (R10): they count as marked, like flags.
Cells must lie on the board; who takes them from outside checks that. Nothing here is recursive.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from server.engine.board import MINE, Board
from server.engine.cells import Cells, connected, grown, square

MoveKind = Literal["open", "flag", "chord"]


class Play(NamedTuple):
    """What one player has done: three sets of cells, no cell in two of them."""

    opened: Cells
    """Safe cells that are open."""
    flagged: Cells
    exploded: Cells
    """Mines that were opened."""


NEW = Play(0, 0, 0)


class Change(NamedTuple):
    """What one move does."""

    opened: Cells
    """Safe cells that it opens, chains included."""
    hit: Cells
    """Mines that it opens: the loss, or the penalty (G10, R10)."""
    flag: bool | None
    """The cell's flag after a flag move; None when no flag changes."""


NOTHING = Change(0, 0, None)
"""The change of every move without effect (G18)."""


@lru_cache(maxsize=6_000)
def _one_number(cell: int) -> Change:
    """What most moves do; made once for each cell of the largest boards."""
    return Change(1 << cell, 0, None)


def open_cell(board: Board, play: Play, cell: int) -> Change:
    """Open a hidden cell; an open, flagged or exploded one stays as it is (G6, G18)."""
    at = 1 << cell
    opened, flagged, exploded = play
    # One by one: their union would be three copies of a whole board.
    if at & opened or at & flagged or at & exploded:
        return NOTHING
    number = board.numbers[cell]
    if not number:
        return Change(_chain(board, play, cell), 0, None)
    if number == MINE:
        return Change(0, at, None)
    return _one_number(cell)


def chord(board: Board, play: Play, cell: int) -> Change:
    """Open all unmarked neighbours of an open cell that has as many marks around as its number.

    A zero without marks is chorded like a number (G16). All neighbours open at once, mines and
    safe cells alike, so that no order of them matters (G17). Otherwise nothing happens (G8).
    """
    if not play.opened >> cell & 1:
        return NOTHING
    around = square(board.shape, cell)
    marked = (play.flagged | play.exploded) & around
    if marked.bit_count() != board.numbers[cell]:
        return NOTHING
    targets = around & ~(play.opened | marked)
    if not targets:
        return NOTHING
    chained = 0
    zeros = targets & board.zeros
    while zeros:
        # Each chain takes at least its own zero out: eight rounds at most, nearly always one.
        chained |= _chain(board, play, zeros.bit_length() - 1)
        zeros &= ~chained
    return Change(targets & board.safe | chained, targets & board.mines, None)


def toggle_flag(board: Board, play: Play, cell: int) -> Change:  # noqa: ARG001 - as all moves
    """Set or take the flag of a hidden cell (G5); open and exploded cells take none (G18)."""
    at = 1 << cell
    if at & (play.opened | play.exploded):
        return NOTHING
    return Change(0, 0, flag=not at & play.flagged)


def move(board: Board, play: Play, kind: MoveKind, cell: int) -> Change:
    """The change of a move by its kind; `NOTHING` when it has no effect."""
    if kind == "open":
        return open_cell(board, play, cell)
    if kind == "chord":
        return chord(board, play, cell)
    return toggle_flag(board, play, cell)


def apply(play: Play, change: Change, cell: int) -> Play:
    """The play after a change that a move on this cell has made."""
    opened, flagged, exploded = play
    more, hit, flag = change
    if flag is not None:
        flagged = flagged | 1 << cell if flag else flagged & ~(1 << cell)
    return Play(opened | more, flagged, exploded | hit)


def with_opened(play: Play, cells: Cells) -> Play:
    """The play after a move that opens these safe cells and does nothing else, as most do."""
    opened, flagged, exploded = play
    # Three times as fast as the class's own constructor, and every move makes one.
    return tuple.__new__(Play, (opened | cells, flagged, exploded))


def cleared(board: Board, play: Play) -> bool:
    """Whether every mine-free cell is open, whatever is flagged (G9)."""
    return play.opened == board.safe


def _chain(board: Board, play: Play, zero: int) -> Cells:
    """The cells that open with this hidden, unflagged zero (G3, G15)."""
    index = board.opening_of[zero]
    opening, region = board.openings[index], board.regions[index]
    if not play.flagged & opening and not play.opened & region:
        return opening & ~play.opened
    # Some of the opening is flagged, or was when part of it was opened. Only new zeros spread
    # (G3), so a cell that was unflagged beside an old zero waits for a tap or a chord of its own.
    free = opening & ~(play.opened | play.flagged)
    reached = connected(board.shape, 1 << zero, region & free)
    return grown(board.shape, reached) & free

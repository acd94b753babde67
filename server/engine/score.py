"""Figures about one play: progress by 3BV (R7), right and wrong flags.

All are counts of cells or clicks, none is a time. They are computed from the sets alone, so a
play that came out of storage gives the same figures as the one that was played.
"""

from server.engine.board import Board
from server.engine.cells import Cells
from server.engine.play import Play


def bbbv_done(board: Board, opened: Cells) -> int:
    """Part of the 3BV that is done: openings that are open with their rims, and lone numbers.

    Equals `board.bbbv` exactly when the board is cleared. A rim cell that a flag kept hidden
    (G15) holds its opening back, as it still needs a click.
    """
    missing = board.safe & ~opened
    done = (opened & board.lone).bit_count()
    for opening in board.openings:
        if not opening & missing:
            done += 1
    return done


def percent(done: int, total: int) -> int:
    """Progress in whole percent, rounded down: 100 means all of it. `total` is at least 1."""
    return done * 100 // total


def flags(board: Board, play: Play) -> tuple[int, int]:
    """How many flags stand on mines, and how many do not."""
    right = (play.flagged & board.mines).bit_count()
    return right, play.flagged.bit_count() - right

"""What a player sees of a board: open cells with their numbers, exploded mines, mine count.

The solver works on this alone, so that it cannot know more than the player.
Flags are beliefs, not knowledge: they are not in it. Cells and sets as in `cells`.
"""

from dataclasses import dataclass

from server.engine.board import MINE, Board
from server.engine.cells import Cells, Shape, scan
from server.engine.play import Play

HIDDEN = MINE
"""Stands in `Sight.numbers` for every cell that is not open."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One player's view of his board."""

    shape: Shape
    mines: int
    """Mines on the whole board, exploded ones included."""
    opened: Cells
    numbers: bytes
    """One byte per cell; only those of open cells mean anything."""
    exploded: Cells = 0
    """Mines that went off and were survived (R10): known to be mines."""


def sight_of(board: Board, play: Play) -> Sight:
    """The view that this play gives of this board; numbers of cells that are not open are gone."""
    numbers = bytearray([HIDDEN]) * board.shape.size
    for cell in scan(play.opened):
        numbers[cell] = board.numbers[cell]
    return Sight(board.shape, board.mines.bit_count(), play.opened, bytes(numbers), play.exploded)

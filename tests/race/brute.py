"""All layouts of mines that give what a player sees, one by one: slow, and nothing to go wrong."""

from collections.abc import Iterator
from itertools import combinations

from server.engine.board import Board
from server.engine.cells import Cells, everything, from_cells, scan, square
from server.engine.play import Play


def layouts(board: Board, play: Play, numbers: Cells | None = None) -> Iterator[Cells]:
    """Every set of mines of the right size that fits the open numbers, or those of them that are
    asked for."""
    hidden = list(scan(everything(board.shape) & ~(play.opened | play.exploded)))
    seen = play.opened if numbers is None else numbers
    checks = [(square(board.shape, cell), board.numbers[cell]) for cell in scan(seen)]
    for chosen in combinations(hidden, (board.mines & ~play.exploded).bit_count()):
        mines = from_cells(chosen) | play.exploded
        if all((around & mines).bit_count() == number for around, number in checks):
            yield mines

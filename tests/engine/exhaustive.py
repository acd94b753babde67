"""All layouts of mines that give what a player sees, found by trying every single one.

What solver and odds are checked against. Slow on purpose, for boards of a few cells; shares no
code with the solver.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random

from server.engine.board import Board, make_board
from server.engine.cells import Shape, bit, from_cells, scan
from server.engine.play import NEW, Play, apply, open_cell
from server.engine.sight import Sight, sight_of
from tests.engine.naive import around


@dataclass(frozen=True)
class Truth:
    """What all layouts together say."""

    layouts: int
    chances: dict[int, Fraction]

    @property
    def safe(self) -> int:
        return from_cells(cell for cell, chance in self.chances.items() if chance == 0)

    @property
    def mined(self) -> int:
        return from_cells(cell for cell, chance in self.chances.items() if chance == 1)


def truth(sight: Sight) -> Truth:
    """Counted layout by layout."""
    columns, rows = sight.shape
    opened, exploded = set(scan(sight.opened)), set(scan(sight.exploded))
    hidden = [cell for cell in range(columns * rows) if cell not in opened | exploded]
    near = {cell: set(around(columns, rows, cell)) for cell in opened}
    layouts, mined = 0, dict.fromkeys(hidden, 0)
    for chosen in combinations(hidden, sight.mines - len(exploded)):
        mines = exploded | set(chosen)
        if all(len(near[cell] & mines) == sight.numbers[cell] for cell in opened):
            layouts += 1
            for cell in chosen:
                mined[cell] += 1
    return Truth(layouts, {cell: Fraction(mined[cell], layouts) for cell in hidden})


def position(dice: Random) -> tuple[Board, Play]:
    """A small board somewhere in a play: some cells opened, now and then a mine too (R10)."""
    shape = dice.choice([Shape(4, 4), Shape(5, 3), Shape(5, 4), Shape(2, 8), Shape(1, 9)])
    mines = dice.randint(0, min(shape.size // 2, 7))
    board = make_board(shape, from_cells(dice.sample(range(shape.size), mines)))
    play = NEW
    for cell in dice.sample(range(shape.size), dice.randint(0, shape.size // 2)):
        if board.safe & bit(cell) or dice.random() < 0.1:
            play = apply(play, open_cell(board, play, cell), cell)
    return board, play


def sights(seed: int, count: int) -> list[Sight]:
    """That many positions."""
    dice = Random(seed)
    return [sight_of(*position(dice)) for _ in range(count)]

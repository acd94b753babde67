"""All layouts of mines that give what a player sees, found by trying every single one.

What solver and odds are checked against. Slow on purpose, for boards of few cells; shares no
code with the solver.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations
from math import comb
from random import Random

from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells, scan
from server.engine.play import NEW, Play, apply, open_cell
from server.engine.sight import Sight, sight_of
from tests.engine.naive import around

MOST_LAYOUTS = 4_000
"""Layouts to try for one position."""

SHAPES = [Shape(4, 4), Shape(5, 3), Shape(5, 4), Shape(2, 8), Shape(1, 9), Shape(6, 5), Shape(7, 6)]


@dataclass(frozen=True)
class Truth:
    """What all layouts together say."""

    chances: dict[int, Fraction]

    @property
    def safe(self) -> int:
        return from_cells(cell for cell, chance in self.chances.items() if chance == 0)

    @property
    def mined(self) -> int:
        return from_cells(cell for cell, chance in self.chances.items() if chance == 1)


def truth(sight: Sight) -> Truth:
    """Counted layout by layout."""
    undecided = _hidden(sight)
    chosen = combinations(undecided, sight.mines - sight.exploded.bit_count())
    return _counted(sight, scan(sight.opened), undecided, chosen)


def by_numbers(sight: Sight, numbers: Iterable[int], safe: int, mined: int) -> Truth:
    """What these numbers alone say, whatever the mine count, when these cells are known."""
    near = {other for cell in numbers for other in around(*sight.shape, cell)}
    undecided = [cell for cell in _hidden(sight) if cell in near and not (safe | mined) >> cell & 1]
    chosen = chain.from_iterable(
        combinations(undecided, count) for count in range(len(undecided) + 1)
    )
    return _counted(sight, numbers, undecided, chosen, mined)


def by_count(sight: Sight, numbers: Iterable[int], safe: int, mined: int) -> Truth:
    """What these numbers and the mine count say, when these cells are known."""
    undecided = [cell for cell in _hidden(sight) if not (safe | mined) >> cell & 1]
    left = sight.mines - (sight.exploded | mined).bit_count()
    return _counted(sight, numbers, undecided, combinations(undecided, left), mined)


def _hidden(sight: Sight) -> list[int]:
    return [
        cell for cell in range(sight.shape.size) if not (sight.opened | sight.exploded) >> cell & 1
    ]


def _counted(
    sight: Sight,
    numbers: Iterable[int],
    undecided: list[int],
    layouts: Iterator[tuple[int, ...]],
    mined: int = 0,
) -> Truth:
    known = sight.exploded | mined
    shown = [(from_cells(around(*sight.shape, cell)), sight.numbers[cell]) for cell in numbers]
    count, with_mine = 0, dict.fromkeys(undecided, 0)
    for layout in layouts:
        mines = known
        for cell in layout:
            mines |= 1 << cell
        if all((near & mines).bit_count() == number for near, number in shown):
            count += 1
            for cell in layout:
                with_mine[cell] += 1
    return Truth({cell: Fraction(with_mine[cell], count) for cell in undecided})


def position(dice: Random) -> tuple[Board, Play]:
    """A small board somewhere in a play: cells opened in any order, now and then a mine (R10)."""
    shape = dice.choice(SHAPES)
    most = min(shape.size // 2, 10)
    board = make_board(shape, from_cells(dice.sample(range(shape.size), dice.randint(0, most))))
    play = NEW
    unopened = dice.randint(0, shape.size)
    for cell in dice.sample(range(shape.size), shape.size):
        left = shape.size - (play.opened | play.exploded).bit_count()
        mines = (board.mines & ~play.exploded).bit_count()
        if left <= unopened and comb(left, mines) <= MOST_LAYOUTS:
            break
        if board.safe >> cell & 1 or dice.random() < 0.1:
            play = apply(play, open_cell(board, play, cell), cell)
    return board, play


def sights(seed: int, count: int) -> Iterator[Sight]:
    """That many positions."""
    dice = Random(seed)
    return (sight_of(*position(dice)) for _ in range(count))

"""Whether a board can be cleared by deduction alone, and how hard that is (R5).

A certified board never needs a guess: from the opened start cell on there is always a cell that
is certainly safe. The verdict is that of a complete solver, so it does not depend on how it is
found and stays the same for ever; only a component past the bound of work is refused beside.
"""

from dataclasses import dataclass
from typing import Literal

from server.engine.board import Board, make_board
from server.engine.cells import Cells, Shape, scan
from server.engine.play import NEW, Play, apply, cleared, open_cell
from server.engine.sight import sight_of
from server.engine.solver import RULES, Rule, deduce

Difficulty = Literal["easy", "medium", "hard", "very_hard"]

DIFFICULTIES: dict[Rule, Difficulty] = {
    "single": "easy",
    "pair": "medium",
    "enumeration": "hard",
    "count": "very_hard",
}
"""A board is as hard as the hardest rule that it needs."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What it takes to clear a board without a guess, always by the easiest rules there are."""

    rules: dict[Rule, int]
    """For each rule how many cells were found by it, safe ones and mines."""
    difficulty: Difficulty
    steps: int
    """Rounds: in each one, the easiest rule that gives anything is used wherever it gives."""


def certify(board: Board, start: int) -> Certificate | None:
    """The certificate of this board when `start` is opened first; None when a guess is needed.

    None too when `start` is a mine.
    """
    return certify_layout(board.shape, board.mines, start)


def certify_layout(shape: Shape, mines: Cells, start: int) -> Certificate | None:
    """As `certify`, for mines that no `Board` has been made of: faster when most are refused."""
    board = make_board(shape, mines)
    if mines >> start & 1:
        return None
    play = apply(NEW, open_cell(board, NEW, start), start)
    rules: dict[Rule, int] = dict.fromkeys(RULES, 0)
    steps = 0
    while not cleared(board, play):
        found = deduce(sight_of(board, play))
        if not found.safe:
            return None
        steps += 1
        for reason in found.reasons:
            rules[reason.rule] += (reason.safe | reason.mined).bit_count()
        opened = Play(play.opened, 0, 0)
        for cell in scan(found.safe):
            opened = apply(opened, open_cell(board, opened, cell), cell)
        play = opened
    hardest: Rule = next((rule for rule in reversed(RULES) if rules[rule]), "single")
    return Certificate(rules, DIFFICULTIES[hardest], steps)

"""Whether a board can be cleared by deduction alone, and how hard that is (R5).

A certified board never needs a guess: from the opened start cell on there is always a cell that
is certainly safe. Verdict and difficulty are those of a complete solver, so they do not depend on
how they are found and stay the same for ever; only a board past the bound of work is refused too.
"""

from dataclasses import dataclass
from typing import Literal

from server.engine.board import Board
from server.engine.cells import Cells, Shape, connected, scan
from server.engine.cells import grown as grown_cells
from server.engine.components import Component, Constraint, split
from server.engine.enumeration import TooMuchWork, possible
from server.engine.odds import count_matters, weigh
from server.engine.solver import RULES, Rule
from server.engine.sweep import Marks, Sweep, gather, grown, lattice, marked, spread, total

Difficulty = Literal["easy", "medium", "hard", "very_hard"]

DIFFICULTIES: dict[Rule, Difficulty] = {
    "single": "easy",
    "pair": "medium",
    "enumeration": "hard",
    "count": "very_hard",
}
"""A board is as hard as the hardest rule that it cannot be cleared without."""


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
    """As `certify`, for mines that no `Board` has been made of: faster when many are refused."""
    if mines >> start & 1:
        return None
    run = _Run(shape, mines, start)
    while run.left:
        if not (run.singles() or run.pairs() or run.enumeration() or run.count()):
            return None
        run.steps += 1
    rules = run.rules
    hardest: Rule = next((rule for rule in reversed(RULES) if rules[rule]), "single")
    return Certificate(rules, DIFFICULTIES[hardest], run.steps)


class _Run:
    """One try to clear a board."""

    def __init__(self, shape: Shape, mines: Cells, start: int) -> None:
        self.rules: dict[Rule, int] = dict.fromkeys(RULES, 0)
        self.steps = 0
        table = lattice(shape)
        mined = spread(mines)
        numbers = total(table, mined) & table.ones * 15
        self.zeros: Marks = table.ones ^ (
            (numbers | numbers >> 1 | numbers >> 2 | numbers >> 3) & table.ones
        )
        self.mines = mines.bit_count()
        """Mines that are not known yet."""
        self.left = shape.size - self.mines
        """Safe cells that are not open yet."""
        self.position = Sweep(shape, numbers)
        self.components: list[Component] = []
        """As of the last `enumeration`."""
        self.stuck: dict[tuple[Constraint, ...], int] = {}
        """Components that settle nothing, with the numbers of mines that they can hold, as a set:
        empty for those that are too much work. Most stay as they are from round to round."""
        first = 1 << start
        zeros = gather(self.zeros)
        if zeros & first:
            first = grown_cells(shape, connected(shape, first, zeros))
        self.position.open(spread(first))
        self.left -= first.bit_count()

    def singles(self) -> bool:
        """Whether single numbers gave anything."""
        return self._settle("single", *self.position.singles())

    def pairs(self) -> bool:
        """Whether pairs gave anything; asked after `singles` gave nothing."""
        return self._settle("pair", *self.position.pairs())

    def enumeration(self) -> bool:
        """Whether whole components gave anything; asked after `pairs` gave nothing."""
        safe: list[int] = []
        mined: list[int] = []
        self.components = split(self.position.constraints())
        for component in self.components:
            if component.constraints in self.stuck:
                continue
            try:
                found = possible(component)
            except TooMuchWork:
                self.stuck[component.constraints] = 0
                continue
            safe += found.safe
            mined += found.mined
            if not found.safe and not found.mined:
                self.stuck[component.constraints] = found.totals
        return self._settle("enumeration", marked(safe), marked(mined))

    def count(self) -> bool:
        """Whether the mine count gave anything; asked after `enumeration` gave nothing."""
        touched = [c for part in self.components for group in part.groups for c in group.cells]
        free = self.position.undecided ^ marked(touched)
        totals = [self.stuck[part.constraints] for part in self.components]
        if 0 in totals or not count_matters(totals, free.bit_count(), self.mines):
            return False
        found = weigh(self.components, tuple(scan(gather(free))), self.mines)
        return self._settle("count", spread(found.safe), spread(found.mined))

    def _settle(self, rule: Rule, safe: Marks, mined: Marks) -> bool:
        """Whether there was anything."""
        if not safe and not mined:
            return False
        position = self.position
        found = (safe | mined).bit_count()
        self.rules[rule] += found
        if mined:
            position.mark(mined)
            self.mines -= mined.bit_count()
        if safe:
            front = safe & self.zeros
            position.open(safe)
            while front:
                more = grown(position.table, front) & position.undecided
                position.open(more)
                safe |= more
                front = more & self.zeros
            self.left -= safe.bit_count()
        return True

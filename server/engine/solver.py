"""What follows from what a player sees: safe cells and mines, and from which numbers.

Rules from easy to hard: one number, the overlap of two, all layouts around some numbers, the mine
count. Never guesses and never knows more than `Sight`. Complete: everything that holds in all
layouts of mines is found, up to a bound of work in `enumeration`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from server.engine.cells import Cells, from_cells
from server.engine.components import Component, Constraint, split
from server.engine.enumeration import TooMuchWork, possible
from server.engine.explain import least_count, least_numbers
from server.engine.frontier import Frontier
from server.engine.odds import count_matters
from server.engine.sight import Sight

Rule = Literal["single", "pair", "enumeration", "count"]

RULES: tuple[Rule, ...] = ("single", "pair", "enumeration", "count")
"""From easy to hard."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One step: what follows from some numbers, given the steps before it."""

    rule: Rule
    numbers: tuple[int, ...]
    """Open cells whose numbers it needs, ascending, none of them superfluous; `count` needs the
    mine count too, and maybe no number at all."""
    safe: Cells
    mined: Cells


@dataclass(frozen=True, slots=True)
class Deductions:
    """All that follows."""

    safe: Cells
    mined: Cells
    reasons: tuple[Reason, ...]
    """In an order in which each follows from those before it, always the easiest next. They
    share no cell; together they are `safe` and `mined`."""
    complete: bool
    """Whether nothing was given up for too much work."""


def deduce(sight: Sight) -> Deductions:
    """Every hidden cell that is certainly safe or certainly a mine, and why.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    work = _Work(sight)
    reasons = tuple(work.reasons())
    safe = mined = 0
    for reason in reasons:
        safe |= reason.safe
        mined |= reason.mined
    return Deductions(safe, mined, reasons, work.complete)


def first_step(sight: Sight, noted: Cells = 0) -> Reason | None:
    """The easiest next step, for a hint; None when nothing follows.

    `noted`: mines that the player has marked or was shown. Steps that only tell these again are
    passed over; that they are mines is deduced, never believed.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    for reason in _Work(sight).reasons():
        if reason.safe or reason.mined & ~noted:
            return reason
    return None


class _Work:
    """Reasons for one position, made as they are asked for."""

    def __init__(self, sight: Sight) -> None:
        self.complete = True
        self._frontier = Frontier(sight)
        self._unpaired: dict[int, None] = dict.fromkeys(self._frontier.constraints)
        self._stuck: dict[tuple[Constraint, ...], int] = {}
        """Components that settle nothing, with the numbers of mines they can hold; none is too
        much work."""
        self._certain: dict[int, bool] = {}
        """Whether there is a mine, for cells of components that were enumerated."""

    def reasons(self) -> Iterator[Reason]:
        """All of them, each as easy as there is."""
        while True:
            self._unpaired |= self._frontier.changed
            for number, safe, mined in self._frontier.singles():
                yield Reason("single", (number,), from_cells(safe), from_cells(mined))
                self._unpaired |= self._frontier.changed
            reason = self._pair()
            if reason is None:
                components = split(self._frontier.constraints.values())
                reason = self._enumeration(components) or self._count(components)
            if reason is None:
                return
            yield reason

    def _pair(self) -> Reason | None:
        while self._unpaired:
            number = next(iter(self._unpaired))
            one = self._frontier.constraints.get(number)
            reason = self._pair_with(one) if one else None
            if reason:
                return reason
            del self._unpaired[number]
        return None

    def _pair_with(self, one: Constraint) -> Reason | None:
        """What this number and another settle: when all that is beside one of them alone must be
        mined, its other mines fill the need of the other, and what is beside that alone is safe.
        """
        for other in self._frontier.beside(one):
            for much, less in ((one, other), (other, one)):
                mined = tuple(cell for cell in much.hidden if cell not in less.hidden)
                if much.need - less.need == len(mined):
                    safe = tuple(cell for cell in less.hidden if cell not in much.hidden)
                    if safe or mined:
                        return self._found("pair", (one.number, other.number), safe, mined)
        return None

    def _enumeration(self, components: list[Component]) -> Reason | None:
        for component in components:
            if component.constraints in self._stuck:
                continue
            # What is certain stays so while the component shrinks: it is enumerated once, and
            # again when all that was found is told.
            if not any(cell in self._certain for group in component.groups for cell in group.cells):
                try:
                    found = possible(component)
                except TooMuchWork:
                    self.complete = False
                    self._stuck[component.constraints] = 0
                    continue
                if not found.safe and not found.mined:
                    self._stuck[component.constraints] = found.totals
                    continue
                self._certain |= dict.fromkeys(found.safe, False)
                self._certain |= dict.fromkeys(found.mined, True)
            return self._found("enumeration", *least_numbers(component, self._certain))
        return None

    def _count(self, components: list[Component]) -> Reason | None:
        frontier = self._frontier
        totals = [self._stuck[component.constraints] for component in components]
        touched = {cell for one in frontier.constraints.values() for cell in one.hidden}
        free = frontier.undecided.bit_count() - len(touched)
        if not self.complete or not count_matters(totals, free, frontier.mines):
            return None
        found = least_count(components, frontier.undecided, frontier.mines)
        return found and self._found("count", *found)

    def _found(
        self, rule: Rule, numbers: tuple[int, ...], safe: tuple[int, ...], mined: tuple[int, ...]
    ) -> Reason:
        self._frontier.settle(safe, mined)
        return Reason(rule, tuple(sorted(numbers)), from_cells(safe), from_cells(mined))

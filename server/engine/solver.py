"""What follows from what a player sees: safe cells and mines, and from which numbers.

Rules from easy to hard: one number, the overlap of two, all layouts of some numbers, the mine
count. Never guesses and never knows more than `Sight`. Complete: what no layout of mines
contradicts is left undecided, everything else is found (up to a bound of work).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from server.engine.cells import Cells, from_cells, scan
from server.engine.components import Component, Constraint, split
from server.engine.enumeration import TooMuchWork, possible
from server.engine.frontier import constraints, hidden
from server.engine.odds import weigh
from server.engine.sight import Sight

Rule = Literal["single", "pair", "enumeration", "count"]

RULES: tuple[Rule, ...] = ("single", "pair", "enumeration", "count")
"""From easy to hard."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One step: what follows from some numbers, given the steps before it."""

    rule: Rule
    numbers: tuple[int, ...]
    """Open cells whose numbers it needs, ascending; with `count` also the mine count."""
    safe: Cells
    mined: Cells


@dataclass(frozen=True, slots=True)
class Deductions:
    """All that follows."""

    safe: Cells
    mined: Cells
    reasons: tuple[Reason, ...]
    """In an order in which each follows from those before it, always the easiest next."""
    complete: bool
    """Whether nothing was given up for too much work."""


@dataclass(slots=True)
class _Known:
    """What was found so far, while reasons are being made."""

    sight: Sight
    safe: Cells = 0
    mined: Cells = 0
    complete: bool = True
    components: list[Component] = field(default_factory=list)


def deduce(sight: Sight) -> Deductions:
    """Every hidden cell that is certainly safe or certainly a mine, and why.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    known = _Known(sight)
    reasons = tuple(_steps(known))
    return Deductions(known.safe, known.mined, reasons, known.complete)


def first_step(sight: Sight, noted: Cells = 0) -> Reason | None:
    """The easiest next step, for a hint; None when nothing follows.

    `noted`: mines that the player has marked or was shown. Steps that only tell these again are
    passed over; their being mines is deduced, never believed.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    for reason in _steps(_Known(sight)):
        if reason.safe or reason.mined & ~noted:
            return reason
    return None


def _steps(known: _Known) -> Iterator[Reason]:
    """One reason after another, each as easy as there is; `known` grows with them."""
    while True:
        reason = _next(known)
        if reason is None:
            return
        known.safe |= reason.safe
        known.mined |= reason.mined
        yield reason


def _next(known: _Known) -> Reason | None:
    given = constraints(known.sight, known.safe, known.mined)
    return _single(given) or _pair(given) or _enumerated(known, given) or _counted(known, given)


def _single(given: list[Constraint]) -> Reason | None:
    for number, need, cells in given:
        if not need:
            return Reason("single", (number,), from_cells(cells), 0)
        if need == len(cells):
            return Reason("single", (number,), 0, from_cells(cells))
    return None


def _pair(given: list[Constraint]) -> Reason | None:
    for one in given:
        for other in given:
            mined = set(one.hidden) - set(other.hidden)
            safe = set(other.hidden) - set(one.hidden)
            if (mined or safe) and one.need - other.need == len(mined):
                numbers = tuple(sorted((one.number, other.number)))
                return Reason("pair", numbers, from_cells(safe), from_cells(mined))
    return None


def _enumerated(known: _Known, given: list[Constraint]) -> Reason | None:
    for component in split(given):
        try:
            safe, mined = settled(component)
        except TooMuchWork:
            known.complete = False
            continue
        if safe or mined:
            target = next(scan(safe or mined))
            return _least(list(component.constraints), target)
    return None


def settled(component: Component) -> tuple[Cells, Cells]:
    """The cells of a component that its numbers alone show to be safe, and to be mines.

    Raises:
        TooMuchWork: it has more states than may be looked at.
        Contradiction: nothing fits.
    """
    found = possible(component)
    return from_cells(found.safe), from_cells(found.mined)


def _settled_by(given: Iterable[Constraint]) -> tuple[Cells, Cells]:
    safe = mined = 0
    for component in split(given):
        more_safe, more_mined = settled(component)
        safe |= more_safe
        mined |= more_mined
    return safe, mined


def _least(given: list[Constraint], target: int) -> Reason:
    """A reason for this cell from as few of these numbers as leaving out one by one gives."""
    kept = given
    for constraint in given:
        fewer = [other for other in kept if other is not constraint]
        safe, mined = _settled_by(fewer)
        if (safe | mined) >> target & 1:
            kept = fewer
    safe, mined = _settled_by(kept)
    return Reason("enumeration", tuple(sorted(one.number for one in kept)), safe, mined)


def _counted(known: _Known, given: list[Constraint]) -> Reason | None:
    if not known.complete:
        return None
    components = split(given)
    undecided = hidden(known.sight) & ~(known.safe | known.mined)
    touched = from_cells(cell for one in given for cell in one.hidden)
    mines = known.sight.mines - (known.sight.exploded | known.mined).bit_count()
    try:
        found = weigh(components, tuple(scan(undecided & ~touched)), mines)
    except TooMuchWork:
        known.complete = False
        return None
    if not found.safe and not found.mined:
        return None
    numbers = tuple(sorted(one.number for one in given))
    return Reason("count", numbers, found.safe, found.mined)

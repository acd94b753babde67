"""As few numbers as explain what is known to follow: those that a person has to look at.

Numbers are left out one by one while the conclusion stands, so that none of the rest can be
missed; there may be other such sets, some smaller. Tries that would take long count as failed.
"""

from collections.abc import Mapping, Sequence

from server.engine.cells import Cells, scan
from server.engine.components import Component, Constraint, split
from server.engine.enumeration import Possible, TooMuchWork, possible
from server.engine.odds import Odds, weigh

Found = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Numbers, and the cells that they show to be safe, and to be mines."""

MOST_TARGETS = 4
"""Groups of cells among which the one that is easiest to explain is chosen."""
MOST_STATES = 4_000
"""States in which a try to leave a number out must get along."""
MOST_LEFT_OUT = 24
"""Numbers that are tried to be left out."""


def least_numbers(component: Component, certain: Mapping[int, bool]) -> Found:
    """Of the certain cells in this component those that follow from the fewest numbers, and these.

    `certain`: whether there is a mine, for all cells that the component settles, at least one,
    and maybe for others elsewhere.
    """
    cells = [cell for group in component.groups for cell in group.cells if cell in certain]
    safe = tuple(cell for cell in cells if not certain[cell])
    mined = tuple(cell for cell in cells if certain[cell])
    best: Found = tuple(one.number for one in component.constraints), safe, mined
    targets = [group.cells[0] for group in component.groups if group.cells[0] in certain]
    for target in targets[:MOST_TARGETS]:
        found = _fewest(component.constraints, target)
        if found and len(found[0]) < len(best[0]):
            best = found
    return best


def least_count(components: Sequence[Component], undecided: Cells, mines: int) -> Found | None:
    """What the mine count settles, one cell and all that comes with it; None when nothing.

    `undecided`: all cells that the mines that are left can be in.

    Raises:
        Contradiction: no layout fits.
    """
    kept = [one for component in components for one in component.constraints]
    found = _counted(kept, undecided, mines)
    if found is None or not found.safe | found.mined:
        return None
    target = found.safe & -found.safe or found.mined & -found.mined
    parts = [set(component.constraints) for component in components]
    if len(kept) <= MOST_LEFT_OUT:
        parts += [{one} for one in kept]
    for part in parts:
        fewer = [one for one in kept if one not in part]
        by_fewer = _counted(fewer, undecided, mines)
        if by_fewer and target & (by_fewer.safe | by_fewer.mined):
            kept, found = fewer, by_fewer
    numbers = tuple(one.number for one in kept)
    return numbers, tuple(scan(found.safe)), tuple(scan(found.mined))


def _fewest(constraints: tuple[Constraint, ...], target: int) -> Found | None:
    """Numbers that settle the target, those farthest from it left out first."""
    kept = _by_distance(constraints, target)
    settled = None
    near = 2
    while near < len(kept) and settled is None:
        settled = _settles(kept[:near], target)
        if settled:
            kept = kept[:near]
        near *= 2
    for one in reversed(kept[-MOST_LEFT_OUT:]):
        fewer = [other for other in kept if other is not one]
        by_fewer = _settles(fewer, target)
        if by_fewer:
            kept, settled = fewer, by_fewer
    if settled is None:
        return None
    return tuple(one.number for one in kept), settled.safe, settled.mined


def _by_distance(constraints: tuple[Constraint, ...], target: int) -> list[Constraint]:
    """The numbers beside the target, then those that share cells with them, and so on."""
    left, ordered, reached = list(constraints), [], {target}
    while left:
        ring = [one for one in left if reached.intersection(one.hidden)]
        left = [one for one in left if one not in ring]
        ordered += ring
        reached.update(cell for one in ring for cell in one.hidden)
    return ordered


def _settles(constraints: list[Constraint], target: int) -> Possible | None:
    """What the target's part of these numbers settles; None when not the target."""
    for component in split(constraints):
        if any(target in group.cells for group in component.groups):
            try:
                found = possible(component, MOST_STATES)
            except TooMuchWork:
                return None
            return found if target in found.safe or target in found.mined else None
    return None


def _counted(constraints: list[Constraint], undecided: Cells, mines: int) -> Odds | None:
    """The odds by these numbers alone; None when that is too much work."""
    touched = {cell for one in constraints for cell in one.hidden}
    free = tuple(cell for cell in scan(undecided) if cell not in touched)
    try:
        return weigh(split(constraints), free, mines)
    except TooMuchWork:
        return None

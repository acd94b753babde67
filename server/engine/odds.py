"""Exact chances of a mine, for every hidden cell, from what a player sees and the mine count.

All layouts of mines that give the numbers seen are equally likely. They are counted in whole
numbers; only the last division makes a float. Chances are 0–1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from server.engine.cells import Cells, from_cells, scan
from server.engine.components import Component, split
from server.engine.enumeration import Contradiction, TooMuchWork, tally, unpacked
from server.engine.frontier import constraints, hidden
from server.engine.sight import Sight


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of all hidden cells."""

    chances: dict[int, float]
    """For each hidden cell the chance that it is a mine."""
    safe: Cells
    """Hidden cells that are certainly none: their chance is 0 exactly."""
    mined: Cells
    """Hidden cells that certainly are one."""
    layouts: int
    """How many layouts of mines give what is seen."""


def odds(sight: Sight) -> Odds | None:
    """The chances of every hidden cell; None when counting them is too much work.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    components = split(constraints(sight))
    touched = from_cells(
        cell for part in components for group in part.groups for cell in group.cells
    )
    mines = sight.mines - sight.exploded.bit_count()
    try:
        return weigh(components, tuple(scan(hidden(sight) & ~touched)), mines)
    except TooMuchWork:
        return None


def weigh(components: Sequence[Component], free: Sequence[int], mines: int) -> Odds:
    """The chances when so many mines are left for these components and for the free cells,
    which touch no number.

    Raises:
        TooMuchWork: a component has more states than may be looked at.
        Contradiction: no layout fits.
    """
    cells = sum(len(group.cells) for part in components for group in part.groups)
    width = cells + 1
    tallies = [tally(component, width) for component in components]
    before = [1]
    for one in tallies:
        before.append(before[-1] * one.ways)
    every = unpacked(before[-1], width)
    layouts = _with_free(every, len(free), mines)
    if not layouts:
        raise Contradiction("no layout of mines gives these numbers with this mine count")
    weighed: list[tuple[Sequence[int], int]] = []
    if free:
        weighed.append((free, _with_free(every, len(free) - 1, mines - 1)))
    after = 1
    for component, one, earlier in zip(
        reversed(components), reversed(tallies), reversed(before[:-1]), strict=True
    ):
        others = unpacked(earlier * after, width)
        after *= one.ways
        for group, ways in zip(component.groups, one.with_mine, strict=True):
            weight = 0
            for own, count in enumerate(unpacked(ways, width)):
                if count:
                    weight += count * _with_free(others, len(free), mines - own)
            weighed.append((group.cells, weight))
    chances: dict[int, float] = {}
    safe = mined = 0
    for group_cells, weight in weighed:
        chance = weight / layouts
        chances |= dict.fromkeys(group_cells, chance)
        if not weight:
            safe |= from_cells(group_cells)
        elif weight == layouts:
            mined |= from_cells(group_cells)
    return Odds(chances, safe, mined, layouts)


def _with_free(counts: Sequence[int], free: int, mines: int) -> int:
    """Layouts of all mines when `counts[t]` of them put t mines beside numbers."""
    return sum(
        count * comb(free, mines - own)
        for own, count in enumerate(counts)
        if 0 <= mines - own <= free
    )

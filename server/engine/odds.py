"""Exact chances of a mine, for every hidden cell, from what a player sees and the mine count.

All layouts of mines that give the numbers seen are equally likely. They are counted in whole
numbers; only the last division makes a float. Chances are 0–1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb
from operator import mul

from server.engine.cells import Cells, from_cells, scan
from server.engine.components import Component, split
from server.engine.enumeration import Contradiction, TooMuchWork, tally
from server.engine.frontier import Frontier
from server.engine.sight import Sight


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of all hidden cells."""

    chances: dict[int, float]
    """For each hidden cell the chance that it is a mine."""
    safe: Cells
    """Hidden cells that are certainly none: their chance is 0 exactly."""
    mined: Cells
    """Hidden cells that certainly are one: their chance is 1 exactly."""
    work: int
    """What it took, in states and in products of counts."""


def odds(sight: Sight) -> Odds | None:
    """The chances of every hidden cell; None when counting them is too much work.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    frontier = Frontier(sight)
    known: dict[int, float] = {}
    for _, safe, mined in frontier.singles():
        known |= dict.fromkeys(safe, 0.0) | dict.fromkeys(mined, 1.0)
    components = split(frontier.constraints.values())
    touched = {cell for one in frontier.constraints.values() for cell in one.hidden}
    free = tuple(cell for cell in scan(frontier.undecided) if cell not in touched)
    try:
        rest = weigh(components, free, frontier.mines)
    except TooMuchWork:
        return None
    return Odds(
        known | rest.chances,
        rest.safe | from_cells(cell for cell, chance in known.items() if not chance),
        rest.mined | from_cells(cell for cell, chance in known.items() if chance),
        rest.work,
    )


def count_matters(totals: Iterable[int], free: int, mines: int) -> bool:
    """Whether so many mines for all undecided cells can rule out anything that numbers allow.

    `totals`: for each component the numbers of mines that it can hold, as a set (`Possible`);
    `free`: how many undecided cells touch no number. False is certain, True is not.
    """
    fewest = most = 0
    for held in totals:
        fewest += (held & -held).bit_length() - 1
        most += held.bit_length() - 1
    return most >= mines or mines - fewest >= free


def weigh(components: Sequence[Component], free: Sequence[int], mines: int) -> Odds:
    """The chances when so many mines are left for these components and for the free cells,
    which touch no number.

    Raises:
        TooMuchWork: a component has more states than may be looked at.
        Contradiction: no layout fits.
    """
    tallies = [tally(component) for component in components]
    # Entry t of each list counts the ways to lay t mines: in all components before one. Entry t
    # of `after` counts the ways to lay all the mines that are then left, behind it.
    before = [[1]]
    for one in tallies:
        before.append(_convolved(before[-1], one.ways))
    after = _in_free(len(before[-1]), len(free), mines)
    layouts = _product(before[-1], after)
    if not layouts:
        raise Contradiction("no layout of mines gives these numbers with this mine count")
    in_free = sum(
        ways * others * (mines - laid)
        for laid, (ways, others) in enumerate(zip(before[-1], after, strict=True))
    )
    weights: list[tuple[Sequence[int], int, int]] = [(free, in_free, layouts * len(free))]
    for component, one, earlier in zip(
        reversed(components), reversed(tallies), reversed(before[:-1]), strict=True
    ):
        others = [_product(earlier, after[own:]) for own in range(len(one.ways))]
        for group, ways in zip(component.groups, one.with_mine, strict=True):
            weights.append((group.cells, _product(ways, others), layouts))
        after = [_product(one.ways, after[laid:]) for laid in range(len(earlier))]
    work = sum(one.states for one in tallies) + len(components) * len(before[-1])
    return _odds(weights, work)


def _odds(weights: Sequence[tuple[Sequence[int], int, int]], work: int) -> Odds:
    """From cells that are alike, the weight of layouts with a mine in one, and of all layouts."""
    chances: dict[int, float] = {}
    safe = mined = 0
    for cells, with_mine, every in weights:
        if cells:
            chances |= dict.fromkeys(cells, with_mine / every)
            if not with_mine:
                safe |= from_cells(cells)
            elif with_mine == every:
                mined |= from_cells(cells)
    return Odds(chances, safe, mined, work)


def _in_free(length: int, free: int, mines: int) -> list[int]:
    """For t mines laid elsewhere, t below `length`: the ways to lay the rest in free cells."""
    return [comb(free, mines - laid) if mines >= laid else 0 for laid in range(length)]


def _convolved(some: Sequence[int], others: Sequence[int]) -> list[int]:
    """The ways to lay t mines in two places together."""
    found = [0] * (len(some) + len(others) - 1)
    for own, ways in enumerate(others):
        if ways:
            for laid, count in enumerate(some):
                found[laid + own] += count * ways
    return found


def _product(some: Iterable[int], others: Iterable[int]) -> int:
    """The sum of products, as far as the shorter one goes."""
    return sum(map(mul, some, others))

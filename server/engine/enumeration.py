"""All ways to lay mines around the numbers of a component, counted exactly.

A state packs what each number still needs into one int; walking over the groups, each gets 0, 1,
… mines. Ways that lead to the same state are counted together, so that the work grows with the
number of states, not of ways. `MAX_STATES` bounds it, by count, so that it never depends on time.
"""

from math import comb
from typing import NamedTuple

from server.engine.components import Component

MAX_STATES = 200_000
"""States in one component, all steps together, from which on it is given up."""

_NEED = 15


class TooMuchWork(Exception):
    """A component has more states than `MAX_STATES`."""


class Contradiction(ValueError):
    """No layout of mines gives the numbers that are shown."""


_Layer = dict[int, range]
"""For each state before a group: how many mines the group may get there."""


class Possible(NamedTuple):
    """What the numbers allow, whatever the number of mines on the board."""

    safe: tuple[int, ...]
    """Cells that hold no mine in any layout."""
    mined: tuple[int, ...]
    """Cells that hold one in every layout."""
    totals: int
    """The numbers of mines that the whole component can hold, as a set."""


class Tally(NamedTuple):
    """Ways to lay the component, by number of mines.

    A list of counts is packed into one int, `width` bits for each number of mines.
    """

    width: int
    ways: int
    with_mine: tuple[int, ...]
    """For each group the ways in which a given cell of it holds a mine."""


def possible(component: Component) -> Possible:
    """What the numbers of the component allow.

    Raises:
        TooMuchWork: it has more states than may be looked at.
        Contradiction: nothing fits.
    """
    layers = _layers(component)
    later = {0: 1}
    safe: tuple[int, ...] = ()
    mined: tuple[int, ...] = ()
    for group, layer in zip(reversed(component.groups), reversed(layers), strict=True):
        now: dict[int, int] = {}
        held = 0
        for state, choices in layer.items():
            totals = 0
            for mines in choices:
                rest = later.get(state - mines * group.spend)
                if rest:
                    totals |= rest << mines
                    held |= 1 << mines
            if totals:
                now[state] = totals
        if held == 1:
            safe += group.cells
        elif held == 1 << len(group.cells):
            mined += group.cells
        later = now
    if not later:
        raise Contradiction("no layout of mines gives these numbers")
    return Possible(safe, mined, later[component.needs])


def tally(component: Component, width: int) -> Tally:
    """The ways to lay the component; `width` exceeds the bits of any count that is made of it.

    Raises:
        TooMuchWork: it has more states than may be looked at.
        Contradiction: nothing fits.
    """
    layers = _layers(component)
    before = _ways_to(component, layers, width)
    later = {0: 1}
    with_mine = []
    for place in range(len(layers) - 1, -1, -1):
        group, reached = component.groups[place], before[place]
        size = len(group.cells)
        now: dict[int, int] = {}
        mined = 0
        for state, choices in layers[place].items():
            ways = ways_mined = 0
            for mines in choices:
                rest = later.get(state - mines * group.spend)
                if rest:
                    rest <<= mines * width
                    ways += rest * comb(size, mines)
                    if mines:
                        ways_mined += rest * comb(size - 1, mines - 1)
            if ways:
                now[state] = ways
                mined += reached[state] * ways_mined
        with_mine.append(mined)
        later = now
    if not later:
        raise Contradiction("no layout of mines gives these numbers")
    return Tally(width, later[component.needs], tuple(reversed(with_mine)))


def unpacked(ways: int, width: int) -> list[int]:
    """The counts of a packed list: entry t for t mines."""
    mask = (1 << width) - 1
    counts = []
    while ways:
        counts.append(ways & mask)
        ways >>= width
    return counts


def _layers(component: Component) -> list[_Layer]:
    """Forwards over the groups: every state that can be reached, and the choices there."""
    layers: list[_Layer] = []
    states = {component.needs}
    count = 0
    for group in component.groups:
        count += len(states)
        if count > MAX_STATES:
            raise TooMuchWork
        layer: _Layer = {}
        following = set()
        spend = group.spend
        for state in states:
            low, high = 0, len(group.cells)
            for shift, after in group.touched:
                need = state >> shift & _NEED
                high = min(high, need)
                low = max(low, need - after)
            choices = range(low, high + 1)
            layer[state] = choices
            for mines in choices:
                following.add(state - mines * spend)
        layers.append(layer)
        states = following
    return layers


def _ways_to(component: Component, layers: list[_Layer], width: int) -> list[dict[int, int]]:
    """For each group the states before it, with the packed ways that lead there."""
    reached = {component.needs: 1}
    before = []
    for group, layer in zip(component.groups, layers, strict=True):
        before.append(reached)
        following: dict[int, int] = {}
        for state, choices in layer.items():
            ways = reached[state]
            for mines in choices:
                at = state - mines * group.spend
                more = ways * comb(len(group.cells), mines) << mines * width
                following[at] = following.get(at, 0) + more
        reached = following
    return before

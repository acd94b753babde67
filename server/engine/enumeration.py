"""All ways to lay mines around the numbers of a component, counted exactly.

A state packs what the numbers begun still need into one int; walking over the groups, each gets
0, 1, … mines. Ways that lead to the same state are counted together, so that the work grows with
the states, not with the ways. `MAX_STATES` bounds it by count, so that it never depends on time.
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
"""For each state at a group: how many mines the group may get there."""


class Possible(NamedTuple):
    """What the numbers allow, whatever the number of mines on the board."""

    safe: tuple[int, ...]
    """Cells that hold no mine in any layout."""
    mined: tuple[int, ...]
    """Cells that hold one in every layout."""
    totals: int
    """The numbers of mines that the whole component can hold, as a set."""


class Tally(NamedTuple):
    """Ways to lay the component: entry t of a list counts those with t mines."""

    ways: list[int]
    with_mine: tuple[list[int], ...]
    """For each group the ways in which a given cell of it holds a mine."""
    states: int
    """How many there were to look at."""


def possible(component: Component, most: int = 0) -> Possible:
    """What the numbers of the component allow; `most` bounds the states to look at,
    `MAX_STATES` without it.

    Raises:
        TooMuchWork: it has more states than may be looked at.
        Contradiction: nothing fits.
    """
    layers = _layers(component, most or MAX_STATES)
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
                now[state - group.begins] = totals
        if held == 1:
            safe += group.cells
        elif held == 1 << len(group.cells):
            mined += group.cells
        later = now
    if not later:
        raise Contradiction("no layout of mines gives these numbers")
    return Possible(safe, mined, later[0])


def tally(component: Component) -> Tally:
    """The ways to lay the component.

    Raises:
        TooMuchWork: it has more states than may be looked at.
        Contradiction: nothing fits.
    """
    layers = _layers(component, MAX_STATES)
    # Counts by number of mines are packed into one int, with room for the largest count there is:
    # adding and multiplying such ints adds and convolves the lists.
    width = 1 + sum(len(group.cells) for group in component.groups)
    before = _ways_to(component, layers, width)
    later = {0: 1}
    with_mine = []
    for group, layer, reached in zip(
        reversed(component.groups), reversed(layers), reversed(before), strict=True
    ):
        size = len(group.cells)
        now: dict[int, int] = {}
        mined = 0
        for state, choices in layer.items():
            ways = ways_mined = 0
            for mines in choices:
                rest = later.get(state - mines * group.spend)
                if rest:
                    rest <<= mines * width
                    ways += rest * comb(size, mines)
                    if mines:
                        ways_mined += rest * comb(size - 1, mines - 1)
            if ways:
                now[state - group.begins] = ways
                mined += reached[state] * ways_mined
        with_mine.append(_unpacked(mined, width))
        later = now
    if not later:
        raise Contradiction("no layout of mines gives these numbers")
    states = sum(map(len, layers))
    return Tally(_unpacked(later[0], width), tuple(reversed(with_mine)), states)


def _unpacked(ways: int, width: int) -> list[int]:
    """The counts of a packed list."""
    mask = (1 << width) - 1
    counts = []
    while ways:
        counts.append(ways & mask)
        ways >>= width
    return counts


def _layers(component: Component, most: int) -> list[_Layer]:
    """Forwards over the groups: every state that can be reached, and the choices there."""
    layers: list[_Layer] = []
    states = {0}
    count = 0
    for group in component.groups:
        count += len(states)
        if count > most:
            raise TooMuchWork
        layer: _Layer = {}
        following = set()
        size, begins, spend = len(group.cells), group.begins, group.spend
        for earlier in states:
            state = earlier + begins
            low, high = 0, size
            for shift, after in group.touched:
                need = state >> shift & _NEED
                if need < high:  # noqa: PLR1730 - min and max cost more than the rest
                    high = need
                if need - after > low:  # noqa: PLR1730
                    low = need - after
            choices = range(low, high + 1)
            layer[state] = choices
            for mines in choices:
                following.add(state - mines * spend)
        layers.append(layer)
        states = following
    return layers


def _ways_to(component: Component, layers: list[_Layer], width: int) -> list[dict[int, int]]:
    """For each group the states at it, with the packed ways that lead there."""
    reached = {0: 1}
    before = []
    for group, layer in zip(component.groups, layers, strict=True):
        at = {state + group.begins: ways for state, ways in reached.items()}
        before.append(at)
        reached = {}
        for state, choices in layer.items():
            for mines in choices:
                after = state - mines * group.spend
                more = at[state] * comb(len(group.cells), mines) << mines * width
                reached[after] = reached.get(after, 0) + more
    return before

"""Open numbers that bear on each other, and the hidden cells around them, cut into components.

A component is what can be solved by itself: no hidden cell of it touches a number outside.
Hidden cells that touch the same numbers are alike: they form a group, and only how many mines
a group holds matters. Groups stand in the order in which `enumeration` walks over them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from server.engine.cells import scan

BITS = 4
"""Bits that hold what one number still needs: 0–8. A walk over the groups keeps only the numbers
that it is in the middle of, each in a slot that later numbers use again."""


class Constraint(NamedTuple):
    """An open number: its undecided neighbours hold exactly `need` mines."""

    number: int
    """The cell that shows it."""
    need: int
    hidden: tuple[int, ...]
    """Undecided neighbours, at least one."""


class Touch(NamedTuple):
    """A number that a group touches."""

    shift: int
    """Where the number's need stands in a packed state: its slot."""
    after: int
    """How many of its hidden cells lie in later groups."""


class Group(NamedTuple):
    """Hidden cells that touch the same numbers."""

    cells: tuple[int, ...]
    begins: int
    """What to add to a packed state: the needs of numbers that no earlier group touches."""
    spend: int
    """What one mine in the group takes from a packed state: 1 for each touched number."""
    touched: tuple[Touch, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """Numbers, and the groups around them."""

    constraints: tuple[Constraint, ...]
    groups: tuple[Group, ...]


def split(constraints: Iterable[Constraint]) -> list[Component]:
    """The components of these numbers; each number is in exactly one.

    The order of groups keeps few numbers half done at a time: always those of the number that
    has the fewest groups left are next.
    """
    given = list(constraints)
    touching: dict[int, int] = {}
    for index, constraint in enumerate(given):
        at = 1 << index
        for cell in constraint.hidden:
            touching[cell] = touching.get(cell, 0) | at
    alike: dict[int, list[int]] = {}
    for cell, numbers in touching.items():
        alike.setdefault(numbers, []).append(cell)
    groups = [(tuple(cells), tuple(scan(touched))) for touched, cells in alike.items()]
    around: list[list[int]] = [[] for _ in given]
    for place, (_, touched) in enumerate(groups):
        for index in touched:
            around[index].append(place)
    done = [False] * len(groups)
    seen = [False] * len(given)
    components = []
    for first in sorted(range(len(given)), key=lambda index: len(around[index])):
        if seen[first]:
            continue
        seen[first] = True
        members, begun = [first], [first]
        order: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        while begun:
            index = min(begun, key=lambda at: sum(not done[place] for place in around[at]))
            begun.remove(index)
            for place in around[index]:
                if done[place]:
                    continue
                done[place] = True
                order.append(groups[place])
                for other in groups[place][1]:
                    if not seen[other]:
                        seen[other] = True
                        members.append(other)
                        begun.append(other)
        components.append(_packed(given, members, order))
    return components


def _packed(
    given: list[Constraint],
    numbers: list[int],
    order: list[tuple[tuple[int, ...], tuple[int, ...]]],
) -> Component:
    """A component from indices into `given` and its ordered groups of cells and indices."""
    left = {index: len(given[index].hidden) for index in numbers}
    slots: dict[int, int] = {}
    unused: list[int] = []
    groups = []
    for cells, members in order:
        begins = spend = 0
        touched = []
        for index in members:
            if index not in slots:
                slots[index] = unused.pop() if unused else BITS * len(slots)
                begins += given[index].need << slots[index]
            left[index] -= len(cells)
            spend += 1 << slots[index]
            touched.append(Touch(slots[index], left[index]))
        groups.append(Group(cells, begins, spend, tuple(touched)))
        unused += [slots[index] for index in members if not left[index]]
    return Component(tuple(given[index] for index in numbers), tuple(groups))

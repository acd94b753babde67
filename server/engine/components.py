"""Open numbers that bear on each other, and the hidden cells around them, cut into components.

A component is what can be solved by itself: no hidden cell of it touches a number outside.
Hidden cells that touch the same numbers are alike: they form a group, and only how many mines
a group holds matters. Groups stand in the order in which `enumeration` walks over them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

BITS = 4
"""Bits that hold what one number still needs: 0–8."""


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
    """Where the number's need stands in a packed state."""
    after: int
    """How many of its hidden cells lie in later groups."""


class Group(NamedTuple):
    """Hidden cells that touch the same numbers."""

    cells: tuple[int, ...]
    spend: int
    """What one mine in the group takes from a packed state: 1 for each touched number."""
    touched: tuple[Touch, ...]


@dataclass(frozen=True, slots=True)
class Component:
    """Numbers with the needs of all of them packed into one int, and the groups around."""

    constraints: tuple[Constraint, ...]
    needs: int
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
    groups = [(tuple(cells), _members(touched)) for touched, cells in alike.items()]
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


def _members(numbers: int) -> tuple[int, ...]:
    """The indices in a small set."""
    return tuple(index for index in range(numbers.bit_length()) if numbers >> index & 1)


def _packed(
    given: list[Constraint],
    numbers: list[int],
    order: list[tuple[tuple[int, ...], tuple[int, ...]]],
) -> Component:
    """A component from indices into `given` and its ordered groups of cells and indices."""
    shift = {index: BITS * place for place, index in enumerate(numbers)}
    left = {index: len(given[index].hidden) for index in numbers}
    groups = []
    for cells, members in order:
        touched = []
        for index in members:
            left[index] -= len(cells)
            touched.append(Touch(shift[index], left[index]))
        spend = sum(1 << touch.shift for touch in touched)
        groups.append(Group(cells, spend, tuple(touched)))
    needs = sum(given[index].need << shift[index] for index in numbers)
    return Component(tuple(given[index] for index in numbers), needs, tuple(groups))

"""Why a cell was certain, as something to be looked at: the numbers of the whole argument.

A reason of the solver stands on the reasons before it. Here they are followed back, so that
whoever looks at the numbers, the mines and the safe cells of a ground can check it for himself.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from server.engine.cells import Cells, Shape, from_cells, grown, scan
from server.engine.solver import Deductions, Rule
from server.race.pictures import distance

_HARDNESS: Final[dict[Rule, int]] = {"single": 0, "pair": 1, "enumeration": 2, "count": 3}


class Ground(Struct, frozen=True, kw_only=True):
    """Why something was certain about a cell."""

    cell: int
    rule: Rule
    """The hardest one of the argument."""
    numbers: list[int]
    """Open cells whose numbers it uses."""
    safe: list[int]
    """Hidden cells that it shows to be safe on the way, or as its end."""
    mined: list[int]


def ground(shape: Shape, found: Deductions, cell: int) -> Ground:
    """The argument that shows what this cell is; it must be among what was found."""
    origin = _origins(found)
    numbers = safe = mined = 0
    rule: Rule = "single"
    waiting, followed = [origin[cell]], set[int]()
    while waiting:
        place = waiting.pop()
        if place in followed:
            continue
        followed.add(place)
        reason = found.reasons[place]
        used = from_cells(reason.numbers)
        numbers |= used
        # What was known already around these numbers: the argument builds on it. When the mines
        # that are left are counted, it builds on everything.
        near = found.safe | found.mined
        if reason.rule != "count":
            near &= grown(shape, used)
        waiting += [origin[one] for one in scan(near) if origin[one] < place]
        if _HARDNESS[reason.rule] > _HARDNESS[rule]:
            rule = reason.rule
        safe |= reason.safe
        mined |= reason.mined
    return Ground(
        cell=cell,
        rule=rule,
        numbers=list(scan(numbers)),
        safe=list(scan(safe)),
        mined=list(scan(mined)),
    )


def best_ground(shape: Shape, found: Deductions, cells: Cells, near: int) -> Ground | None:
    """The argument about one of these cells that is easiest to follow: by its rules, by how many
    numbers it takes, by how near to a cell it is. None when there are no cells."""
    grounds = [ground(shape, found, cell) for cell in _nearest(shape, found, cells, near)]
    return min(
        grounds,
        key=lambda one: (_HARDNESS[one.rule], len(one.numbers), distance(shape, near, one.cell)),
        default=None,
    )


CANDIDATES: Final = 8
"""So many arguments are made to choose from: those of the nearest cells."""


def _nearest(shape: Shape, found: Deductions, cells: Cells, near: int) -> Iterable[int]:
    """The nearest cell of each reason, of the nearest reasons."""
    nearest: dict[int, int] = {}
    origin = _origins(found)
    for cell in sorted(scan(cells), key=lambda cell: distance(shape, near, cell)):
        nearest.setdefault(origin[cell], cell)
    return list(nearest.values())[:CANDIDATES]


def _origins(found: Deductions) -> dict[int, int]:
    """For each cell that was found the place of its reason."""
    origins: dict[int, int] = {}
    for place, reason in enumerate(found.reasons):
        for cell in scan(reason.safe | reason.mined):
            origins.setdefault(cell, place)
    return origins

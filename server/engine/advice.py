"""What a player could find out next, from what he sees: a deduction, or the least dangerous cell.

His flags are no knowledge; but mines that he has flagged, and that are deduced, are passed over.
"""

from dataclasses import dataclass
from typing import Literal

from server.engine.cells import Cells
from server.engine.odds import odds
from server.engine.sight import Sight
from server.engine.solver import first_step

AdviceRule = Literal["single", "pair", "enumeration", "count", "odds"]


@dataclass(frozen=True, slots=True)
class Advice:
    """The easiest next step. With `odds` nothing is certain, and `cell` has the lowest `risk`."""

    rule: AdviceRule
    numbers: tuple[int, ...] = ()
    """Open cells whose numbers prove it."""
    safe: Cells = 0
    mined: Cells = 0
    cell: int | None = None
    risk: float | None = None
    """Probability that `cell` hides a mine, 0–1."""


def advise(sight: Sight, flagged: Cells) -> Advice | None:
    """The easiest deduction that is news, else the cell without flag that is least likely a mine,
    of equal ones the first; None when nothing is hidden, or counting is too much work.

    Raises:
        Contradiction: no layout gives what is seen.
    """
    reason = first_step(sight, flagged)
    if reason is not None:
        return Advice(reason.rule, reason.numbers, reason.safe, reason.mined)
    found = odds(sight)
    chances = {} if found is None else found.chances
    if not chances:
        return None
    # Whoever has flagged a cell would not open it: another one is a better guess.
    cell = min(chances, key=lambda one: (flagged >> one & 1, chances[one], one))
    return Advice("odds", cell=cell, risk=chances[cell])

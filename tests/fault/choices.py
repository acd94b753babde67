"""What scripted players do next: legal moves, useless ones, and such as must be refused.

Nothing here knows mines. Every choice comes from a seeded source of chance.
"""

import random
from typing import Any, Final, NamedTuple

from tests.suites.picture import Grid

OPEN_DIGITS: Final = "012345678"
FAR_OFF: Final = 5_999
"""A cell that the protocol allows and none of these boards has."""
GLANCES: Final = 6
"""Open cells looked at for something to deduce, before a guess."""


class Choice(NamedTuple):
    """A move."""

    kind: str
    cell: int


class Nature(NamedTuple):
    """How somebody plays. Chances of each step; what is left over is play with some sense."""

    guesses: float = 0.06
    """Opening any hidden cell, mine or not."""
    flags: float = 0.30
    """A flag set or taken anywhere."""
    nonsense: float = 0.08
    """Moves without meaning: on open cells, chords on hidden ones."""
    refused: float = 0.06
    """Off the board, or of another race."""
    doubled: float = 0.05
    """The same move sent a second time, as a nervous network does."""
    pauses: float = 0.004
    pace_s: float = 0.03
    """Mean time between two moves."""


def pick(grid: Grid, nature: Nature, chance: random.Random) -> Choice:
    """The next move on this board."""
    drawn = chance.random()
    hidden = grid.where(".")
    if drawn < nature.guesses and hidden:
        return Choice("open", chance.choice(hidden))
    drawn -= nature.guesses
    if drawn < nature.flags:
        return Choice("flag", chance.choice(grid.where(".F") or [0]))
    drawn -= nature.flags
    if drawn < nature.nonsense:
        kind = chance.choice(("open", "flag", "chord"))
        return Choice(kind, chance.randrange(len(grid.cells)))
    return deduced(grid, chance) or Choice("flag", chance.choice(hidden or [0]))


def deduced(grid: Grid, chance: random.Random) -> Choice | None:
    """A move that a look at one open number suggests; None after a few looks in vain."""
    numbers = grid.where(OPEN_DIGITS)
    for _ in range(min(GLANCES, len(numbers))):
        cell = chance.choice(numbers)
        around = grid.around(cell)
        hidden = [near for near in around if grid.cells[near] == "."]
        marked = sum(grid.cells[near] in "F*" for near in around)
        if hidden and marked == int(grid.cells[cell]):
            return Choice("chord", cell)
        if hidden and marked + len(hidden) == int(grid.cells[cell]):
            return Choice("flag", chance.choice(hidden))
    return None


def settings_of(number: int) -> dict[str, Any]:
    """The settings of the room with this number: all kinds in turn."""
    kinds: tuple[dict[str, Any], ...] = (
        {"level": "expert", "mine_hit": "penalty"},
        {"level": "beginner"},
        {"level": "hard", "mine_hit": "penalty", "start": "own"},
        {"level": "beginner", "start": "own"},
        {"level": "intermediate", "mine_hit": "penalty", "time_limit": False},
    )
    return kinds[number % len(kinds)] | {"auto_start": True}

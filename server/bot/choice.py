"""Which cell a bot opens next, and how hard it was to find: what follows from what it was shown.

Where nothing follows it takes the least dangerous cell. Deduction is the engine's own; of equally
easy cells it takes the one nearest to the last, as a hand would.
"""

from random import Random
from typing import Final, Literal, NamedTuple

from server.bot.shown import Shown
from server.engine.cells import Shape, scan
from server.engine.odds import odds
from server.engine.solver import RULES, Rule, deduce

Thought = Rule | Literal["known", "guess"]
"""How a cell was found: by a rule of the solver, with others before (`known`), or by luck."""

_EASE: Final = {rule: ease for ease, rule in enumerate(RULES)}


class Tap(NamedTuple):
    """A cell to open."""

    cell: int
    thought: Thought


class Chooser:
    """One race's taps. `luck`: for first taps and where chances cannot be counted."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._found: dict[int, tuple[Rule, int]] = {}
        """Safe cells: by which rule, and by which of the steps."""
        self._told: set[int] = set()
        """Steps of which a cell was opened: the others of it cost no thought."""
        self._last: int | None = None

    def next(self, shown: Shown) -> Tap | None:
        """The next tap; None when nothing is hidden."""
        hidden = shown.hidden
        if not hidden:
            return None
        tap = self._known(shown, hidden) or self._guess(shown, hidden)
        self._last = tap.cell
        return tap

    def _known(self, shown: Shown, hidden: int) -> Tap | None:
        self._found = {cell: by for cell, by in self._found.items() if hidden >> cell & 1}
        if not self._found and not shown.untouched:
            self._told.clear()
            for step, reason in enumerate(deduce(shown.sight()).reasons):
                self._found |= dict.fromkeys(scan(reason.safe), (reason.rule, step))
        if not self._found:
            return None

        def effort(cell: int) -> tuple[int, int, int]:
            return _EASE[self._found[cell][0]], self._way(shown.shape, cell), cell

        cell = min(self._found, key=effort)
        rule, step = self._found.pop(cell)
        thought: Thought = "known" if step in self._told else rule
        self._told.add(step)
        return Tap(cell, thought)

    def _guess(self, shown: Shown, hidden: int) -> Tap:
        found = None if shown.untouched else odds(shown.sight())
        if found is None:
            return Tap(self._luck.choice(list(scan(hidden))), "guess")
        chances = found.chances

        def danger(cell: int) -> tuple[float, int, int]:
            return chances[cell], self._way(shown.shape, cell), cell

        return Tap(min(chances, key=danger), "guess")

    def _way(self, shape: Shape, cell: int) -> int:
        """How far it is from the last tap, in steps of a king."""
        if self._last is None:
            return 0
        row, column = divmod(cell, shape.columns)
        last_row, last_column = divmod(self._last, shape.columns)
        return max(abs(row - last_row), abs(column - last_column))

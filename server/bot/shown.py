"""What a bot has been shown of its board: cells that it opened itself, and mines that it hit.

The only source is the wire. Made from a snapshot's grid and kept up by the runs of each answer.
"""

from collections.abc import Iterable
from typing import Final

from protocol.messages import RaceView, Run
from protocol.runs import unpacked
from server.engine.cells import Cells, Shape, bit, everything
from server.engine.sight import HIDDEN, Sight

HIT: Final = "*"


class Shown:
    """One race's board, as far as this bot may know it (R6)."""

    def __init__(self, view: RaceView) -> None:
        self.shape = Shape(view.columns, view.rows)
        self._mines = view.mines
        self._numbers = bytearray([HIDDEN]) * self.shape.size
        self._opened: Cells = 0
        self._hit: Cells = 0
        grid = "" if view.own is None else view.own.grid
        for cell, sign in enumerate(grid):
            if sign.isdigit():
                self._open(cell, int(sign))
            elif sign == HIT:
                self._hit |= bit(cell)

    def learn(self, runs: Iterable[Run], hit: Iterable[int] = ()) -> None:
        """What an opening has shown."""
        for cell, number in unpacked(runs):
            self._open(cell, number)
        for cell in hit:
            self._hit |= bit(cell)

    @property
    def untouched(self) -> bool:
        """Whether nothing is open yet, as before an own first tap (R2)."""
        return not (self._opened or self._hit)

    @property
    def hidden(self) -> Cells:
        """Cells that are neither open nor mines that were hit."""
        return everything(self.shape) & ~(self._opened | self._hit)

    def sight(self) -> Sight:
        """The same, for the solver."""
        return Sight(self.shape, self._mines, self._opened, bytes(self._numbers), self._hit)

    def _open(self, cell: int, number: int) -> None:
        self._opened |= bit(cell)
        self._numbers[cell] = number

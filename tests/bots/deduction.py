"""The stranger's way to think: numbers and the hidden cells around them, one by one and in pairs.

A grid is the protocol's: one character per cell. It shares no code with the server.
"""

from collections.abc import Iterator
from random import Random

HIDDEN = ".F"


class Thinker:
    """One board."""

    def __init__(self, columns: int, rows: int, dice: Random) -> None:
        self.columns, self.rows = columns, rows
        self.grid = ["."] * (columns * rows)
        self._dice = dice
        self._mined: set[int] = set()

    def around(self, cell: int) -> Iterator[int]:
        """The 3–8 neighbours."""
        row, column = divmod(cell, self.columns)
        for r in range(max(0, row - 1), min(self.rows, row + 2)):
            for c in range(max(0, column - 1), min(self.columns, column + 2)):
                if (r, c) != (row, column):
                    yield r * self.columns + c

    def next(self) -> int:
        """A cell to open: a safe one when one is found, else any that is not known to be a mine."""
        safe = self._safe()
        if safe:
            return min(safe)
        hidden = [cell for cell, sign in enumerate(self.grid) if sign in HIDDEN]
        return self._dice.choice([cell for cell in hidden if cell not in self._mined] or hidden)

    def _safe(self) -> set[int]:
        while True:
            claims = self._claims()
            safe: set[int] = set()
            mined: set[int] = set()
            for cells, mines in claims:
                if mines == 0:
                    safe |= cells
                elif mines == len(cells):
                    mined |= cells
            if not safe and not mined:
                for less, few in claims:
                    for more, many in claims:
                        if less < more and many == few:
                            safe |= more - less
                        elif less < more and many - few == len(more - less):
                            mined |= more - less
            self._mined |= mined
            if safe or not mined:
                return safe

    def _claims(self) -> list[tuple[frozenset[int], int]]:
        """Sets of hidden cells and how many mines are among them, as each number says."""
        claims = set()
        for cell, sign in enumerate(self.grid):
            if sign.isdigit():
                near = [other for other in self.around(cell) if self.grid[other] in (*HIDDEN, "*")]
                known = [other for other in near if other in self._mined or self.grid[other] == "*"]
                open_still = frozenset(near) - frozenset(known)
                if open_still:
                    claims.add((open_still, int(sign) - len(known)))
        return list(claims)

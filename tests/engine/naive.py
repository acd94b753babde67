"""Minesweeper as the rules tell it, cell by cell on plain sets: what the engine is checked against.

Slow on purpose, with coordinates instead of bit tricks, and shares no code with the engine.
Neighbours of a chord open one after another in the order asked for, which must not matter (G17).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


def around(columns: int, rows: int, cell: int) -> list[int]:
    """The neighbours of a cell, each axis bounded by itself."""
    row, column = cell // columns, cell % columns
    return [
        r * columns + c
        for r in range(max(row - 1, 0), min(row + 2, rows))
        for c in range(max(column - 1, 0), min(column + 2, columns))
        if (r, c) != (row, column)
    ]


@dataclass
class Naive:
    """One player on one board."""

    columns: int
    rows: int
    mines: frozenset[int]
    opened: set[int] = field(default_factory=set)
    flagged: set[int] = field(default_factory=set)
    exploded: set[int] = field(default_factory=set)

    def near(self, cell: int) -> list[int]:
        return around(self.columns, self.rows, cell)

    def number(self, cell: int) -> int:
        return sum(neighbour in self.mines for neighbour in self.near(cell))

    def safe(self) -> set[int]:
        return set(range(self.columns * self.rows)) - self.mines

    def open(self, cell: int) -> None:
        if cell in self.opened | self.flagged | self.exploded:
            return
        if cell in self.mines:
            self.exploded.add(cell)
            return
        self.opened.add(cell)
        new = [cell]
        while new:
            at = new.pop()
            if self.number(at) == 0:
                for neighbour in self.near(at):
                    if neighbour not in self.opened | self.flagged:
                        self.opened.add(neighbour)
                        new.append(neighbour)

    def flag(self, cell: int) -> None:
        if cell not in self.opened | self.exploded:
            self.flagged ^= {cell}

    def chord(self, cell: int, order: Sequence[int] = ()) -> None:
        """`order`: cells to be taken first, in this order; the other neighbours follow."""
        marks = self.flagged | self.exploded
        near = self.near(cell)
        if cell not in self.opened or sum(n in marks for n in near) != self.number(cell):
            return
        first = [n for n in order if n in near]
        for neighbour in [*first, *(n for n in near if n not in first)]:
            if neighbour not in marks:
                self.open(neighbour)

    def move(self, kind: str, cell: int) -> None:
        {"open": self.open, "flag": self.flag, "chord": self.chord}[kind](cell)


def openings(columns: int, rows: int, mines: Iterable[int]) -> set[frozenset[int]]:
    """All openings of a board, each found by opening one of its zeros on a fresh board."""
    board = Naive(columns, rows, frozenset(mines))
    found = set()
    for cell in board.safe():
        if board.number(cell) == 0:
            fresh = Naive(columns, rows, board.mines)
            fresh.open(cell)
            found.add(frozenset(fresh.opened))
    return found

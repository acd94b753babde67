"""Keys, boards and moves as protocol/VERIFY.md describes them: steps 2, 4 and 5 of it.

Part of the third-party verifier: standard library only, nothing of this project is imported, and
sets of cells are plain sets. Slow and simple on purpose.
"""

import hashlib
from collections.abc import Iterator
from typing import Any


def words(key: bytes, label: str) -> Iterator[int]:
    i = 0
    while True:
        block = hashlib.sha256(key + label.encode("ascii") + i.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        i += 1


def below(n: int, source: Iterator[int]) -> int:
    w = next(source)
    while w >= 2**32 - 2**32 % n:
        w = next(source)
    return w % n


def square(columns: int, rows: int, cell: int) -> set[int]:
    y, x = divmod(cell, columns)
    return {
        v * columns + u
        for v in range(max(0, y - 1), min(rows, y + 2))
        for u in range(max(0, x - 1), min(columns, x + 2))
    }


def shared_start(key: bytes, columns: int, rows: int) -> int:
    return below(columns * rows, words(key, "start"))


def mines_of(key: bytes, columns: int, rows: int, mines: int, tap: int) -> set[int]:
    cells = list(range(columns * rows))
    source = words(key, "order")
    for k in range(len(cells)):
        other = k + below(len(cells) - k, source)
        cells[k], cells[other] = cells[other], cells[k]
    free = square(columns, rows, tap)
    return set([cell for cell in cells if cell not in free][:mines])


def runs(cells: set[int]) -> list[int]:
    found: list[int] = []
    for cell in sorted(cells):
        if found and cell == found[-2] + found[-1]:
            found[-1] += 1
        else:
            found += [cell, 1]
    return found


def cells_of(flat: list[int]) -> set[int]:
    pairs = zip(flat[::2], flat[1::2], strict=True)
    return {cell for first, length in pairs for cell in range(first, first + length)}


class Board:
    def __init__(self, columns: int, rows: int, mines: set[int]) -> None:
        cells = range(columns * rows)
        self.mines = mines
        self.around = [square(columns, rows, cell) - {cell} for cell in cells]
        self.number = [len(self.around[cell] & mines) for cell in cells]
        self.free = set(cells) - mines
        zeros = {cell for cell in self.free if not self.number[cell]}
        self.openings: list[set[int]] = []
        while zeros:
            region, todo = set[int](), {min(zeros)}
            while todo:
                cell = todo.pop()
                region.add(cell)
                todo |= self.around[cell] & zeros - region
            zeros -= region
            self.openings.append(region.union(*(self.around[cell] for cell in region)))
        self.lone = self.free.difference(*self.openings)
        self.bbbv = len(self.openings) + len(self.lone)

    def done(self, opened: set[int]) -> int:
        return sum(opening <= opened for opening in self.openings) + len(self.lone & opened)


class Player:
    """One player's cells, and what moves do to them."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.opened, self.flagged, self.exploded = set[int](), set[int](), set[int]()

    def tap(self, targets: set[int]) -> tuple[list[int], list[int]]:
        """Open these cells at once: runs that became open, mines that exploded."""
        board = self.board
        targets = targets - self.opened - self.flagged - self.exploded
        hit = targets & board.mines
        fresh, todo = set[int](), list(targets - hit)
        while todo:
            cell = todo.pop()
            if cell in fresh:
                continue
            fresh.add(cell)
            if not board.number[cell]:
                todo += board.around[cell] - self.opened - self.flagged - fresh
        self.opened |= fresh
        self.exploded |= hit
        return runs(fresh), sorted(hit)

    def take_back(self, opened: set[int], hit: set[int]) -> int:
        """Hide again what a move opened and hit; 3BV done then."""
        self.opened -= opened
        self.exploded -= hit
        return self.board.done(self.opened)

    def move(self, kind: str, cell: int) -> list[Any]:
        """`[opened, hit, flag, done]` of a move."""
        opened, hit, flag = list[int](), list[int](), None
        if kind == "open":
            opened, hit = self.tap({cell})
        elif kind == "flag":
            if cell not in self.opened | self.exploded:
                flag = cell not in self.flagged
                self.flagged ^= {cell}
        elif kind == "chord":
            around = self.board.around[cell]
            marks = len(around & (self.flagged | self.exploded))
            if cell in self.opened and marks == self.board.number[cell]:
                opened, hit = self.tap(around)
        else:
            raise ValueError(f"unknown kind of move: {kind}")
        return [opened, hit, flag, self.board.done(self.opened)]

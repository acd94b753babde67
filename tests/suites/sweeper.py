"""A solver of its own that never guesses: it opens a cell only when every layout leaves it free.

It shares no code with the server's: plain sets, and a walk along each border that keeps, instead of
layouts, how many mines the numbers still lack. What it is told of a board is what it has opened.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from tests.engine.naive import around

Numbers = dict[int, int]
Lacking = tuple[int, ...]
"""For each number of a border how many mines it still lacks."""


@lru_cache(maxsize=32)
def near(columns: int, rows: int) -> list[list[int]]:
    """The neighbours of every cell."""
    return [around(columns, rows, cell) for cell in range(columns * rows)]


class Table:
    """The board, which only answers taps."""

    def __init__(self, columns: int, rows: int, mines: Iterable[int]) -> None:
        self.columns, self.rows = columns, rows
        self._mines = frozenset(mines)
        self.mines = len(self._mines)
        self._numbers = [0] * (columns * rows)
        for mine in self._mines:
            for cell in near(columns, rows)[mine]:
                self._numbers[cell] += 1

    def tap(self, cell: int, opened: Numbers) -> Numbers:
        """The cells that this opens (G3). Raises AssertionError at a mine."""
        assert cell not in self._mines, f"cell {cell} is a mine"
        new: Numbers = {}
        left = [cell]
        while left:
            at = left.pop()
            if at in opened or at in new:
                continue
            new[at] = self._numbers[at]
            if not new[at]:
                left += near(self.columns, self.rows)[at]
        return new


@dataclass
class Border:
    """Hidden cells that touch numbers, and those numbers: one connected piece."""

    cells: list[int]
    numbers: list[tuple[set[int], int]]
    """Hidden cells around a number, and how many mines are among them."""
    counts: int = 0
    """Bit n: some layout has n mines."""
    with_value: dict[tuple[int, int], int] = field(default_factory=dict)
    """The same for layouts with this cell free (0) or mined (1)."""

    def walk(self) -> None:
        """Fill in which layouts there are."""
        touching = [
            [index for index, (cells, _) in enumerate(self.numbers) if cell in cells]
            for cell in self.cells
        ]
        later = [len(cells) for cells, _ in self.numbers]
        ahead: list[dict[Lacking, int]] = [{tuple(need for _, need in self.numbers): 1}]
        moves: list[list[tuple[Lacking, int, Lacking]]] = []
        for touched in touching:
            for index in touched:
                later[index] -= 1
            steps = [
                (lacking, value, after)
                for lacking in ahead[-1]
                for value in (0, 1)
                if (after := _after(lacking, touched, value, later)) is not None
            ]
            reached: dict[Lacking, int] = {}
            for lacking, value, after in steps:
                reached[after] = reached.get(after, 0) | ahead[-1][lacking] << value
            moves.append(steps)
            ahead.append(reached)
        behind: dict[Lacking, int] = dict.fromkeys(ahead[-1], 1)
        for cell, steps, before in zip(
            reversed(self.cells), reversed(moves), reversed(ahead[:-1]), strict=True
        ):
            so_far: dict[Lacking, int] = {}
            for lacking, value, after in steps:
                if after in behind:
                    so_far[lacking] = so_far.get(lacking, 0) | behind[after] << value
                    both = _sums(before[lacking], behind[after]) << value
                    known = self.with_value.get((cell, value), 0)
                    self.with_value[cell, value] = known | both
            behind = so_far
        (self.counts,) = behind.values()

    def certain(self, allowed: int) -> Iterator[tuple[int, int]]:
        """Cells and what they certainly are, when the border's mine count is one of `allowed`."""
        for cell in self.cells:
            free, mined = (self.with_value.get((cell, value), 0) & allowed for value in (0, 1))
            if not (free and mined):
                yield cell, 1 if mined else 0


def _after(lacking: Lacking, touched: list[int], value: int, later: list[int]) -> Lacking | None:
    """What is lacking after a cell of this value; None when that cannot be."""
    rest = list(lacking)
    for index in touched:
        rest[index] -= value
        if not 0 <= rest[index] <= later[index]:
            return None
    return tuple(rest)


def _sums(one: int, other: int) -> int:
    """Bits of all sums of a bit of one and a bit of the other."""
    total = 0
    while one:
        lowest = one & -one
        total |= other * lowest
        one ^= lowest
    return total


class Sweeper:
    """Opens whatever is certainly safe until nothing is. `tap`: see `Table`."""

    def __init__(
        self, columns: int, rows: int, mines: int, tap: Callable[[int, Numbers], Numbers]
    ) -> None:
        self.size = columns * rows
        self.mines = mines
        self.opened: Numbers = {}
        self.mined: set[int] = set()
        self._near = near(columns, rows)
        self._tap = tap
        self._fresh: set[int] = set()
        """Numbers around which something has changed."""

    @property
    def cleared(self) -> bool:
        return len(self.opened) == self.size - self.mines

    def sweep(self, start: int) -> bool:
        """Play on from this first tap; whether the board was cleared."""
        self._open(start)
        while not self.cleared and (self._by_numbers() or self._by_borders()):
            pass
        return self.cleared

    def known(self) -> dict[int, int]:
        """What is certain about hidden cells, without opening any: 0 safe, 1 mined."""
        borders, others = self._borders()
        found: dict[int, int] = {}
        for index, border in enumerate(borders):
            rest = 1
            for number, other in enumerate(borders):
                rest = rest if number == index else _sums(rest, other.counts)
            found |= dict(border.certain(self._allowed(rest, len(others))))
        total = 1
        for border in borders:
            total = _sums(total, border.counts)
        left = self.mines - len(self.mined)
        inside = [n for n in range(len(others) + 1) if left >= n and total >> (left - n) & 1]
        if inside in ([0], [len(others)]):
            found |= dict.fromkeys(others, 1 if inside[0] else 0)
        return found

    def _open(self, cell: int) -> None:
        new = self._tap(cell, self.opened)
        self.opened |= new
        self._fresh |= new.keys()
        for at in new:
            self._fresh.update(other for other in self._near[at] if other in self.opened)

    def _mark(self, cell: int) -> None:
        self.mined.add(cell)
        self._fresh.update(other for other in self._near[cell] if other in self.opened)

    def _around(self, number: int) -> tuple[set[int], int]:
        """Undecided cells around a number, and the mines among them."""
        hidden = {cell for cell in self._near[number] if cell not in self.opened}
        return hidden - self.mined, self.opened[number] - len(hidden & self.mined)

    def _by_numbers(self) -> bool:
        """Use single numbers; whether a cell was opened or marked."""
        done = False
        while self._fresh:
            hidden, need = self._around(self._fresh.pop())
            if hidden and need in (0, len(hidden)):
                done = True
                for cell in hidden:
                    if need:
                        self._mark(cell)
                    elif cell not in self.opened:
                        self._open(cell)
        return done

    def _by_borders(self) -> bool:
        """Use all layouts, then the number of mines; whether a cell was opened or marked."""
        borders, _ = self._borders()
        found = {cell: value for border in borders for cell, value in border.certain(-1)}
        found = found or self.known()
        for cell, value in found.items():
            if value:
                self._mark(cell)
            elif cell not in self.opened:
                self._open(cell)
        return bool(found)

    def _borders(self) -> tuple[list[Border], list[int]]:
        """The borders with their layouts, and the undecided cells that touch no number."""
        numbers = [self._around(number) for number in sorted(self.opened) if self.opened[number]]
        numbers = [(hidden, need) for hidden, need in numbers if hidden]
        touching: dict[int, list[int]] = {}
        for index, (hidden, _) in enumerate(numbers):
            for cell in hidden:
                touching.setdefault(cell, []).append(index)
        borders, seen = [], set[int]()
        for first in sorted(touching):
            if first in seen:
                continue
            seen.add(first)
            cells, indices = [first], dict[int, None]()
            for cell in cells:
                for index in touching[cell]:
                    indices[index] = None
                    fresh = sorted(numbers[index][0] - seen)
                    seen.update(fresh)
                    cells += fresh
            borders.append(Border(cells, [numbers[index] for index in indices]))
            borders[-1].walk()
        decided = self.opened.keys() | self.mined | seen
        return borders, [cell for cell in range(self.size) if cell not in decided]

    def _allowed(self, rest: int, others: int) -> int:
        """Mine counts of a border, when the other borders have one of `rest` (bits)."""
        left = self.mines - len(self.mined)
        allowed = 0
        for count in range(left + 1):
            room = left - count
            if any(room >= n and rest >> (room - n) & 1 for n in range(others + 1)):
                allowed |= 1 << count
        return allowed

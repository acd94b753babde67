"""An independent solver that never guesses: it opens what ms-toollib's exact chances call safe.

ms-toollib is a wheel in Rust by other people. Plain lists and coordinates here: nothing of our
own engine, so that a mistake cannot be on both sides.
"""

from collections.abc import Collection

import ms_toollib

HIDDEN = 10
MINE = -1
CERTAIN = 1e-12


def numbered(columns: int, rows: int, mines: Collection[int]) -> list[list[int]]:
    """The board as its rows of numbers and mines."""
    board = [
        [MINE if row * columns + at in mines else 0 for at in range(columns)] for row in range(rows)
    ]
    for row, line in enumerate(board):
        for at, value in enumerate(line):
            if value != MINE:
                line[at] = sum(board[y][x] == MINE for y, x in _around(columns, rows, row, at))
    return board


def chances(seen: list[list[int]], mines: int) -> list[list[float]]:
    """For each cell, row by row, the chance of a mine; `HIDDEN` stands for cells not open."""
    found: list[list[float]] = ms_toollib.cal_probability_onboard(seen, mines)[0]
    return found


def clears(columns: int, rows: int, mines: Collection[int], start: int) -> bool:
    """Whether it clears the board from this start cell on; cells count row by row."""
    board = numbered(columns, rows, mines)
    seen = [[HIDDEN] * columns for _ in range(rows)]
    _open(board, seen, *divmod(start, columns))
    while sum(line.count(HIDDEN) for line in seen) > len(mines):
        risk = chances(seen, len(mines))
        safe = [
            (row, at)
            for row, line in enumerate(seen)
            for at, value in enumerate(line)
            if value == HIDDEN and risk[row][at] < CERTAIN
        ]
        if not safe:
            return False
        for row, at in safe:
            _open(board, seen, row, at)
    return True


def _open(board: list[list[int]], seen: list[list[int]], row: int, at: int) -> None:
    waiting = [(row, at)]
    while waiting:
        row, at = waiting.pop()
        assert board[row][at] != MINE, "opened a mine"
        if seen[row][at] == HIDDEN:
            seen[row][at] = board[row][at]
            if not board[row][at]:
                waiting += _around(len(board[0]), len(board), row, at)


def _around(columns: int, rows: int, row: int, at: int) -> list[tuple[int, int]]:
    return [
        (y, x)
        for y in range(max(row - 1, 0), min(row + 2, rows))
        for x in range(max(at - 1, 0), min(at + 2, columns))
        if (y, x) != (row, at)
    ]

"""Positions as text for people and pipes: what is seen of a board, and what follows from it.

Signs are those of `server.engine.notation`; a line that begins with `#` is a remark. Rows and
columns are counted from 1 here, as people do. Chances are shown in percent.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from server.engine.cells import Shape, scan
from server.engine.enumeration import Contradiction
from server.engine.levels import MAX_COLUMNS, MAX_ROWS
from server.engine.odds import odds
from server.engine.sight import HIDDEN, Sight
from server.engine.solver import Reason, deduce

_MINES: Final = "*FX"
_SIGNS: Final = frozenset("012345678.*FfX")


class PositionError(ValueError):
    """Not a position that can be looked at; the text says why, in one line."""


def sight_from(text: str, mines: int | None = None) -> Sight:
    """What a player sees of the position in the text: open numbers and mines that went off.

    All other signs are hidden cells, flags too. `mines`: on the whole board; None: as many as the
    text shows.

    Raises:
        PositionError: see there.
    """
    rows = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not rows:
        raise PositionError("there is no row of a position")
    shape = Shape(len(rows[0]), len(rows))
    if shape.columns > MAX_COLUMNS or shape.rows > MAX_ROWS:
        raise PositionError(f"larger than {MAX_COLUMNS} × {MAX_ROWS} is no board of ours")
    signs = "".join(rows)
    if any(len(row) != shape.columns for row in rows):
        raise PositionError("all rows have the same length")
    if unknown := sorted(set(signs) - _SIGNS):
        raise PositionError(f"unknown signs: {' '.join(unknown)}")
    if mines is None:
        mines = sum(sign in _MINES for sign in signs)
        if not mines:
            raise PositionError("the text shows no mine: say how many there are")
    numbers = bytearray([HIDDEN]) * shape.size
    opened = exploded = 0
    for cell, sign in enumerate(signs):
        if sign.isdigit():
            opened |= 1 << cell
            numbers[cell] = int(sign)
        elif sign == "X":
            exploded |= 1 << cell
    return Sight(shape, mines, opened, bytes(numbers), exploded)


def solved(sight: Sight, *, every_chance: bool = False) -> str:
    """What follows: the board with `s` for safe cells and `m` for mines, the steps, the chances.

    Raises:
        PositionError: no mines at all give what is seen.
    """
    try:
        found = deduce(sight)
        chances = odds(sight)
    except Contradiction as wrong:
        raise PositionError(f"there is no such board: {wrong}") from None
    marks = dict.fromkeys(scan(found.safe), "s") | dict.fromkeys(scan(found.mined), "m")
    lines = [*_board(sight, marks), "", *(_step(sight.shape, step) for step in found.reasons)]
    if not found.reasons:
        lines.append("Nothing is certain.")
    if not found.complete:
        lines.append("More may be certain: looking at everything would take too long.")
    if chances is None:
        lines.append("The chances cannot be counted in reasonable time.")
    elif chances.chances:
        lines += _best(sight.shape, chances.chances)
        if every_chance:
            lines += ["", *_percents(sight, chances.chances)]
    return "\n".join(lines) + "\n"


def named(shape: Shape, cells: Iterable[int]) -> str:
    """Cells for people, `row:column`, from 1."""
    places = (divmod(cell, shape.columns) for cell in cells)
    return " ".join(f"{row + 1}:{column + 1}" for row, column in places)


def _board(sight: Sight, marks: dict[int, str]) -> Iterator[str]:
    signs = "".join(
        str(sight.numbers[cell])
        if sight.opened >> cell & 1
        else "X"
        if sight.exploded >> cell & 1
        else marks.get(cell, ".")
        for cell in range(sight.shape.size)
    )
    columns = sight.shape.columns
    return (signs[at : at + columns] for at in range(0, len(signs), columns))


def _step(shape: Shape, step: Reason) -> str:
    found = [
        f"{word} {named(shape, scan(cells))}"
        for word, cells in (("safe", step.safe), ("mines", step.mined))
        if cells
    ]
    numbers = f" {named(shape, step.numbers)}" if step.numbers else ""
    return f"{step.rule}{numbers}: {', '.join(found)}"


def _best(shape: Shape, chances: dict[int, float]) -> Iterator[str]:
    least = min(chances.values())
    if least:
        cells = [cell for cell, chance in chances.items() if chance == least]
        yield f"Least likely a mine, {least:.1%}: {named(shape, sorted(cells))}"


def _percents(sight: Sight, chances: dict[int, float]) -> Iterator[str]:
    """One number for each hidden cell, whole percent; open cells are dots."""
    columns = sight.shape.columns
    signs = [
        f"{chances[cell] * 100:3.0f}" if cell in chances else "  ."
        for cell in range(sight.shape.size)
    ]
    return (" ".join(signs[at : at + columns]) for at in range(0, len(signs), columns))

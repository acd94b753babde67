"""Positions as text: a board and one play of it, one sign a cell, one line a row.

For tests, documents and tools; never on the wire, since it shows the mines.
`.` hidden and safe, `*` hidden mine, `F` flag on a mine, `f` flag on a safe cell,
`0`–`8` open with its number, `X` exploded mine. Blanks around a row and empty lines are ignored.
"""

from server.engine.board import MINE, Board, make_board
from server.engine.cells import Shape
from server.engine.play import Play

_MINES = "*FX"
_SIGNS = frozenset("012345678.*FfX")


class NotationError(ValueError):
    """Not a position: unknown signs, uneven rows, or a number that the mines do not give."""


def parse(text: str) -> tuple[Board, Play]:
    """The position that the text shows.

    Raises:
        NotationError: see there.
    """
    rows = text.split()
    if not rows:
        raise NotationError("a position has at least one row")
    shape = Shape(len(rows[0]), len(rows))
    signs = "".join(rows)
    if any(len(row) != shape.columns for row in rows):
        raise NotationError("all rows have the same length")
    if unknown := set(signs) - _SIGNS:
        raise NotationError(f"unknown signs: {' '.join(sorted(unknown))}")
    mines = opened = flagged = exploded = 0
    for cell, sign in enumerate(signs):
        at = 1 << cell
        if sign in _MINES:
            mines |= at
        if sign in "Ff":
            flagged |= at
        elif sign == "X":
            exploded |= at
        elif sign.isdigit():
            opened |= at
    board = make_board(shape, mines)
    for cell, sign in enumerate(signs):
        if sign.isdigit() and int(sign) != board.numbers[cell]:
            row, column = divmod(cell, shape.columns)
            raise NotationError(
                f"row {row}, column {column} shows {sign}, but its number is {board.numbers[cell]}"
            )
    return board, Play(opened, flagged, exploded)


def format_position(board: Board, play: Play) -> str:
    """The text of a position, without a newline at its end; `parse` reads it back."""
    columns = board.shape.columns
    signs = "".join(_sign(board, play, cell) for cell in range(board.shape.size))
    return "\n".join(signs[at : at + columns] for at in range(0, len(signs), columns))


def _sign(board: Board, play: Play, cell: int) -> str:
    number = board.numbers[cell]
    if play.opened >> cell & 1:
        return str(number)
    if play.exploded >> cell & 1:
        return "X"
    if play.flagged >> cell & 1:
        return "F" if number == MINE else "f"
    return "*" if number == MINE else "."

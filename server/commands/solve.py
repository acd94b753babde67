"""`solve`: what follows from a position in a file: safe cells, mines, the steps, the chances."""

from pathlib import Path

from server.commands.files import read_text
from server.exits import Refusal
from server.proof.positions import PositionError, sight_from, solved


def solve(file: Path, *, mines: int | None = None, odds: bool = False) -> str:
    """The position with `s` and `m`, then the steps; with `odds` the chance of every hidden cell.

    Hidden mines and flags of the text are not looked at, but counted when `mines` is not given.
    Raises Refusal.
    """
    try:
        return solved(sight_from(read_text(file), mines), every_chance=odds)
    except PositionError as wrong:
        raise Refusal(str(wrong)) from None

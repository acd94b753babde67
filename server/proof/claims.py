"""What a replay says, ready to be checked: sizes, sets of cells, boards; and its refutation.

The document comes from anybody: nothing of it is believed here that could fill the memory.
"""

from collections.abc import Sequence

from protocol.replay import Replay
from server.engine.board import Board, make_board
from server.engine.cells import Shape


class Refuted(Exception):
    """The document says something that does not follow; the text says what, in one line."""


def same(what: str, said: object, follows: object) -> None:
    """Raises Refuted when the document says something else than what follows."""
    if said != follows:
        raise Refuted(f"{what}: {said} stands there, {follows} follows")


def size_of(replay: Replay) -> tuple[int, int, int]:
    """Columns, rows and mines. Raises Refuted when they are missing."""
    settings = replay.settings
    if settings.columns is None or settings.rows is None or settings.mines is None:
        raise Refuted("the size of the board is missing")
    return settings.columns, settings.rows, settings.mines


def cells_in(runs: Sequence[int], shape: Shape) -> int:
    """The set of these runs. Raises Refuted when some of it is not on the board."""
    cells = 0
    for first, length in zip(runs[::2], runs[1::2], strict=False):
        if first < 0 or length < 1 or first + length > shape.size:
            raise Refuted(f"cells {first} to {first + length - 1} are not on the board")
        cells |= ((1 << length) - 1) << first
    return cells


def boards(replay: Replay) -> dict[str, Board | None]:
    """The board of each player as the document has it; None for who never had one (R2)."""
    shape = Shape(*size_of(replay)[:2])
    return {
        player.player: None if laid is None else make_board(shape, cells_in(laid, shape))
        for player in replay.players
        for laid in (replay.laid if player.laid is None else player.laid,)
    }

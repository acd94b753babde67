"""One player's game of a replay as RAWVF, the text format in which minesweeper sites share games.

Revision 5: a description, the board with `*` for a mine, then mouse events with seconds, column
and row from 1, and pixels. A tap is a left click, a flag a right click, a chord a middle click.
There is no word for a penalty, an own board that was never laid, or a mine taken back in practice.
"""

from collections.abc import Iterator
from typing import Final

from protocol.replay import Replay, ReplayPlayer
from server.engine.board import Board
from server.engine.cells import from_runs, scan
from server.proof.claims import boards

SQUARE_PIXELS: Final = 16
"""Size of a cell in the format when nothing else is said."""

_CLICKS: Final = {"open": ("lc", "lr"), "flag": ("rc", "rr"), "chord": ("mc", "mr")}
_LEVELS: Final = {(9, 9, 10): "Beginner"}
"""Sizes that the format's programs have a name for; ours are others, but for one."""


class NotThere(ValueError):
    """The format cannot say what happened; the text says what."""


def rawvf(replay: Replay, player: ReplayPlayer) -> str:
    """The game of one player.

    Raises:
        NotThere: see there.
    """
    board = boards(replay)[player.player]
    if board is None:
        raise NotThere("this player has no board")
    if replay.settings.mine_hit == "penalty" or replay.settings.practice:
        raise NotThere("going on after a mine cannot be written in this format")
    lines = [*_description(player, board), "Board:", *_mines(board), "Events:"]
    return "\n".join([*lines, *_events(replay, player, board)]) + "\n"


def _description(player: ReplayPlayer, board: Board) -> Iterator[str]:
    columns, rows = board.shape
    mines = board.mines.bit_count()
    yield "RawVF_Version: Rev5"
    yield "Program: Demineur Race"
    yield f"Player: {' '.join(player.name.split()) or player.player}"
    yield f"Level: {_LEVELS.get((columns, rows, mines), 'Custom')}"
    yield f"Width: {columns}"
    yield f"Height: {rows}"
    yield f"Mines: {mines}"
    yield "Marks: Off"
    yield f"SquareSize: {SQUARE_PIXELS}"
    yield f"Time: {_seconds(player.time_ms)}"
    yield f"BBBV: {player.bbbv}"
    yield f"Solved3BV: {player.bbbv_done}"
    yield f"Status: {'Won' if player.outcome == 'cleared' else 'Lost'}"
    yield "Mode: Classic"


def _mines(board: Board) -> Iterator[str]:
    for first in range(0, board.shape.size, board.shape.columns):
        row = board.mines >> first
        yield "".join("*" if row >> column & 1 else "0" for column in range(board.shape.columns))


def _events(replay: Replay, player: ReplayPlayer, board: Board) -> Iterator[str]:
    """The shared start is the first click of everybody; numbers that open follow their click."""
    yield "0.000 start"
    if replay.start is not None:
        yield from _clicked(board, 0, "open", replay.start)
        yield from _opened(board, replay.opened)
    for at_ms, _, kind, cell, opened, hit, flag, _ in player.moves:
        yield from _clicked(board, at_ms, kind, cell)
        if flag is not None:
            yield f"{'flag' if flag else 'closed'} {_place(board, cell)}"
        yield from _opened(board, opened)
        yield from (f"blast {_place(board, mine)}" for mine in hit)
    if player.outcome in ("cleared", "out"):
        yield f"{_seconds(player.time_ms)} {'won' if player.outcome == 'cleared' else 'boom'}"


def _clicked(board: Board, at_ms: int, kind: str, cell: int) -> Iterator[str]:
    row, column = divmod(cell, board.shape.columns)
    half = SQUARE_PIXELS // 2
    pixels = f"({column * SQUARE_PIXELS + half} {row * SQUARE_PIXELS + half})"
    for event in _CLICKS[kind]:
        yield f"{_seconds(at_ms)} {event} {_place(board, cell)} {pixels}"


def _opened(board: Board, runs: list[int]) -> Iterator[str]:
    return (f"number{board.numbers[cell]} {_place(board, cell)}" for cell in scan(from_runs(runs)))


def _place(board: Board, cell: int) -> str:
    row, column = divmod(cell, board.shape.columns)
    return f"{column + 1} {row + 1}"


def _seconds(ms: int) -> str:
    return f"{ms // 1_000}.{ms % 1_000:03}"

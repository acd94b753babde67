"""Boards as a bot is shown them: a view of a race in mid race."""

from protocol.messages import OwnPlay, RaceView
from server.engine.board import Board
from server.engine.play import NEW, Play, apply, open_cell

RACE = "BCDFGHJKLM"


def view(board: Board, play: Play = NEW, *, racers: tuple[str, ...] = ()) -> RaceView:
    """The race as its racer sees it in mid race."""
    grid = "".join(
        str(board.numbers[cell])
        if play.opened >> cell & 1
        else "*"
        if play.exploded >> cell & 1
        else "."
        for cell in range(board.shape.size)
    )
    own = OwnPlay(grid=grid, n=0, outcome=None, time_ms=None, frozen_in_ms=0, wants_pause=False)
    return RaceView(
        race=RACE,
        phase="running",
        columns=board.shape.columns,
        rows=board.shape.rows,
        mines=board.mines.bit_count(),
        start=None,
        label="guess_free",
        commitment="",
        racers=list(racers),
        go_in_ms=None,
        elapsed_ms=0,
        cutoff_in_ms=None,
        paused=False,
        resumes_in_ms=None,
        wanting_pause=[],
        standings=[],
        own=own,
    )


def opened(board: Board, cell: int, play: Play = NEW) -> Play:
    """The play after this cell was opened."""
    return apply(play, open_cell(board, play, cell), cell)

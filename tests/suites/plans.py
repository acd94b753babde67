"""What a scripted racer does, made from a board that the test read from the server's log."""

from collections.abc import Iterator, Sequence
from random import Random

from server.engine.board import Board, make_board
from server.engine.cells import Shape, bit, from_runs, scan, square
from server.engine.play import NEW, MoveKind, Play, apply, cleared, move
from server.race import events as facts

Step = tuple[MoveKind, int]
"""Kind of move and cell."""


def board_in(log: Sequence[facts.Event]) -> tuple[Board, Play]:
    """The common board of a race with shared start, and what its start opened."""
    settings = next(event.settings for event in log if isinstance(event, facts.Created))
    for event in log:
        if isinstance(event, facts.Configured):
            settings = event.settings
    mines = next(event.mines for event in log if isinstance(event, facts.Dealt))
    went = next(event for event in log if isinstance(event, facts.Went))
    assert mines is not None
    board = make_board(Shape(settings.columns, settings.rows), from_runs(mines))
    return board, Play(from_runs(went.opened), 0, 0)


def clearing(board: Board, play: Play = NEW) -> Iterator[Step]:
    """Opens what is left of the board: openings first, then the lone numbers."""
    for cell in [*scan(board.zeros), *scan(board.safe & ~board.zeros)]:
        if not play.opened & bit(cell):
            yield "open", cell
            play = apply(play, move(board, play, "open", cell), cell)
    assert cleared(board, play)


def with_flags_and_chords(board: Board, play: Play, dice: Random) -> Iterator[Step]:
    """Clears the board as people do: flags around open numbers, then chords, else opens."""
    while not cleared(board, play):
        for step in _round(board, play, dice):
            yield step
            play = apply(play, move(board, play, *step), step[1])


def _round(board: Board, play: Play, dice: Random) -> list[Step]:
    numbers = [
        cell
        for cell in scan(play.opened)
        if square(board.shape, cell) & board.safe & ~play.opened and board.numbers[cell] > 0
    ]
    if not numbers:
        hidden = list(scan(board.safe & ~play.opened))
        return [("open", dice.choice(hidden))]
    chosen = dice.choice(numbers)
    unflagged = square(board.shape, chosen) & board.mines & ~play.flagged
    return [*(("flag", cell) for cell in scan(unflagged)), ("chord", chosen)]


def a_mine(board: Board) -> Step:
    """The step that ends it."""
    return "open", next(scan(board.mines))

"""Long games of a careless player, the same for each seed, beside the naive game (G3, G8, G15–G17).

Random moves seldom make a satisfied chord; this player flags mines mostly, mistakes sometimes, and
chords open cells. Games go on after a mine was hit (R10) until the board is cleared (G9).
"""

from random import Random

import pytest

from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells, scan
from server.engine.play import NEW, MoveKind, Play, apply, cleared, move
from tests.engine.naive import Naive


def deal(random: Random) -> Board:
    shape = Shape(random.randint(1, 12), random.randint(1, 12))
    count = shape.size // random.choice((4, 6, 8, 12, 20, 40))
    return make_board(shape, from_cells(random.sample(range(shape.size), count)))


def next_move(random: Random, board: Board, play: Play) -> tuple[MoveKind, int]:
    cells = range(board.shape.size)
    mines, opened, flagged = ([*scan(c)] for c in (board.mines, play.opened, play.flagged))
    chance = random.random()
    if chance < 0.35 and mines:
        return "flag", random.choice(mines)
    if chance < 0.50:
        return "flag", random.choice(cells)
    if chance < 0.55 and flagged:
        return "flag", random.choice(flagged)
    if chance < 0.85 and opened:
        return "chord", random.choice(opened)
    return "open", random.choice(cells)


def play_game(seed: int) -> int:
    """Play beside the naive game; returns the number of moves."""
    random = Random(seed)
    board = deal(random)
    naive = Naive(*board.shape, frozenset(scan(board.mines)))
    play, count = NEW, 0
    while not cleared(board, play) and count < 150:
        kind, cell = next_move(random, board, play)
        play = apply(play, move(board, play, kind, cell), cell)
        naive.move(kind, cell)
        count += 1
        assert play == Play(*map(from_cells, (naive.opened, naive.flagged, naive.exploded)))
    assert cleared(board, play) == (naive.safe() <= naive.opened)
    return count


@pytest.mark.parametrize("first", range(0, 800, 200))
def test_seeded_games_go_as_the_rules_tell(first: int) -> None:
    assert sum(play_game(seed) for seed in range(first, first + 200)) > 2_000

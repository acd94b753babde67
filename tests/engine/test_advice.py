"""Advice (R17): the easiest news that follows from the sight, else the least dangerous cell."""

import pytest

from server.engine.advice import Advice, advise
from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells, scan
from server.engine.certificate import certify
from server.engine.deal import layout, start_cell
from server.engine.play import NEW, Play, apply, open_cell
from server.engine.sight import Sight, sight_of

SHAPE = Shape(8, 5)
BOARD = make_board(SHAPE, from_cells([1, 20, 31, 35, 38, 39]))
OPENED = apply(NEW, open_cell(BOARD, NEW, 17), 17).opened


def after(flagged: int = 0, opened: int = OPENED) -> Sight:
    return sight_of(BOARD, Play(opened, flagged, 0))


def test_r17_the_easiest_deduction_with_its_numbers() -> None:
    advice = advise(after(), 0)
    assert advice == Advice("single", (26,), mined=from_cells([35]))


def test_r17_mines_that_are_flagged_rightly_are_no_news() -> None:
    assert advise(after(), from_cells([35])) == Advice("pair", (8, 9), safe=from_cells([2]))


def test_r17_a_wrong_flag_is_not_believed() -> None:
    wrong = from_cells([35, 2])
    assert advise(after(wrong), wrong) == Advice("pair", (8, 9), safe=from_cells([2]))


def test_r17_where_nothing_is_certain_the_least_likely_mine() -> None:
    # Nothing but a 1 in the corner is open: one of its three neighbours is the mine.
    board = make_board(Shape(5, 5), from_cells([6, 24]))
    advice = advise(sight_of(board, Play(1, 0, 0)), 0)
    assert advice is not None
    assert (advice.rule, advice.cell, advice.numbers) == ("odds", 2, ())
    assert advice.risk == pytest.approx(1 / 21)


def test_r17_a_flagged_cell_is_no_guess_as_long_as_there_is_another() -> None:
    board = make_board(Shape(5, 5), from_cells([6, 24]))
    sight = sight_of(board, Play(1, 0, 0))
    advice = advise(sight, from_cells([2, 3]))
    assert advice is not None
    assert advice.cell == 4
    everything = advise(sight, board.mines | board.safe ^ 1)
    assert everything is not None
    assert everything.cell == 2


def test_r17_with_all_safe_cells_open_there_is_nothing_to_find_out() -> None:
    board = make_board(Shape(5, 5), 0)
    assert advise(sight_of(board, Play(board.safe, 0, 0)), 0) is None


def test_r6_advice_is_the_same_on_every_board_that_looks_the_same() -> None:
    twin = make_board(SHAPE, BOARD.mines ^ from_cells([38, 37]))
    play = Play(OPENED, 0, 0)
    assert sight_of(twin, play) == sight_of(BOARD, play)
    assert advise(sight_of(twin, play), 0) == advise(after(), 0)


def certified() -> tuple[Board, int]:
    """A board of the generator that deduction alone clears, and its start cell."""
    for number in range(100):
        key = bytes([number]) * 32
        start = start_cell(1, key, 9, 9)
        board = make_board(Shape(9, 9), layout(1, key, 9, 9, 10, start))
        if certify(board, start):
            return board, start
    raise AssertionError("no board needs no luck")


def test_r17_following_the_advice_clears_a_board_that_needs_no_luck() -> None:
    board, start = certified()
    play = apply(NEW, open_cell(board, NEW, start), start)
    while play.opened != board.safe:
        advice = advise(sight_of(board, play), play.flagged)
        assert advice is not None
        assert advice.rule != "odds"
        assert advice.safe | advice.mined & ~play.flagged
        assert not advice.safe & board.mines
        assert not advice.mined & board.safe
        play = Play(play.opened, play.flagged | advice.mined, 0)
        for cell in scan(advice.safe):
            play = apply(play, open_cell(board, play, cell), cell)

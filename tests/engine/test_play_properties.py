"""Whole plays: the engine against the naive game move by move, and what must hold in all of them.

Rules: G1, G3, G6, G8, G9, G10, G15–G18; R10 since plays go on after a mine was hit.
"""

from hypothesis import given
from hypothesis import strategies as st

from server.engine.board import Board
from server.engine.cells import scan
from server.engine.play import NEW, NOTHING, Play, apply, cleared, move, open_cell, toggle_flag
from tests.engine.boards import boards, moves, play_moves
from tests.engine.naive import Naive


@given(boards(), st.data())
def test_every_move_does_what_the_rules_tell_cell_by_cell(
    board: Board, data: st.DataObject
) -> None:
    naive = Naive(*board.shape, frozenset(scan(board.mines)))
    play = NEW
    for kind, cell in data.draw(moves(board)):
        change = move(board, play, kind, cell)
        after = apply(play, change, cell)
        naive.move(kind, cell)
        assert set(scan(after.opened)) == naive.opened
        assert set(scan(after.flagged)) == naive.flagged
        assert set(scan(after.exploded)) == naive.exploded
        # A change holds news only, and is NOTHING exactly when there is none (G18).
        assert change.opened & play.opened == 0
        assert change.hit & play.exploded == 0
        assert (change == NOTHING) == (after == play)
        play = after


@given(boards(), st.data())
def test_the_three_sets_of_a_play_never_overlap(board: Board, data: st.DataObject) -> None:
    play = play_moves(board, data.draw(moves(board)))
    assert play.opened & ~board.safe == 0
    assert play.exploded & ~board.mines == 0
    assert play.flagged & (play.opened | play.exploded) == 0


@given(boards(), st.data())
def test_g9_cleared_exactly_when_the_last_safe_cell_opens(
    board: Board, data: st.DataObject
) -> None:
    safe = set(scan(board.safe))
    play = NEW
    for cell in data.draw(st.permutations(sorted(safe))):
        assert cleared(board, play) is False
        hidden = [other for other in range(board.shape.size) if not play.opened >> other & 1]
        flag = data.draw(st.sampled_from(hidden))
        if flag != cell:
            play = apply(play, toggle_flag(board, play, flag), flag)
        if play.flagged >> cell & 1:
            play = apply(play, toggle_flag(board, play, cell), cell)
        play = apply(play, open_cell(board, play, cell), cell)
        if safe <= set(scan(play.opened)):
            break
    assert cleared(board, play) is True


@given(boards(), st.data())
def test_g15_flags_destroy_nothing(board: Board, data: st.DataObject) -> None:
    """Known failure: a flagged safe cell got stuck and the game could not be finished."""
    play = play_moves(board, data.draw(moves(board)))
    play = Play(play.opened, 0, play.exploded)
    for cell in scan(board.safe):
        play = apply(play, open_cell(board, play, cell), cell)
    assert cleared(board, play)


@given(boards(), st.data())
def test_g15_unflag_and_open_reaches_the_same(board: Board, data: st.DataObject) -> None:
    for opening, region in zip(board.openings, board.regions, strict=True):
        zero = next(scan(region))
        others = [cell for cell in scan(opening) if cell != zero]
        flagged = data.draw(st.lists(st.sampled_from(others), unique=True)) if others else []
        play = NEW
        for cell in flagged:
            play = apply(play, toggle_flag(board, play, cell), cell)
        play = apply(play, open_cell(board, play, zero), zero)
        assert not any(play.opened >> cell & 1 for cell in flagged)
        for cell in data.draw(st.permutations(flagged)):
            play = apply(play, toggle_flag(board, play, cell), cell)
            play = apply(play, open_cell(board, play, cell), cell)
        assert play == Play(opening, 0, 0)

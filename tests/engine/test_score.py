"""Progress by 3BV (R7), right and wrong flags (G5, G7)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from server.engine.board import Board
from server.engine.cells import scan
from server.engine.notation import parse
from server.engine.play import NEW, apply, cleared, open_cell
from server.engine.score import bbbv_done, flags, percent
from tests.engine.boards import after, boards, moves, play_moves


@pytest.mark.parametrize(
    ("position", "done"),
    [
        pytest.param(".1*/.../...", 0, id="a number beside a zero is no click"),
        pytest.param("01*/011/000", 1, id="an opening with its rim"),
        pytest.param("01*/0.1/000", 0, id="G15 not while a flag held a rim cell back"),
        pytest.param("0000f...*", 0, id="G15 nor a zero"),
        pytest.param("1*1", 2, id="numbers that touch no zero"),
        pytest.param("1*.", 1, id="one of two"),
        pytest.param("1X1", 2, id="R10 a survived mine changes nothing"),
    ],
)
def test_r7_3bv_done(position: str, done: int) -> None:
    board, play = parse(position.replace("/", "\n"))
    assert bbbv_done(board, play.opened) == done


@given(boards(), st.data())
def test_r7_all_of_the_3bv_exactly_when_cleared(board: Board, data: st.DataObject) -> None:
    play = play_moves(board, data.draw(moves(board)))
    assert (bbbv_done(board, play.opened) == board.bbbv) == cleared(board, play)


@given(boards(), st.data())
def test_r7_progress_never_falls_and_each_click_brings_at_most_its_own(
    board: Board, data: st.DataObject
) -> None:
    play, done = NEW, 0
    for cell in data.draw(st.permutations(list(scan(board.safe)))):
        play = apply(play, open_cell(board, play, cell), cell)
        now = bbbv_done(board, play.opened)
        assert now >= done
        done = now
    assert done == board.bbbv


@pytest.mark.parametrize(
    ("done", "total", "shown"),
    [(0, 1, 0), (1, 1, 100), (1, 3, 33), (2, 3, 66), (199, 200, 99), (200, 200, 100)],
)
def test_r7_percent_is_rounded_down(done: int, total: int, shown: int) -> None:
    assert percent(done, total) == shown


@given(st.integers(1, 5_000), st.data())
def test_r7_a_hundred_percent_means_all_of_it(total: int, data: st.DataObject) -> None:
    done = data.draw(st.integers(0, total))
    assume(done != total)
    assert percent(done, total) < percent(total, total) == 100


@pytest.mark.parametrize(
    ("position", "right_wrong"),
    [
        pytest.param("**.", (0, 0), id="no flag"),
        pytest.param("F*.", (1, 0), id="a right one"),
        pytest.param("**f", (0, 1), id="a wrong one"),
        pytest.param("Ff.", (1, 1), id="as many as mines"),
        pytest.param("ff./...", (0, 2), id="G7 flags are not limited"),
        pytest.param("X*f", (0, 1), id="R10 an exploded mine is marked, but by no flag"),
    ],
)
def test_g5_g7_flags_are_right_or_wrong(position: str, right_wrong: tuple[int, int]) -> None:
    assert flags(*parse(position.replace("/", "\n"))) == right_wrong


def test_g5_a_flag_taken_again_counts_no_more() -> None:
    board, _ = parse("*..")
    _, flagged = after("*..", "flag", 0, 1)
    _, taken = after(flagged, "flag", 0, 1)
    assert flags(board, parse(flagged)[1]) == (0, 1)
    assert flags(board, parse(taken)[1]) == (0, 0)

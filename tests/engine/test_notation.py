"""Positions as text: what each sign means, what is refused, and the way there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.engine.board import Board
from server.engine.cells import Shape, from_cells
from server.engine.notation import NotationError, format_position, parse
from server.engine.play import Play
from tests.engine.boards import boards, moves, play_moves


def test_every_sign() -> None:
    board, play = parse(
        """
        .*F
        fX3
        """
    )
    assert board.shape == Shape(3, 2)
    assert board.mines == from_cells([1, 2, 4])
    assert play == Play(opened=from_cells([5]), flagged=from_cells([2, 3]), exploded=1 << 4)


@given(boards(), st.data())
def test_positions_read_back_as_they_were_written(board: Board, data: st.DataObject) -> None:
    play = play_moves(board, data.draw(moves(board)))
    assert parse(format_position(board, play)) == (board, play)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("  \n ", "at least one row"),
        ("...\n..", "same length"),
        (".?.\n.!.", "unknown signs: ! \\?"),
        (".9.", "unknown signs: 9"),
        ("1*.\n22.", "row 1, column 0 shows 2, but its number is 1"),
    ],
)
def test_texts_that_are_no_position(text: str, what: str) -> None:
    with pytest.raises(NotationError, match=what):
        parse(text)

"""Numbers (G2), openings (G3) and 3BV (R7) of a board, against counting by hand and by force."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.engine.board import MINE, Board, make_board
from server.engine.cells import Shape, bit, from_cells, scan
from server.engine.notation import parse
from server.engine.play import NEW, apply, open_cell
from tests.engine import naive
from tests.engine.boards import boards


@pytest.mark.parametrize(
    ("position", "numbers"),
    [
        ("*", "9"),
        (".", "0"),
        ("*..", "910"),
        ("*.*/...", "929121"),
        ("***/*.*/***", "999989999"),
        (".../.*./...", "111191111"),
        ("..../..../...*", "000000110019"),
    ],
)
def test_g2_numbers_count_the_mines_around(position: str, numbers: str) -> None:
    board, _ = parse(position.replace("/", "\n"))
    assert "".join(map(str, board.numbers)) == numbers


@given(boards())
def test_g2_every_number_is_the_brute_force_count(board: Board) -> None:
    mines = set(scan(board.mines))
    for cell in range(board.shape.size):
        count = len(mines & set(naive.around(*board.shape, cell)))
        assert board.numbers[cell] == (MINE if cell in mines else count)


@given(boards())
def test_safe_cells_are_exactly_those_without_a_mine(board: Board) -> None:
    assert board.safe & board.mines == 0
    assert (board.safe | board.mines).bit_count() == board.shape.size


@given(boards())
def test_g3_openings_are_what_opening_their_zeros_opens(board: Board) -> None:
    mines = scan(board.mines)
    expected = naive.openings(*board.shape, mines)
    assert {frozenset(scan(opening)) for opening in board.openings} == expected
    assert len(board.openings) == len(board.regions) == len(expected)
    for cell in range(board.shape.size):
        index = board.opening_of[cell]
        assert (index >= 0) == (board.numbers[cell] == 0) == bool(board.zeros >> cell & 1)
        assert [i for i, region in enumerate(board.regions) if region >> cell & 1] == (
            [index] if index >= 0 else []
        )


@given(boards())
def test_g3_any_zero_of_an_opening_opens_the_same_set(board: Board) -> None:
    for cell in scan(board.zeros):
        assert open_cell(board, NEW, cell).opened == board.openings[board.opening_of[cell]]


@given(boards())
def test_r7_openings_first_then_lone_numbers_clear_a_board_in_exactly_3bv_clicks(
    board: Board,
) -> None:
    play, clicks = NEW, 0
    for cell in [*(next(scan(region)) for region in board.regions), *scan(board.lone)]:
        change = open_cell(board, play, cell)
        assert change.opened
        play = apply(play, change, cell)
        clicks += 1
    assert play.opened == board.safe
    assert clicks == board.bbbv


@given(boards(), st.data())
def test_r7_no_order_of_clicks_needs_fewer_than_3bv(board: Board, data: st.DataObject) -> None:
    play, clicks = NEW, 0
    for cell in data.draw(st.permutations(list(scan(board.safe)))):
        change = open_cell(board, play, cell)
        clicks += bool(change.opened)
        play = apply(play, change, cell)
    assert play.opened == board.safe
    assert clicks >= board.bbbv


@pytest.mark.parametrize(
    ("position", "openings", "lone", "bbbv"),
    [
        ("...\n...\n...", 1, 0, 1),
        ("***\n***", 0, 0, 0),
        ("..*\n..*\n..*", 1, 0, 1),
        (".*.\n...\n.*.", 0, 7, 7),
        (".*.\n...\n...\n...\n.*.", 1, 4, 5),
        ("...*...\n.......\n.......\n...*...", 2, 2, 4),
    ],
)
def test_r7_3bv_counts_openings_and_lone_numbers(
    position: str, openings: int, lone: int, bbbv: int
) -> None:
    board, _ = parse(position)
    found = (len(board.openings), board.lone.bit_count(), board.bbbv)
    assert found == (openings, lone, bbbv)


def test_two_openings_may_share_their_rim() -> None:
    board, _ = parse("..*\n...\n*..")
    left, right = board.openings
    assert list(scan(left & right)) == [4]
    assert board.bbbv == 2


def test_a_winding_corridor_of_the_largest_size_is_one_opening() -> None:
    """Known failure: a recursion limit on large boards. Here a path of some 1 500 steps."""
    columns, rows = 100, 60
    shape = Shape(columns, rows)
    walls = [
        row * columns + column
        for row in range(3, rows, 4)
        for column in range(columns)
        if not (column < 3 if row % 8 == 7 else column >= columns - 3)
    ]
    board = make_board(shape, from_cells(walls))
    assert len(board.openings) == 1
    assert board.openings[0] == board.safe
    assert board.bbbv == 1


def test_mines_outside_the_board_make_no_board() -> None:
    with pytest.raises(ValueError, match="outside"):
        make_board(Shape(3, 3), bit(9))


def test_the_same_mines_are_the_same_board_without_looking_again() -> None:
    shape, mines = Shape(9, 9), from_cells([3, 77])
    assert make_board(shape, mines) is make_board(Shape(9, 9), from_cells([77, 3]))
    assert make_board(Shape(27, 3), mines) is not make_board(shape, mines)
    for _ in range(2):
        with pytest.raises(ValueError, match="outside"):
            make_board(shape, bit(81))

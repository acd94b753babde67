"""Opening, flags, win and loss, one position and one move at a time (G1, G3, G5, G6, G9, G10, G15).

Positions are written in the engine's notation, rows parted by `/`: `.` hidden, `*` mine,
`F` and `f` right and wrong flag, digits open, `X` exploded mine.
"""

import pytest

from server.engine.board import make_board
from server.engine.cells import Shape, bit, from_cells
from server.engine.notation import parse
from server.engine.play import NEW, NOTHING, Change, MoveKind, Play, apply, cleared, open_cell
from tests.engine.boards import after


@pytest.mark.parametrize(
    ("before", "row", "column", "result"),
    [
        pytest.param("..*/.../...", 0, 1, ".1*/.../...", id="a number opens alone"),
        pytest.param("..*/.../...", 2, 0, "01*/011/000", id="a zero opens region and rim"),
        pytest.param("..*/.1./...", 2, 0, "01*/011/000", id="what is open stays open"),
        pytest.param("..../..../..../...*", 0, 0, "0000/0000/0011/001*", id="diagonally too"),
        pytest.param("...../..*../.....", 0, 0, "01.../01*../01...", id="a number stops it"),
        pytest.param("..*../..*../..*..", 0, 0, "02*../03*../02*..", id="not round the left edge"),
        pytest.param("..*../..*../..*..", 1, 4, "..*20/..*30/..*20", id="nor round the right one"),
        pytest.param("..*/***/...", 0, 0, "2.*/***/...", id="nor to the row below"),
        pytest.param(".....", 0, 2, "00000", id="a board without mines"),
    ],
)
def test_g3_opening(before: str, row: int, column: int, result: str) -> None:
    change, found = after(before, "open", row, column)
    assert found == result
    assert (change.hit, change.flag) == (0, None)


@pytest.mark.parametrize(
    ("before", "row", "column", "result"),
    [
        pytest.param("....f...*", 0, 0, "0000f...*", id="a flagged zero is not spread through"),
        pytest.param("0000....*", 0, 4, "00000001*", id="unflagged and tapped, it chains again"),
        pytest.param("..*/.f./...", 2, 0, "01*/0f1/000", id="a flagged rim cell stays hidden"),
        pytest.param("01*/0.1/000", 1, 1, "01*/011/000", id="unflagged and tapped, it opens"),
        pytest.param(".f.../..*../.f...", 0, 0, "0f.../01*../0f...", id="round two flags"),
        pytest.param(".00....", 0, 4, ".000000", id="only new zeros spread"),
        pytest.param("..*f./..*../..*..", 0, 0, "02*f./03*../02*..", id="flags elsewhere are idle"),
    ],
)
def test_g15_flags_hold_a_chain_up(before: str, row: int, column: int, result: str) -> None:
    assert after(before, "open", row, column)[1] == result


def test_g15_on_the_largest_board_with_a_flag_in_the_region() -> None:
    """Known failure: a recursion limit on large boards. 5 998 cells open by one tap."""
    board = make_board(Shape(100, 60), bit(5_999))
    flag = 3_000
    change = open_cell(board, Play(0, bit(flag), 0), 0)
    assert change.opened == board.safe & ~bit(flag)


@pytest.mark.parametrize(
    ("before", "kind", "row", "column"),
    [
        pytest.param("F./..", "open", 0, 0, id="G6 a flag protects from a mine"),
        pytest.param("f./.*", "open", 0, 0, id="G6 a wrong flag protects too"),
        pytest.param("1*/..", "open", 0, 0, id="G18 opening an open cell"),
        pytest.param("1*/..", "flag", 0, 0, id="G18 flagging an open cell"),
        pytest.param("0../0.1/01*", "flag", 0, 0, id="G18 flagging an open zero"),
        pytest.param(".F/..", "chord", 0, 0, id="G18 chording a hidden cell"),
        pytest.param("*./..", "chord", 0, 0, id="G18 chording a hidden mine"),
        pytest.param("F1/..", "chord", 0, 0, id="G18 chording a flag"),
        pytest.param("X./..", "open", 0, 0, id="R10 an exploded mine never opens again"),
        pytest.param("X./..", "flag", 0, 0, id="R10 an exploded mine takes no flag"),
        pytest.param("X./..", "chord", 0, 0, id="R10 an exploded mine is no number"),
    ],
)
def test_g6_g18_nothing_happens(before: str, kind: MoveKind, row: int, column: int) -> None:
    """Known failures: a tap on a flag kills; flagging an open cell hides it again."""
    change, found = after(before, kind, row, column)
    assert change == NOTHING
    assert found == before


def test_g5_a_flag_is_set_and_taken_again() -> None:
    change, flagged = after("*./..", "flag", 0, 0)
    assert (change, flagged) == (Change(0, 0, flag=True), "F./..")
    change, again = after(flagged, "flag", 0, 0)
    assert (change, again) == (Change(0, 0, flag=False), "*./..")
    assert after("*./..", "flag", 1, 1)[1] == "*./.f"


def test_g10_opening_a_mine_is_a_hit_and_opens_nothing_else() -> None:
    change, found = after("1*/..", "open", 0, 1)
    assert change == Change(0, bit(1), None)
    assert found == "1X/.."


@pytest.mark.parametrize(
    ("position", "won"),
    [
        pytest.param("1*/11", True, id="no flag is needed"),
        pytest.param("1F/11", True, id="a flag does no harm"),
        pytest.param("1X/11", True, id="nor does a survived mine (R10)"),
        pytest.param("1*/1.", False, id="one safe cell is hidden"),
        pytest.param("1F/1.", False, id="all mines flagged is not the aim"),
        pytest.param("1*/1f", False, id="a flag on the last safe cell wins nothing"),
        pytest.param("****", True, id="nothing to open"),
    ],
)
def test_g1_g9_cleared_when_every_safe_cell_is_open(position: str, won: bool) -> None:
    """Known failures: a win by trying flags, or only when all mines are flagged."""
    board, play = parse(position.replace("/", "\n"))
    assert cleared(board, play) is won


def test_g9_the_win_comes_with_the_last_safe_cell_by_chord_too() -> None:
    board, play = parse("1F\n1.")
    change, found = after("1F/1.", "chord", 0, 0)
    assert found == "1F/11"
    assert not cleared(board, play)
    assert cleared(board, apply(play, change, 0))


def test_a_change_is_added_to_what_was_there() -> None:
    play = Play(opened=bit(0), flagged=from_cells([1, 2]), exploded=bit(3))
    assert apply(play, NOTHING, 5) == play
    assert apply(play, Change(bit(4), bit(5), None), 4) == Play(
        from_cells([0, 4]), from_cells([1, 2]), from_cells([3, 5])
    )
    assert apply(play, Change(0, 0, flag=False), 1).flagged == bit(2)
    assert apply(play, Change(0, 0, flag=True), 9).flagged == from_cells([1, 2, 9])
    assert Play(0, 0, 0) == NEW

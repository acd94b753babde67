"""Positions from text, and what follows from them as text."""

import pytest

from server.engine.notation import parse
from server.engine.sight import sight_of
from server.engine.solver import Deductions
from server.proof.positions import PositionError, named, sight_from, solved

PICTURE = """\
# a remark
....*
*.111
.*100
*2100
.1000
"""


def test_hidden_mines_are_counted_and_not_seen() -> None:
    """The same sight as that of a player of this board; flags and mines are hidden cells."""
    board, play = parse(PICTURE.split("\n", 1)[1])
    assert sight_from(PICTURE) == sight_of(board, play)
    assert sight_from(PICTURE.replace("*", "F")) == sight_from(PICTURE)
    assert sight_from(PICTURE.replace("*", "."), 4) == sight_from(PICTURE)


def test_exploded_mines_are_seen() -> None:
    sight = sight_from("X1\n11")
    assert (sight.mines, sight.exploded, sight.opened) == (1, 1, 0b1110)


def test_what_follows() -> None:
    assert solved(sight_from(PICTURE), every_chance=True) == (
        ".sssm\n.s111\nsm100\n.2100\n.1000\n"
        "\n"
        "single 4:3: mines 3:2\n"
        "single 2:3: safe 1:2 1:3 1:4 2:2\n"
        "single 2:4: mines 1:5\n"
        "pair 4:2 5:2: safe 3:1\n"
        "\n"
        " 50   0   0   0 100\n"
        " 50   0   .   .   .\n"
        "  0 100   .   .   .\n"
        " 50   .   .   .   .\n"
        " 50   .   .   .   .\n"
    )


def test_where_nothing_is_certain_the_best_guess_is_told() -> None:
    assert solved(sight_from("1..\n...", 2)) == (
        "1..\n...\n\nNothing is certain.\nLeast likely a mine, 33.3%: 1:2 2:1 2:2\n"
    )


def test_an_exploded_mine_stays_visible_and_counts() -> None:
    assert solved(sight_from("X2.\n12.", 2)) == (
        "X2.\n12.\n\nNothing is certain.\nLeast likely a mine, 50.0%: 1:3 2:3\n"
    )


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Deductions(0, 0, (), complete=False)
    monkeypatch.setattr("server.proof.positions.deduce", lambda _: found)
    monkeypatch.setattr("server.proof.positions.odds", lambda _: None)
    assert solved(sight_from("1..\n...", 2)) == (
        "1..\n...\n\nNothing is certain.\n"
        "More may be certain: looking at everything would take too long.\n"
        "The chances cannot be counted in reasonable time.\n"
    )


@pytest.mark.parametrize(
    ("text", "mines", "why"),
    [
        ("", None, "no row"),
        ("# only a remark\n", None, "no row"),
        ("1.\n...", 1, "same length"),
        ("1?\n..", 1, "unknown signs: ?"),
        ("1.\n..", None, "how many"),
        ("." * 101, 1, "larger than 100 × 60"),
        (".\n" * 61, 1, "larger than 100 × 60"),
    ],
)
def test_what_is_no_position(text: str, mines: int | None, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        sight_from(text, mines)


@pytest.mark.parametrize(("text", "mines"), [("8.\n..", 3), ("1.\n..", 4), ("00\n1.", 1)])
def test_positions_that_no_mines_give(text: str, mines: int) -> None:
    with pytest.raises(PositionError, match="no such board"):
        solved(sight_from(text, mines))


def test_cells_for_people() -> None:
    assert named(sight_from("1.\n..", 1).shape, [0, 3]) == "1:1 2:2"

"""A sight holds what a player sees, and no number of a cell that is not open (R6)."""

from server.engine.notation import parse
from server.engine.sight import HIDDEN, sight_of


def test_r6_numbers_of_hidden_cells_are_gone() -> None:
    sight = sight_of(*parse("1*."))
    assert list(sight.numbers) == [1, HIDDEN, HIDDEN]
    assert sight.mines == 1


def test_flags_are_no_knowledge_but_exploded_mines_are() -> None:
    sight = sight_of(*parse("1FX1"))
    assert sight.opened == 0b1001
    assert sight.exploded == 0b0100
    assert sight.mines == 2

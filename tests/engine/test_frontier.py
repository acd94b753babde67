"""The frontier is the open numbers beside undecided cells, and shrinks with what is known."""

import pytest

from server.engine.cells import Shape
from server.engine.components import Constraint
from server.engine.enumeration import Contradiction
from server.engine.frontier import Frontier
from server.engine.notation import parse
from server.engine.sight import Sight, sight_of


def frontier(text: str) -> Frontier:
    return Frontier(sight_of(*parse(text)))


def test_r10_exploded_mines_are_taken_off_the_numbers() -> None:
    found = frontier("*2X")
    assert found.constraints == {1: Constraint(1, 1, (0,))}
    assert found.mines == 1
    assert found.undecided == 0b001


def test_what_is_settled_is_taken_off() -> None:
    found = frontier("*2*.\n.2..")
    assert found.constraints[1] == Constraint(1, 2, (0, 2, 4, 6))
    found.settle((4,), (0,))
    assert found.constraints[1] == Constraint(1, 1, (2, 6))
    assert found.constraints[5] == Constraint(5, 1, (2, 6))
    found.settle((6,), (2,))
    assert found.constraints == {}
    assert found.mines == 0
    assert found.undecided == 0b10001000


def test_single_numbers_go_on_until_none_says_more() -> None:
    assert list(frontier("*1.\n.1.").singles()) == []
    found = frontier("*1..\n11..")
    assert list(found.singles()) == [(4, (), (0,)), (5, (2, 6), ())]
    assert list(found.singles()) == []


def test_neighbours_share_an_undecided_cell() -> None:
    found = frontier("1*1.1*1")
    one = found.constraints[0]
    assert found.beside(one) == [found.constraints[2]]
    assert found.beside(found.constraints[2]) == [one, found.constraints[4]]


@pytest.mark.parametrize("number", [3, 2])
def test_a_number_that_cannot_be_met_is_a_contradiction(number: int) -> None:
    sight = Sight(Shape(3, 1), 1, 0b010, bytes([9, number, 9]), exploded=0b001 * (number == 2))
    if number == 3:
        with pytest.raises(Contradiction):
            Frontier(sight)
    else:
        with pytest.raises(Contradiction):
            Frontier(sight).settle((2,), ())

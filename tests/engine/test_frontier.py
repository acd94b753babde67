"""The constraints of a position are its open numbers beside undecided cells."""

import pytest

from server.engine.cells import Shape
from server.engine.components import Constraint
from server.engine.enumeration import Contradiction
from server.engine.frontier import constraints
from server.engine.notation import parse
from server.engine.sight import Sight, sight_of


def test_known_mines_are_taken_off() -> None:
    sight = sight_of(*parse("*2X"))
    assert constraints(sight) == [Constraint(1, 1, (0,))]
    assert constraints(sight, mined=0b1) == []


def test_a_number_that_cannot_be_met_is_a_contradiction() -> None:
    sight = Sight(Shape(3, 1), 3, 0b010, bytes([9, 3, 9]))
    with pytest.raises(Contradiction):
        constraints(sight)

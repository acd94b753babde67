"""Ways to lay a component are counted exactly, and no more than a bound of them is looked at."""

import pytest

from server.engine import enumeration
from server.engine.components import Constraint, split
from server.engine.enumeration import Contradiction, TooMuchWork, possible, tally

CHAIN = [Constraint(0, 1, (1, 2)), Constraint(4, 1, (2, 3)), Constraint(5, 2, (3, 6, 7))]


def test_what_is_certain_and_how_many_mines_there_can_be() -> None:
    [part] = split(CHAIN)
    # 2 mined: 1 and 3 empty, both of 6, 7. Or 1, 3 and one of 6, 7.
    assert possible(part) == ((), (), 0b1000)
    [part] = split(
        [Constraint(0, 1, (1, 2)), Constraint(3, 2, (1, 2, 4)), Constraint(5, 2, (4, 6))]
    )
    assert possible(part) == ((), (6, 4), 0b1000)
    [part] = split([Constraint(0, 1, (1, 2)), Constraint(3, 1, (1, 2, 4))])
    assert possible(part) == ((4,), (), 0b10)


def test_ways_by_number_of_mines() -> None:
    [part] = split(CHAIN)
    counted = tally(part)
    assert counted.ways == [0, 0, 0, 3]
    assert {
        group.cells: ways for group, ways in zip(part.groups, counted.with_mine, strict=True)
    } == {(1,): [0, 0, 0, 2], (2,): [0, 0, 0, 1], (3,): [0, 0, 0, 2], (6, 7): [0, 0, 0, 2]}


def test_what_cannot_be_is_a_contradiction() -> None:
    [part] = split([Constraint(0, 2, (1, 2)), Constraint(3, 1, (1, 2))])
    with pytest.raises(Contradiction):
        possible(part)
    with pytest.raises(Contradiction):
        tally(part)


def test_too_many_states_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    [part] = split(CHAIN)
    with pytest.raises(TooMuchWork):
        possible(part, most=2)
    monkeypatch.setattr(enumeration, "MAX_STATES", 2)
    with pytest.raises(TooMuchWork):
        possible(part)
    with pytest.raises(TooMuchWork):
        tally(part)

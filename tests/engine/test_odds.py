"""Chances are exact: against every layout of small boards, and worked out by hand."""

import pytest

from server.engine import enumeration
from server.engine.cells import Shape
from server.engine.enumeration import Contradiction
from server.engine.notation import parse
from server.engine.odds import count_matters, odds
from server.engine.sight import Sight, sight_of
from tests.engine.exhaustive import sights, truth
from tests.suites.soundness import check_chances


def test_chances_are_those_of_all_layouts() -> None:
    for sight in sights(seed=2, count=200):
        check_chances(sight, truth(sight))


def test_nothing_open_is_mines_over_cells() -> None:
    found = odds(sight_of(*parse("*...\n...*")))
    assert found is not None
    assert set(found.chances.values()) == {0.25}
    assert found.safe == found.mined == 0


def test_mines_beside_the_number_and_elsewhere() -> None:
    # Two mines: one of the three cells beside the 1, and one of the other two.
    found = odds(sight_of(*parse("1*.\n..*")))
    assert found is not None
    assert found.chances == pytest.approx({1: 1 / 3, 3: 1 / 3, 4: 1 / 3, 2: 1 / 2, 5: 1 / 2})


def test_what_is_certain_is_zero_and_one_exactly() -> None:
    found = odds(sight_of(*parse("*1..\n11..")))
    assert found is not None
    assert (found.chances[0], found.chances[2], found.chances[3]) == (1.0, 0.0, 0.0)
    assert (found.safe, found.mined) == (0b11001100, 0b1)


def test_too_much_work_gives_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "MAX_STATES", 1)
    assert odds(sight_of(*parse(".*2*\n1..1"))) is None


@pytest.mark.parametrize(
    "sight",
    [
        Sight(Shape(3, 1), 3, 0b010, bytes([9, 1, 9])),
        Sight(Shape(3, 1), 0, 0b010, bytes([9, 1, 9])),
        Sight(Shape(2, 1), 1, 0b11, bytes([0, 0])),
    ],
)
def test_a_mine_count_that_does_not_fit_is_a_contradiction(sight: Sight) -> None:
    with pytest.raises(Contradiction):
        odds(sight)


def test_the_mine_count_matters_only_at_its_bounds() -> None:
    one_or_two = 0b110
    assert not count_matters([one_or_two, one_or_two], free=4, mines=5)
    assert count_matters([one_or_two, one_or_two], free=4, mines=4)
    assert count_matters([one_or_two, one_or_two], free=3, mines=5)
    assert count_matters([], free=0, mines=0)

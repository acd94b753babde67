"""A reason names the numbers that it needs, and no others where that can be had cheaply."""

import pytest

from server.engine import enumeration, explain
from server.engine.cells import Cells
from server.engine.components import Component, split
from server.engine.enumeration import possible
from server.engine.explain import Found, least_count, least_numbers
from server.engine.frontier import Frontier
from server.engine.notation import parse
from server.engine.sight import sight_of

FIVE_OF_SIX = "1**1\n.33.\n..*1"
"""A long component in which some numbers settle nothing by themselves."""
FAR = ".1*\n.21\n*1."
"""The numbers 1, 4 and 7 settle cell 3; number 5 is in their component too."""


def components(text: str) -> tuple[list[Component], Frontier]:
    frontier = Frontier(sight_of(*parse(text)))
    return split(frontier.constraints.values()), frontier


def explained(text: str) -> Found:
    [part], _ = components(text)
    found = possible(part)
    certain = dict.fromkeys(found.safe, False) | dict.fromkeys(found.mined, True)
    return least_numbers(part, certain)


def counted(text: str) -> Found | None:
    parts, frontier = components(text)
    undecided: Cells = frontier.undecided
    return least_count(parts, undecided, frontier.mines)


def test_numbers_that_say_nothing_more_are_left_out() -> None:
    numbers, safe, mined = explained(FAR)
    assert (sorted(numbers), safe, mined) == ([1, 4, 7], (3,), ())


def test_all_numbers_where_all_are_needed() -> None:
    numbers, safe, mined = explained(FIVE_OF_SIX)
    assert (sorted(numbers), safe, mined) == ([0, 3, 5, 6, 11], (4,), (1,))


def test_a_try_that_would_take_long_leaves_numbers_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "MOST_STATES", 1)
    numbers, safe, mined = explained(FAR)
    assert (sorted(numbers), safe, mined) == ([1, 4, 5, 7], (3,), ())


def test_the_mine_count_with_the_numbers_that_it_needs() -> None:
    assert counted(".*.\n2*2") == ((5,), (0,), ())
    assert counted("1.*\n*.1") == ((0, 5), (1, 4), (2, 3))
    assert counted("1*.\n..*") is None


def test_no_numbers_when_all_mines_are_found() -> None:
    sight = sight_of(*parse("01X.."))
    assert least_count([], Frontier(sight).undecided, 0) == ((), (3, 4), ())


def test_the_mine_count_says_nothing_when_counting_is_too_much_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(enumeration, "MAX_STATES", 1)
    assert counted("1.*\n*.1") is None


def test_many_numbers_are_left_out_component_by_component(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain, "MOST_LEFT_OUT", 1)
    found = counted(".*.\n2*2")
    assert found is not None
    assert sorted(found[0]) == [3, 5]

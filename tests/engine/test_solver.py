"""The solver finds exactly what follows, from easy to hard, and says from which numbers (R5)."""

import pytest

from server.engine import enumeration
from server.engine.cells import Shape, scan
from server.engine.enumeration import Contradiction
from server.engine.notation import parse
from server.engine.sight import Sight, sight_of
from server.engine.solver import RULES, Rule, deduce, first_step
from tests.suites.soundness import check_positions

Told = tuple[Rule, tuple[int, ...], list[int], list[int]]

POSITIONS: dict[str, list[Told]] = {
    # One number: all its hidden cells are mines, or none is.
    "*1\n11": [("single", (1,), [], [0])],
    "X1.": [("single", (1,), [2], [])],
    # Two numbers: the cells of the first are among those of the second, so the rest is safe.
    "*..*.\n11111": [("pair", (5, 6), [2], [])],
    # What that settles lets single numbers go on.
    ".*.*.\n11211": [
        ("pair", (5, 6), [2], []),
        ("single", (7,), [], [1, 3]),
        ("single", (8,), [4], []),
        ("single", (5,), [0], []),
    ],
    # Three numbers around one cell, no two of which say anything.
    ".*2*\n1..1": [("enumeration", (2, 4, 7), [0], [])],
    # Several of these in one component, each with its own numbers; then easier ones again.
    ".*1\n2.2\n2*.\n*3*": [
        ("enumeration", (5, 6, 10), [], [9]),
        ("enumeration", (2, 5, 10), [], [11]),
        ("count", (5,), [0], []),
        ("pair", (2, 3), [], [7]),
        ("single", (6,), [4], []),
        ("single", (10,), [8], []),
        ("single", (2,), [], [1]),
    ],
    # The mine count: alone, and with a number.
    "01X..": [("count", (), [3, 4], [])],
    ".*.\n2*2": [
        ("count", (5,), [0], []),
        ("single", (3,), [], [1, 4]),
        ("single", (5,), [2], []),
    ],
}


def told(text: str) -> list[Told]:
    return [
        (reason.rule, reason.numbers, list(scan(reason.safe)), list(scan(reason.mined)))
        for reason in deduce(sight_of(*parse(text))).reasons
    ]


@pytest.mark.parametrize("text", POSITIONS)
def test_each_rule_with_its_numbers(text: str) -> None:
    assert told(text) == POSITIONS[text]


def test_r5_exactly_what_follows_is_found_and_for_the_right_reasons() -> None:
    reasons = check_positions(seed=1, count=400)["reasons"]
    assert isinstance(reasons, dict)
    assert reasons.keys() == set(RULES)


def test_easier_reasons_come_first_again_after_each_find() -> None:
    rules = [rule for rule, *_ in told("1**1\n.33.\n..*1")]
    assert rules == ["enumeration", "count", "single", "single", "single"]


def test_the_first_step_passes_over_mines_that_are_noted() -> None:
    sight = sight_of(*parse("*1..\n11.."))
    first = first_step(sight)
    assert first is not None
    assert (first.rule, first.mined) == ("single", 0b1)
    after = first_step(sight, noted=0b1)
    assert after is not None
    assert (after.safe, after.mined) == (0b01000100, 0)


def test_a_wrong_note_is_not_believed() -> None:
    sight = sight_of(*parse("*1..\n11.."))
    assert first_step(sight, noted=0b0100) == first_step(sight)


def test_no_step_where_nothing_follows() -> None:
    assert first_step(sight_of(*parse("1*.\n..*"))) is None
    assert deduce(sight_of(*parse("1*.\n..*"))).complete


def test_what_is_too_much_work_is_said_to_be_incomplete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enumeration, "MAX_STATES", 1)
    found = deduce(sight_of(*parse(".*2*\n1..1")))
    assert not found.complete
    assert found.reasons == ()


@pytest.mark.parametrize(
    "sight",
    [
        Sight(Shape(3, 1), 3, 0b010, bytes([9, 3, 9])),
        Sight(Shape(2, 2), 1, 0b0011, bytes([0, 1, 9, 9])),
        Sight(Shape(3, 1), 1, 0b010, bytes([9, 2, 9])),
        Sight(Shape(3, 2), 2, 0b101010, bytes([9, 1, 9, 1, 9, 2])),
    ],
)
def test_what_cannot_be_is_a_contradiction(sight: Sight) -> None:
    with pytest.raises(Contradiction):
        deduce(sight)

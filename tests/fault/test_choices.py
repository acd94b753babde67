"""Scripted players choose by their seed alone, and what they deduce is right."""

import random

from server.engine.levels import LEVELS
from tests.fault.choices import Nature, deduced, pick, settings_of
from tests.suites.picture import Grid

# 4 × 3 cells; the flag stands beside the 1 at its right
FLAGGED = "F1.." + "11.." + "...."
CORNER = ".100" + "1100" + "0000"


def grid(text: str) -> Grid:
    return Grid(4, 3, 1, list(text))


def test_the_same_seed_makes_the_same_moves() -> None:
    moves = [
        [pick(grid(FLAGGED), Nature(), chance) for _ in range(50)]
        for chance in (random.Random(5), random.Random(5), random.Random(6))
    ]
    assert moves[0] == moves[1] != moves[2]
    assert {choice.kind for choice in moves[0]} == {"open", "flag", "chord"}
    assert all(0 <= choice.cell < 12 for choice in moves[0])


def test_a_number_with_all_its_flags_is_chorded() -> None:
    choices = {deduced(grid(FLAGGED), random.Random(seed)) for seed in range(20)}
    assert {choice and choice.kind for choice in choices} == {"chord"}


def test_a_number_with_no_other_place_for_its_mine_is_flagged() -> None:
    choices = [deduced(grid(CORNER), random.Random(seed)) for seed in range(20)]
    assert {tuple(choice) for choice in choices if choice} == {("flag", 0)}


def test_nothing_to_deduce() -> None:
    assert deduced(grid("." * 12), random.Random(1)) is None
    assert pick(grid("1" * 12), Nature(guesses=0, flags=0, nonsense=0), random.Random(1))


def test_rooms_of_all_kinds() -> None:
    kinds = [settings_of(number) for number in range(5)]
    assert {kind["level"] for kind in kinds} <= set(LEVELS)
    assert all(kind["auto_start"] for kind in kinds)
    assert settings_of(5) == settings_of(0)

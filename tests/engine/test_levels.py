"""The six levels with their figures (L1–L6), and the bounds of a custom size."""

from typing import get_args

import pytest

from server.engine.levels import LEVELS, Level, LevelId, SizeError, check_size

FIGURES = [
    ("L1", "beginner", 9, 9, 81, 10),
    ("L2", "intermediate", 16, 10, 160, 25),
    ("L3", "hard", 20, 12, 240, 40),
    ("L4", "expert", 30, 16, 480, 60),
    ("L5", "extreme", 40, 20, 800, 60),
    ("L6", "marathon", 80, 40, 3_200, 240),
]


@pytest.mark.parametrize(("rule", "name", "columns", "rows", "cells", "mines"), FIGURES)
def test_levels_have_their_figures(
    rule: str, name: str, columns: int, rows: int, cells: int, mines: int
) -> None:
    assert LEVELS[name] == Level(name, columns, rows, mines)  # type: ignore[arg-type]
    assert columns * rows == cells
    check_size(columns, rows, mines)


def test_there_are_these_six_and_custom() -> None:
    assert [*LEVELS, "custom"] == list(get_args(LevelId))
    assert list(LEVELS) == [name for _, name, *_ in FIGURES]


@pytest.mark.parametrize(
    ("columns", "rows", "mines"),
    [(5, 5, 1), (5, 5, 16), (100, 60, 5_991), (100, 5, 1), (5, 60, 291)],
)
def test_custom_sizes_at_the_bounds(columns: int, rows: int, mines: int) -> None:
    check_size(columns, rows, mines)


@pytest.mark.parametrize(
    ("columns", "rows", "mines", "what"),
    [
        (4, 9, 1, "columns"),
        (101, 9, 1, "columns"),
        (9, 4, 1, "rows"),
        (9, 61, 1, "rows"),
        (9, 9, 0, "mines"),
        (9, 9, -1, "mines"),
        (5, 5, 17, "mines"),
        (100, 60, 5_992, "mines"),
    ],
)
def test_sizes_that_cannot_be_played(columns: int, rows: int, mines: int, what: str) -> None:
    with pytest.raises(SizeError, match=what):
        check_size(columns, rows, mines)

"""Opened cells on the wire: small, exact, and silent about what was not opened."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Run
from protocol.runs import MAX_DOTS, packed, unpacked

NUMBERS = bytes(cell % 9 for cell in range(120))


def flat(cells: set[int]) -> list[int]:
    """`[start, length, …]` of a set of cells."""
    runs: list[int] = []
    for _, group in groupby(enumerate(sorted(cells)), key=lambda pair: pair[1] - pair[0]):
        stretch = [cell for _, cell in group]
        runs += [stretch[0], len(stretch)]
    return runs


@pytest.mark.parametrize(
    ("opened", "runs"),
    [
        ([], []),
        ([7, 1], [(7, "7")]),
        ([0, 12], [(0, "012345678012")]),
        ([3, 2, 6, 1], [(3, "34.6")]),
        ([0, 1, 1 + MAX_DOTS, 1], [(0, "0........0")]),
        ([0, 1, 2 + MAX_DOTS, 1], [(0, "0"), (10, "1")]),
        ([0, 1, 3, 1, 30, 1, 32, 1], [(0, "0..3"), (30, "3.5")]),
    ],
)
def test_short_gaps_become_dots(opened: list[int], runs: list[Run]) -> None:
    assert packed(opened, NUMBERS) == runs


@given(st.sets(st.integers(0, len(NUMBERS) - 1)))
def test_what_is_unpacked_is_what_was_packed(cells: set[int]) -> None:
    assert list(unpacked(packed(flat(cells), NUMBERS))) == [
        (cell, NUMBERS[cell]) for cell in sorted(cells)
    ]


@given(st.sets(st.integers(0, len(NUMBERS) - 1)), st.integers(0, 8))
def test_r6_runs_depend_on_opened_cells_alone(cells: set[int], other: int) -> None:
    changed = bytes(number if cell in cells else other for cell, number in enumerate(NUMBERS))
    assert packed(flat(cells), changed) == packed(flat(cells), NUMBERS)


def test_a_run_begins_and_ends_with_an_open_cell() -> None:
    for first, text in packed(flat({0, 5, 6, 40, 44, 119}), NUMBERS):
        assert text.strip(".") == text
        assert int(text[0]) == NUMBERS[first]

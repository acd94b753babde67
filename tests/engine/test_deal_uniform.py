"""The generator favours no number and no cell (R3): fixed keys, bounds no fair one would pass.

Chi-square sums are compared with their mean plus six standard deviations.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable
from math import sqrt

import pytest

from server.engine import deal
from server.engine.cells import scan
from tests.engine.naive import around


def key(n: int) -> bytes:
    return hashlib.sha256(b"uniform %d" % n).digest()


def chi_square(counts: Iterable[int], cells: int) -> float:
    """Standard deviations above the mean of a fair generator's chi-square."""
    observed = list(counts)
    expected = sum(observed) / cells
    square = sum((count - expected) ** 2 for count in observed) / expected
    square += (cells - len(observed)) * expected
    return (square - (cells - 1)) / sqrt(2 * (cells - 1))


@pytest.mark.parametrize("n", [2, 3, 10, 81, 100])
def test_r3_numbers_below_n_come_equally_often(n: int) -> None:
    words = deal._words(key(n), b"order")
    counts = Counter(deal._below(words, n) for _ in range(20_000))
    assert set(counts) <= set(range(n))
    assert abs(chi_square(counts.values(), n)) < 6


@pytest.mark.parametrize(
    ("words", "n", "number"),
    [
        pytest.param([2**32 - 1, 7], 10, 7, id="the incomplete last ten is passed over"),
        pytest.param([2**32 - 6, 2**32 - 7], 10, 9, id="up to where it begins"),
        pytest.param([2**32 - 1], 16, 15, id="a divisor of 2³² wastes no word"),
        pytest.param([2**32 - 1, 2**32 - 1, 0], 3, 0, id="as often as need be"),
        pytest.param([123], 1, 0, id="below 1 takes a word too"),
    ],
)
def test_r3_rejection_keeps_the_remainders_equal(words: list[int], n: int, number: int) -> None:
    rest = iter([*words, 99])
    assert deal._below(rest, n) == number
    assert list(rest) == [99]


@pytest.mark.parametrize(
    ("columns", "rows", "tap"), [(9, 9, 40), (9, 9, 0), (5, 5, 2), (16, 10, 159)]
)
def test_g4_r3_mines_fall_on_all_cells_outside_the_square_alike(
    columns: int, rows: int, tap: int
) -> None:
    size = columns * rows
    counts = Counter(
        cell
        for n in range(1_500)
        for cell in scan(deal.layout(1, key(n), columns, rows, size // 8, tap))
    )
    open_to_mines = set(range(size)) - {tap, *around(columns, rows, tap)}
    assert set(counts) == open_to_mines
    assert chi_square(counts.values(), len(open_to_mines)) < 6


def test_r1_start_cells_are_drawn_from_the_whole_board() -> None:
    counts = Counter(deal.start_cell(1, key(n), 9, 9) for n in range(8_100))
    assert set(counts) == set(range(81))
    assert abs(chi_square(counts.values(), 81)) < 6


def test_r3_start_and_order_do_not_follow_one_another() -> None:
    agree = 0
    for n in range(2_000):
        first = next(deal._words(key(n), b"order")) % 9
        agree += first == next(deal._words(key(n), b"start")) % 9
    assert 140 < agree < 310

"""Sets of cells as ints: scanning, runs, shifting, and the borders (G2, G4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.engine import cells as c
from server.engine.cells import Shape
from tests.engine.naive import around

some_cells = st.sets(st.integers(0, 300))
shapes = st.builds(Shape, st.integers(1, 9), st.integers(1, 9))


def test_a_shape_is_columns_by_rows() -> None:
    assert Shape(80, 40).size == 3_200
    assert c.everything(Shape(3, 2)) == 0b111111


def test_single_cells() -> None:
    assert c.bit(0) == 1
    assert list(c.scan(c.bit(3_199))) == [3_199]
    assert list(c.scan(0)) == []


@given(some_cells)
def test_scan_gives_the_cells_ascending(chosen: set[int]) -> None:
    assert list(c.scan(c.from_cells(chosen))) == sorted(chosen)


@pytest.mark.parametrize(
    ("chosen", "runs"),
    [
        ([], []),
        ([0], [0, 1]),
        ([7, 8, 9], [7, 3]),
        ([0, 1, 3, 9, 10], [0, 2, 3, 1, 9, 2]),
        (range(3_200), [0, 3_200]),
    ],
)
def test_runs(chosen: list[int], runs: list[int]) -> None:
    assert c.to_runs(c.from_cells(chosen)) == runs
    assert c.from_runs(runs) == c.from_cells(chosen)


@given(some_cells)
def test_runs_read_back_as_the_same_cells(chosen: set[int]) -> None:
    cells = c.from_cells(chosen)
    assert c.from_runs(c.to_runs(cells)) == cells


@pytest.mark.parametrize(
    "runs",
    [[3], [0, 1, 5], [0, 0], [2, -1], [-1, 2], [5, 2, 1, 1], [0, 3, 2, 4], [0, 3, 3, 1]],
    ids=["odd", "odd 2", "empty", "negative", "before 0", "backwards", "overlap", "touching"],
)
def test_nonsense_is_not_read_as_runs(runs: list[int]) -> None:
    with pytest.raises(ValueError):
        c.from_runs(runs)


@given(shapes)
def test_g2_g4_the_square_is_a_cell_with_its_neighbours(shape: Shape) -> None:
    for cell in range(shape.size):
        near = c.square(shape, cell) ^ c.bit(cell)
        assert list(c.scan(near)) == around(*shape, cell)


@given(shapes)
def test_g2_neighbours_are_listed_for_every_cell(shape: Shape) -> None:
    expected = [tuple(around(*shape, cell)) for cell in range(shape.size)]
    assert list(c.neighbours(shape)) == expected


def test_g2_edge_cells_have_five_neighbours_and_corners_three() -> None:
    shape = Shape(9, 9)
    near = [c.square(shape, cell) ^ c.bit(cell) for cell in range(shape.size)]
    assert [near[cell].bit_count() for cell in (0, 8, 72, 80)] == [3, 3, 3, 3]
    assert [near[cell].bit_count() for cell in (4, 36, 44, 76)] == [5, 5, 5, 5]
    assert near[40].bit_count() == 8


@given(shapes, st.data())
def test_growth_and_shifts_stay_on_the_board(shape: Shape, data: st.DataObject) -> None:
    chosen = data.draw(st.sets(st.integers(0, shape.size - 1)))
    cells = c.from_cells(chosen)
    near = {other for cell in chosen for other in around(*shape, cell)}
    assert set(c.scan(c.grown(shape, cells))) == chosen | near
    moved = [set(c.scan(part)) for part in c.shifted(shape, cells)]
    assert set().union(*moved) == near
    for cell in range(shape.size):
        assert sum(cell in part for part in moved) == len(chosen & set(around(*shape, cell)))


def test_connected_cells_are_reached_by_all_eight_ways_and_never_round_the_border() -> None:
    shape = Shape(4, 4)
    island = c.from_cells([0, 5, 8])
    far = c.from_cells([3, 7])
    assert c.connected(shape, c.bit(0), island | far) == island
    assert c.connected(shape, c.bit(1), island | far) == 0

"""Fields: all numbers at once say what each says alone, borders included."""

from random import Random

from server.engine.cells import Shape, from_cells, scan
from server.engine.sweep import DISTANCES, beside, gather, grown, lattice, marked, spread, total
from tests.engine.naive import around

SHAPES = [Shape(1, 1), Shape(1, 6), Shape(6, 1), Shape(2, 5), Shape(3, 3), Shape(7, 4)]


def drawn(dice: Random, shape: Shape) -> set[int]:
    return {cell for cell in range(shape.size) if dice.random() < 0.3}


def test_marks_and_sets_are_the_same_cells() -> None:
    for cells in (0, 1, 0b1011, 1 << 3199):
        assert gather(spread(cells)) == cells
    assert spread(0b1011) == marked([0, 1, 3]) == 0x1011


def test_sums_and_growth_stay_inside_the_borders() -> None:
    dice = Random(1)
    for shape in SHAPES * 10:
        table, cells = lattice(shape), drawn(dice, shape)
        marks = spread(from_cells(cells))
        sums = total(table, marks) & table.ones * 15
        wider = set(scan(gather(grown(table, marks) & table.ones)))
        for cell in range(shape.size):
            square = {cell, *around(*shape, cell)}
            assert sums >> 4 * cell & 15 == len(square & cells)
            assert (cell in wider) == bool(square & cells)


def test_what_is_beside_one_number_alone() -> None:
    dice = Random(2)
    for shape in SHAPES * 5:
        table = lattice(shape)
        for down, right in [*DISTANCES, *((-down, -right) for down, right in DISTANCES)]:
            chosen, expected = set(), set()
            for cell in drawn(dice, shape):
                row, column = divmod(cell, shape.columns)
                other = (row + down) * shape.columns + column + right
                if 0 <= row + down < shape.rows and 0 <= column + right < shape.columns:
                    chosen.add(cell)
                    alone = set(around(*shape, cell)) - set(around(*shape, other))
                    expected |= alone - {other}
            found = set(
                scan(gather(beside(table, spread(from_cells(chosen)), down, right) & table.ones))
            )
            assert found - chosen == expected - chosen


def test_every_distance_with_two_common_neighbours_is_there() -> None:
    shape = Shape(9, 9)
    centre = set(around(*shape, 40))
    far = {
        (row - 4, column - 4)
        for row in range(4, 9)
        for column in range(9)
        if (row, column) > (4, 4) and len(centre & set(around(*shape, 9 * row + column))) > 1
    }
    assert far == set(DISTANCES)

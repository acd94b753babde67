"""Numbers that share hidden cells are in one component, others are not."""

from server.engine.components import Constraint, split


def test_numbers_without_a_common_cell_are_apart() -> None:
    one, two, three = Constraint(0, 1, (1, 2)), Constraint(5, 1, (6, 7)), Constraint(9, 1, (7, 8))
    parts = split([one, two, three])
    assert sorted(sorted(part.constraints) for part in parts) == [[one], [two, three]]


def test_cells_beside_the_same_numbers_are_one_group() -> None:
    [part] = split([Constraint(0, 1, (1, 2, 3)), Constraint(4, 1, (2, 3, 5))])
    assert sorted(group.cells for group in part.groups) == [(1,), (2, 3), (5,)]

"""The solver finds exactly what follows: against every layout of small boards (R5)."""

from server.engine.solver import deduce
from tests.engine.exhaustive import sights, truth


def test_r5_exactly_what_follows_is_found() -> None:
    for sight in sights(seed=1, count=400):
        expected = truth(sight)
        found = deduce(sight)
        assert (found.safe, found.mined) == (expected.safe, expected.mined), sight
        assert found.complete

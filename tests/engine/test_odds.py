"""Chances are exact: against every layout of small boards."""

import pytest

from server.engine.odds import odds
from tests.engine.exhaustive import sights, truth


def test_chances_are_those_of_all_layouts() -> None:
    for sight in sights(seed=2, count=400):
        expected, found = truth(sight), odds(sight)
        assert found is not None
        assert found.chances == pytest.approx(expected.chances, abs=1e-9, rel=0)
        assert (found.safe, found.mined) == (expected.safe, expected.mined), sight

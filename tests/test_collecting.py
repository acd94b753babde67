"""The collector rests while the program comes in, and looks rarely afterwards."""

import gc
from collections.abc import Iterator

import pytest

from server.collecting import FULL_ROUNDS, ROUNDS, YOUNG_OBJECTS, settle, uncollected


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """As it was before, whatever a test does."""
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.enable()
    gc.unfreeze()


def test_it_rests_in_the_block_and_what_came_in_is_not_looked_at() -> None:
    with uncollected():
        assert not gc.isenabled()
        brought = [[]]  # type: list[list[object]]
        brought[0].append(brought)
    assert gc.isenabled()
    assert not any(found is brought for found in gc.get_objects())


def test_it_goes_on_after_a_failure_and_nothing_is_frozen() -> None:
    frozen = gc.get_freeze_count()
    with pytest.raises(ImportError), uncollected():
        raise ImportError("server.nothing")
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_one_that_was_off_stays_off() -> None:
    gc.disable()
    with uncollected():
        pass
    assert not gc.isenabled()


def test_a_settled_process_looks_rarely_and_not_at_what_stays() -> None:
    gc.unfreeze()
    settle()
    assert gc.get_threshold() == (YOUNG_OBJECTS, ROUNDS, FULL_ROUNDS)
    assert gc.get_freeze_count() > 10_000

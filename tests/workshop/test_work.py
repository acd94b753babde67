"""The first certified key is found, and its certificate is that of the engine (R5)."""

import pytest

from server.engine.board import make_board
from server.engine.cells import Shape
from server.engine.certificate import certify
from server.engine.deal import layout, start_cell
from server.workshop.tasks import Found
from server.workshop.work import certificate_of, perform
from tests.workshop.keys import BAD, BROKEN, GOOD, beginner


def test_r5_the_first_certified_key_is_found() -> None:
    found = perform(beginner(BAD[0], BAD[1], GOOD[0], GOOD[1]))
    assert found == Found(index=2, certificate=certificate_of(GOOD[0], 9, 9, 10))
    assert perform(beginner(*BAD)) == Found(index=None, certificate=None)
    assert perform(beginner()) == Found(index=None, certificate=None)


@pytest.mark.parametrize("key", GOOD[:5])
def test_r5_a_certificate_says_what_the_solver_says(key: bytes) -> None:
    start = start_cell(1, key, 9, 9)
    solved = certify(make_board(Shape(9, 9), layout(1, key, 9, 9, 10, start)), start)
    told = certificate_of(key, 9, 9, 10)
    assert solved is not None
    assert told is not None
    assert (told.difficulty, told.steps) == (solved.difficulty, solved.steps)
    assert {rule: getattr(told, rule) for rule in solved.rules} == solved.rules


def test_what_is_no_task_fails() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        perform(BROKEN)

"""The first certified key is found, and its certificate is that of the engine (R5)."""

import pytest

from server.engine.advice import advise
from server.engine.board import make_board
from server.engine.cells import Shape, from_cells, to_runs
from server.engine.certificate import certify
from server.engine.deal import layout, start_cell
from server.engine.play import NEW, Play, open_cell
from server.engine.sight import sight_of
from server.race.insight import insight
from server.workshop.pipe import Order, Reply, read_order, read_reply, written
from server.workshop.tasks import Advise, Advised, Found, LookBack, LookedBack
from server.workshop.work import certificate_of, perform
from tests.race.stories import running
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


def test_r17_advice_is_that_of_the_engine() -> None:
    board = make_board(Shape(8, 5), from_cells([1, 20, 31, 35, 38, 39]))
    opened = open_cell(board, NEW, 17).opened
    sight = sight_of(board, Play(opened, 0, 0))
    for flagged in (0, from_cells([35])):
        task = Advise(
            columns=8,
            rows=5,
            mines=6,
            opened=to_runs(opened),
            numbers=sight.numbers,
            flagged=to_runs(flagged),
        )
        told, found = perform(task), advise(sight, flagged)
        assert isinstance(told, Advised)
        assert found is not None
        assert (told.rule, tuple(told.numbers)) == (found.rule, found.numbers)
        assert (from_cells(told.safe), from_cells(told.mined)) == (found.safe, found.mined)
        assert (told.cell, told.risk) == (found.cell, found.risk)


def test_r17_where_nothing_is_hidden_there_is_no_advice() -> None:
    task = Advise(columns=5, rows=5, mines=0, opened=[0, 25], numbers=bytes(25), flagged=[])
    assert perform(task) == Advised(rule=None)


def test_a_look_back_is_the_same_in_every_process() -> None:
    """Through both pipes: the race of facts, and what was seen in it."""
    story = running().tell("3500 A open 5\n4000 A flag 1\n5000 A open 20\n6000 B gives_up")
    order = read_order(written(Order(1, LookBack(events=story.log))))
    reply = read_reply(written(Reply(1, perform(order.task))))
    assert reply.answer == LookedBack(insight=insight(story.log))

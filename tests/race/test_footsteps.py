"""A log as steps: what was played, when, and on what knowledge."""

import pytest

from server.engine.cells import bit
from server.race.evolve import BrokenLog
from server.race.footsteps import walked
from tests.race.stories import running


def test_steps_know_their_time_and_what_was_done_before() -> None:
    """G11: a pause is no time; G18: a move may change nothing."""
    story = running("A").tell(
        """
        3400 A flag 1
        3500 A pause
        9500 A resume
        9600 A open 0
        9700 A open 0
        9800 A chord 8
        9900 A gives_up
        """
    )
    steps = walked(story.log).walks["A"]
    assert [(step.move.n, step.at_ms, step.free_at_ms) for step in steps] == [
        (1, 400, 400),
        (2, 600, 600),
        (3, 700, 700),
        (4, 800, 800),
    ]
    assert [step.useful for step in steps] == [True, True, False, False]
    assert [step.opened for step in steps] == [False, True, False, False]
    assert not steps[0].before.flagged
    assert steps[1].before.flagged == bit(1)
    assert steps[2].before.opened == steps[1].before.opened | bit(0)


def test_r10_a_penalty_lasts_until_the_next_move_can_be_made() -> None:
    story = running("A", "penalty").tell("4000 A open 1\n14000 A open 0\n15000 A gives_up")
    hit, after = walked(story.log).walks["A"]
    assert (hit.at_ms, hit.free_at_ms, after.at_ms) == (1_000, 11_000, 11_000)
    assert hit.move.hit == [1]
    assert after.before.exploded == bit(1)


def test_r1_everybody_begins_with_what_the_start_has_done() -> None:
    seen = walked(running("A B").tell("4000 A clears\n5000 B gives_up").log)
    assert seen.done == 1
    assert list(seen.walks["B"]) == []
    assert list(seen.reached["B"]) == []
    assert seen.reached["A"][-1] == (1_000, 8)
    assert seen.race.phase == "finished"


@pytest.mark.parametrize("told", ["", "4000 A open 1"])
def test_r6_only_a_finished_race_is_looked_back_at(told: str) -> None:
    with pytest.raises(BrokenLog, match="finished"):
        walked(running().tell(told).log)
    with pytest.raises(BrokenLog, match="finished"):
        walked([])

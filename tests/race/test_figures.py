"""How racers did, in figures: a table of stories."""

import pytest

from server.race.figures import Figures, Stall, figures
from server.race.footsteps import walked
from tests.race.stories import Story, running


def line_of(story: Story, player: str = "A") -> Figures:
    return next(line for line in figures(walked(story.log)) if line.placing.player == player)


@pytest.mark.parametrize(
    ("settings", "told", "stall"),
    [
        ("small", "3500 A open 0\n9000 A open 5\n9100 A gives_up", Stall(500, 6_000)),
        ("small", "7000 A open 0\n7100 A gives_up", Stall(0, 4_000)),
        ("small", "3500 A open 0\n8000 A gives_up", Stall(500, 5_000)),
        # what changes nothing does not end it (G18), a flag does (G5)
        ("small", "3500 A open 0\n4000 A open 0\n5000 A gives_up", Stall(500, 2_000)),
        ("small", "3500 A open 0\n4200 A flag 1\n4800 A gives_up", Stall(500, 1_200)),
        # the first of equal ones; the penalty is left out (R10)
        ("small", "3500 A open 0\n4000 A gives_up", Stall(0, 500)),
        ("penalty", "3500 A open 1\n13600 A open 0\n13700 A gives_up", Stall(0, 500)),
        ("small", "3000 A gives_up", None),
    ],
)
def test_the_longest_stall(settings: str, told: str, stall: Stall | None) -> None:
    assert line_of(running("A", settings).tell(told)).stall == stall


def test_g18_wasted_moves_are_those_that_change_nothing() -> None:
    story = running("A").tell(
        """
        3100 A open 17
        3200 A chord 9
        3300 A flag 1
        3400 A open 1
        3500 A open 0
        3600 A gives_up
        """
    )
    line = line_of(story)
    assert (line.placing.clicks, line.wasted) == (5, 3)


def test_r7_progress_is_written_where_it_changes() -> None:
    """Of the 3BV of 8 the start has done one."""
    story = running("A B").tell("3400 A open 5\n3500 A flag 1\n3600 A open 0\n4000 A gives_up")
    story.tell("4100 B gives_up")
    assert line_of(story).progress == [(0, 12), (400, 25), (600, 37)]
    assert line_of(story, "B").progress == [(0, 12)]
    assert [line.placing.place for line in figures(walked(story.log))] == [1, 2]


def test_r2_without_a_first_tap_there_is_no_progress() -> None:
    story = running("A B", "own").tell("3400 A open 17\n3500 A gives_up\n3600 B gives_up")
    assert line_of(story).progress[0] == (0, 0)
    assert line_of(story).progress[1][0] == 400
    assert line_of(story, "B").progress == [(0, 0)]

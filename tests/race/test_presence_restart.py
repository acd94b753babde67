"""What becomes of a running race and its pauses when the server was down (R13, R14, R17)."""

from server.race.state import elapsed_ms
from tests.race.stories import running


def test_r13_r14_a_pause_that_nobody_sees_ends_when_somebody_is_back() -> None:
    story = running("A B").tell(
        """
        4000 A pause
        4000 B pause
        5000 away A
        300000 away B
        604000 tick     -> -
        700000 back A   -> came_back A
        700000 tick     -> resumed
        """
    )
    assert story.race.paused_at is None


def test_r14_after_a_restart_nobody_is_there_and_the_clock_waits() -> None:
    story = running("A B C").tell(
        """
        3500 C gives_up
        4000 away B
        5000 interrupt -> interrupted, went_away A, went_away C, paused
        5000 A open 5  -> !paused
        5000 A pause   -> -
        """
    )
    assert story.race.interrupted
    story.tell("604999 tick -> -")
    story.tell(
        """
        605000 tick -> ended A idle 2000, ended B idle 2000, finished unranked 1:A 1:B 1:C
        """
    )


def test_r14_after_a_restart_the_first_racer_who_is_back_sets_the_clock_going() -> None:
    story = running("A B C D").tell(
        """
        3500 D gives_up
        5000 interrupt
        9000 back D     -> came_back D               ; who is not racing any more starts nothing
        10000 back A    -> came_back A, resume_set 15000
        11000 back B    -> came_back B
        15000 A open 5  -> resumed, moved A +13
        """
    )
    assert elapsed_ms(story.race, 15_000) == 2000
    assert story.race.pauses_ms == 0
    assert story.race.racers["C"].away_since == 15_000


def test_r14_r17_when_all_are_back_after_a_restart_the_clock_goes_on_at_once() -> None:
    running("A").tell("5000 interrupt\n9000 back A -> came_back A, resumed")
    running("A B").tell(
        """
        5000 interrupt
        9000 back A -> came_back A, resume_set 14000
        9500 back B -> came_back B, resumed
        """
    )


def test_r13_r14_a_pause_that_was_asked_for_outlasts_a_restart() -> None:
    running("A B").tell(
        """
        4000 A pause
        4000 B pause
        5000 interrupt  -> interrupted, went_away A, went_away B
        5001 back A     -> came_back A
        5002 back B     -> came_back B
        6000 A resume   -> wants_on A, resume_set 9000
        7000 interrupt  -> interrupted, went_away A, went_away B, resumed, paused
        8000 interrupt  -> interrupted
        9000 back A     -> came_back A, resume_set 14000
        9001 interrupt  -> interrupted, went_away A, resumed, paused
        9002 back B     -> came_back B, resume_set 14002
        14002 tick      -> resumed
        """
    )

"""What follows an end: cutoff, pause, finish, in one decision (R11, R13)."""

from server.race.endings import end
from server.race.events import CutoffSet, Finished, PauseAsked, RacerEnded
from tests.race.stories import running


def test_r11_r13_the_first_finisher_sets_the_cutoff_and_no_wish_for_a_pause_is_left() -> None:
    story = running("A B C").tell("3500 B pause\n3600 C pause")
    assert end(story.race, 63_000, ["A"], "cleared") == (
        RacerEnded(at=63_000, player="A", outcome="cleared", time_ms=60_000),
        CutoffSet(at=63_000, elapsed_ms=90_000),
        PauseAsked(at=63_000, player="B", want=False),
        PauseAsked(at=63_000, player="C", want=False),
    )


def test_r13_r17_the_last_one_racing_is_not_paused_unasked() -> None:
    story = running("A B")
    ended = RacerEnded(at=4000, player="A", outcome="left", time_ms=1000)
    assert end(story.race, 4000, ["A"], "left") == (ended,)


def test_r11_several_can_end_at_once_and_the_last_of_them_finishes_the_race() -> None:
    story = running("A B C").tell("3500 A gives_up")
    ended_b, ended_c, finished = end(story.race, 5000, ["B", "C"], "idle")
    assert isinstance(ended_b, RacerEnded)
    assert isinstance(ended_c, RacerEnded)
    assert (ended_b.player, ended_c.player) == ("B", "C")
    assert isinstance(finished, Finished)
    assert [line.outcome for line in finished.placings] == ["gave_up", "idle", "idle"]


def test_r11_what_happened_first_counts() -> None:
    # The move that clears the board comes before the end, and with its progress.
    story = running("A").tell("4000 A clears")
    kinds = [type(event).__name__ for event in story.log[-3:]]
    assert kinds == ["Moved", "RacerEnded", "Finished"]
    assert story.race.placings[0].progress == 100

"""Practice (R17): alone, hints from one's own sight, a mine taken back; nothing of it counts."""

import pytest

from server.race import commands as c
from server.race import events as e
from server.race.decide import deadline
from server.race.settings import IDLE_MS
from server.race.state import elapsed_ms, stuck
from tests.race.stories import RACE, lobby, running


def test_r17_only_one_racer_can_start_practice() -> None:
    story = lobby("A B", "practice").tell("10 start -> !practice_alone")
    story.tell("11 start anyway -> !practice_alone")
    story.tell("12 away B\n13 start -> left B, dealt, countdown 3013\n3013 tick")
    assert set(story.race.racers) == {"A"}
    assert story.race.phase == "running"


def test_r17_a_mine_ends_nothing_and_undo_puts_the_play_back() -> None:
    story = running("A", "practice").tell("3100 A open 0\n3200 A flag 5")
    before = story.race.racers["A"]
    story.tell("3500 A open 20 -> moved A x20")
    there = story.race.racers["A"]
    assert stuck(story.race, there)
    assert there.play.exploded == 1 << 20
    story.tell(
        """
        3600 A open 28  -> !stuck
        3601 A#3 open 28 -> !repeated
        3602 A asks     -> !stuck
        4000 A undoes   -> undone A x20
        4001 A undoes   -> !nothing_to_undo
        4002 A open 28  -> moved A +1
        """
    )
    after = story.race.racers["A"]
    assert after.play.exploded == 0
    assert after.play.opened == before.play.opened | 1 << 28
    assert after.play.flagged == before.play.flagged
    assert (after.n, after.clicks, after.undone, after.outcome) == (4, 4, 1, None)
    assert not stuck(story.race, after)


def test_r17_g17_undo_closes_what_a_losing_chord_has_opened_too() -> None:
    story = running("A", "practice").tell("3100 A open 29\n3101 A open 30")
    # A 3 with the mines 31, 38 and 39, and three flags beside it that are all wrong.
    story.tell("3102 A flag 21\n3103 A flag 22\n3104 A flag 23")
    before = story.race.racers["A"]
    story.tell("3106 A chord 30 -> moved A +1 x31 x38 x39")
    assert story.race.racers["A"].done > before.done
    story.tell("3200 A undoes -> undone A -1 x31 x38 x39")
    after = story.race.racers["A"]
    assert (after.play, after.done) == (before.play, before.done)
    assert after.done_at_ms == 200


def test_r17_practice_takes_the_place_of_the_penalty() -> None:
    running("A", "practice penalty").tell(
        "3100 A open 1 -> moved A x1\n3101 A open 5 -> !stuck\n3102 A undoes -> undone A x1"
    )


def test_r17_giving_up_on_a_mine_ends_the_race() -> None:
    story = running("A", "practice").tell(
        """
        3100 A open 1
        3200 A gives_up -> ended A gave_up 200, finished unranked 1:A
        3300 A undoes   -> !race_over
        3300 A asks     -> !race_over
        """
    )
    assert not stuck(story.race, story.race.racers["A"])


def test_r17_hints_are_deductions_and_are_counted() -> None:
    story = running("A", "practice").tell(
        """
        3100 A asks   -> hinted A single 26: 35 mined
        3200 A flag 35
        3300 A asks   -> hinted A pair 8+9: 2 safe
        """
    )
    assert story.race.racers["A"].hints == 2
    assert story.race.racers["A"].clicks == 1


def test_r17_without_advice_a_hint_only_asks_whether_it_is_allowed() -> None:
    story = running("A", "practice own").tell(
        "3100 A asks -> !first_tap_needed\n3101 A open 17\n3102 A asks"
    )
    assert story.give(c.Hint("A", RACE, None), 3103) == "-"
    assert story.race.racers["A"].hints == 1


@pytest.mark.parametrize("wish", ["undoes", "asks"])
def test_r17_practice_s_wishes_are_refused_with_the_first_reason_that_holds(wish: str) -> None:
    running("A B").tell(f"3100 A {wish} -> !not_practice\n3100 A {wish} OTHER -> !stale_race")
    running("A", "practice").tell(
        f"3100 X {wish} -> !not_racing\n3200 A pause\n3300 A {wish} -> !paused"
    )


def test_r13_r17_one_can_pause_on_a_mine() -> None:
    story = running("A", "practice").tell(
        """
        3100 A open 1
        3200 A pause    -> wants_pause A, paused
        3300 A undoes   -> !paused
        9200 A resume
        9300 A open 5   -> !stuck
        9400 A undoes   -> undone A x1
        """
    )
    assert elapsed_ms(story.race, 9400) == 400


def test_r14_r17_a_hint_and_an_undo_are_signs_of_life() -> None:
    story = running("A", "practice").tell("300000 A asks")
    assert deadline(story.race) == 300_000 + IDLE_MS
    story.tell("300001 A open 1")
    story.tell("400000 A undoes")
    assert deadline(story.race) == 400_000 + IDLE_MS
    story.tell("500000 A open 1\n1100000 tick -> ended A idle 1097000, finished unranked 1:A")


def test_r14_r17_a_restart_on_a_mine_leaves_the_racer_on_it() -> None:
    running("A", "practice").tell(
        """
        3100 A open 1
        5100 interrupt -> interrupted, went_away A, paused
        5200 back A    -> came_back A, resumed
        5300 A open 5  -> !stuck
        5400 A undoes  -> undone A x1
        """
    )


def test_r16_r17_practice_is_never_ranked_and_its_figures_are_facts() -> None:
    story = running("A", "practice beginner").tell("3050 A asks")
    board = story.race.board
    assert board is not None
    mine = board.mines.bit_length() - 1
    story.tell(f"3100 A open {mine}\n3200 A undoes\n4000 A clears")
    finished = story.log[-1]
    assert isinstance(finished, e.Finished)
    assert not finished.ranked
    (line,) = finished.placings
    assert (line.outcome, line.hints, line.undone) == ("cleared", 1, 1)


def test_r10_outside_practice_a_survived_mine_is_nothing_to_take_back() -> None:
    story = running("A", "penalty").tell("3100 A open 1\n13100 A open 5 -> moved A +13")
    assert not stuck(story.race, story.race.racers["A"])

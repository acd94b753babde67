"""Pause by agreement (R13), giving up, leaving, going away and coming back (R14)."""

from server.race import commands as c
from server.race.state import elapsed_ms
from tests.race.stories import lobby, running


def test_r13_a_pause_begins_when_all_still_racing_want_it_and_ends_with_a_lead_in() -> None:
    story = running("A B C").tell(
        """
        4000 C open 1   -> moved C x1, ended C out 1000
        5000 A pause    -> wants_pause A
        5001 A pause    -> -
        5002 C pause    -> !already_ended
        5003 X pause    -> !not_racing
        5004 A pause OTHER -> !stale_race
        6000 B pause    -> wants_pause B, paused
        6001 A open 5   -> !paused
        """
    )
    assert story.race.paused_at == 6000
    assert elapsed_ms(story.race, 50_000) == 3000
    story.tell(
        """
        60000 B resume  -> wants_on B, resume_set 63000
        60001 A resume  -> -       ; it is already under way
        60001 B pause   -> -       ; and cannot be called back
        62999 A open 5  -> !paused
        63000 tick      -> resumed
        63000 A open 5  -> moved A +13
        """
    )
    race = story.race
    assert elapsed_ms(race, 63_000) == 3000
    assert (race.paused_at, race.resume_at, race.paused_ms) == (None, None, 57_000)
    assert not any(racer.wants_pause for racer in race.racers.values())
    assert race.racers["A"].done_at_ms == 3000


def test_r13_a_wish_can_be_taken_back() -> None:
    running("A B").tell(
        """
        4000 A pause  -> wants_pause A
        4001 A resume -> wants_on A
        4002 A resume -> -
        4003 B pause  -> wants_pause B
        """
    )


def test_r13_r17_alone_a_pause_is_immediate_both_ways_and_unranked() -> None:
    story = running("A", "beginner").tell(
        """
        4000 A pause    -> wants_pause A, paused
        9000 A resume   -> wants_on A, resumed
        9500 A clears
        """
    )
    assert story.race.racers["A"].time_ms == 1500
    assert story.race.phase == "finished"
    assert not story.race.ranked


def test_r13_an_end_never_begins_a_pause_the_others_can_ask_again() -> None:
    running("A B C").tell(
        """
        4000 A pause    -> wants_pause A
        4000 B pause    -> wants_pause B
        5000 C open 1   -> moved C x1, ended C out 2000, wants_on A, wants_on B
        5001 A pause    -> wants_pause A
        5002 B pause    -> wants_pause B, paused
        """
    )
    running("A B").tell(
        """
        4000 A pause
        5000 leave B    -> ended B left 2000, wants_on A
        5001 A pause    -> wants_pause A, paused
        """
    )


def test_r13_an_end_leaves_wishes_that_not_everybody_shares() -> None:
    running("A B C").tell(
        """
        4000 A pause
        5000 C gives_up -> ended C gave_up 2000
        5001 B pause    -> wants_pause B, paused
        """
    )


def test_r11_r13_after_the_first_finisher_nobody_pauses() -> None:
    # A straggler's pause would hold up all the others, and take the winner's time off the lists.
    story = running("A B C", "beginner").tell(
        """
        3500 B pause
        9000 A clears
        9001 B pause    -> !too_late_to_pause
        9001 B resume   -> -
        9002 C pause    -> !too_late_to_pause
        """
    )
    assert not story.race.racers["B"].wants_pause
    story.tell("39000 tick")
    assert story.race.phase == "finished"
    assert story.race.ranked


def test_r13_all_pauses_of_several_racers_together_last_ten_minutes() -> None:
    story = running("A B").tell(
        """
        4000 A pause
        4000 B pause      -> wants_pause B, paused
        104000 A resume   -> wants_on A, resume_set 107000
        107000 A pause    -> resumed, wants_pause A
        108000 B pause    -> wants_pause B, paused
        604999 tick       -> -
        605000 tick       -> resumed
        605001 A pause    -> !pauses_used_up
        """
    )
    assert story.race.paused_ms == 600_000


def test_r13_the_tenth_minute_ends_a_lead_in_too() -> None:
    running("A B").tell(
        """
        4000 A pause
        4000 B pause
        602000 A resume -> wants_on A, resume_set 605000
        604000 tick     -> resumed
        """
    )


def test_r13_who_is_out_does_not_wait_for_the_last_one_s_pause_for_ever() -> None:
    running("A B", "no_limit").tell(
        """
        4000 A open 1   -> moved A x1, ended A out 1000
        5000 B pause    -> wants_pause B, paused
        605000 tick     -> resumed
        """
    )


def test_r13_r17_a_race_of_one_pauses_without_limit() -> None:
    story = running("A").tell("4000 A pause\n99999999 tick -> -\n99999999 A resume")
    assert story.race.paused_at is None
    story.tell("100000000 A pause -> wants_pause A, paused")


def test_r15_whom_the_host_removes_has_not_left() -> None:
    story = running("A B").tell("3500 A open 5")
    assert story.give(c.Leave("A", removed=True), 4000) == "ended A removed 1000"
    story.tell("5000 B gives_up -> ended B gave_up 2000, finished unranked 1:B 2:A")


def test_r13_whose_race_has_ended_wants_no_pause_any_more() -> None:
    race = running("A B").tell("4000 A pause\n5000 A open 1").race
    assert race.racers["A"].outcome == "out"
    assert not race.racers["A"].wants_pause


def test_r13_in_a_pause_one_can_give_up_or_leave_and_the_clock_stands() -> None:
    story = running("A B C").tell(
        """
        4000 A pause
        4000 B pause
        4000 C pause      -> wants_pause C, paused
        8000 A gives_up   -> ended A gave_up 1000
        8100 A gives_up   -> !already_ended
        9000 leave B      -> ended B left 1000
        9500 C resume     -> wants_on C, resumed  ; alone by now
        9600 C gives_up   -> ended C gave_up 1100, finished unranked 1:A 1:B 1:C
        """
    )
    assert elapsed_ms(story.race, 99_999) == 1100


def test_r13_the_lead_in_outlives_who_asked_for_it() -> None:
    running("A B").tell(
        """
        4000 A pause
        4000 B pause
        5000 A resume     -> wants_on A, resume_set 8000
        5001 A gives_up   -> ended A gave_up 1000
        8000 B open 5     -> resumed, moved B +13
        """
    )


def test_r13_a_race_can_end_in_a_pause() -> None:
    story = running("A").tell(
        """
        4000 A pause
        7000 A gives_up   -> ended A gave_up 1000, finished unranked 1:A
        7001 A pause      -> !race_over
        7001 A gives_up   -> !race_over
        """
    )
    assert elapsed_ms(story.race, 8000) == 1000


def test_r9_before_go_there_is_nothing_to_pause_or_give_up() -> None:
    lobby("A").tell(
        """
        0 A pause    -> !not_running
        0 A gives_up -> !not_running
        0 start
        1 A pause    -> !not_running
        1 A gives_up -> !not_running
        """
    )


def test_r11_giving_up_needs_a_seat_and_this_race() -> None:
    running("A").tell("3001 X gives_up -> !not_racing\n3001 A gives_up OTHER -> !stale_race")


def test_r14_leaving_ends_the_racer_s_race_and_changes_no_other() -> None:
    story = running("A B").tell(
        """
        4000 leave A -> ended A left 1000
        4001 leave A -> -
        4001 leave X -> !not_racing
        5000 leave B -> ended B left 2000, finished unranked 1:A 1:B
        5001 leave B -> -
        """
    )
    assert [line.outcome for line in story.race.placings] == ["left", "left"]


def test_r14_away_and_back_hold_seat_board_and_clock() -> None:
    story = running("A B").tell("3100 A open 5\n3200 A flag 1\n4000 away A -> went_away A")
    before = story.race.racers["A"]
    assert before.away_since == 4000
    story.tell(
        """
        4001 away A     -> -
        4002 away X     -> !not_racing
        9000 back A     -> came_back A
        9001 back A     -> -
        9002 back X     -> !not_racing
        """
    )
    after = story.race.racers["A"]
    assert (after.play, after.n, after.moved_at) == (before.play, before.n, before.moved_at)
    assert after.away_since is None
    story.tell("9100 abort\n9200 away A -> -\n9300 back A -> -")


def test_r14_going_away_is_seen_in_lobby_and_countdown_too() -> None:
    lobby("A B").tell(
        """
        1 away A  -> went_away A
        2 back A  -> came_back A
        3 start
        4 away A  -> went_away A
        3003 tick -> went
        3004 back A -> came_back A
        """
    )

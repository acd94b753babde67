"""Deadlines: GO, cutoff (R11), lead-in, idle and away (R14); a late tick changes no figure."""

from server.race.decide import deadline, mark_at
from tests.race.stories import Story, lobby, running, settings_of


def test_r9_nothing_is_due_in_lobby_and_after_the_end() -> None:
    story = Story(settings_of("small"))
    assert deadline(story.race) is None
    story.tell("0 join A\n0 ready A")
    assert deadline(story.race) is None
    story.tell("10 start")
    assert deadline(story.race) == 3010
    story.tell("3010 tick -> went\n3010 tick -> -")
    assert deadline(story.race) == 603_010
    story.tell("4000 A gives_up")
    assert deadline(story.race) is None
    story.tell("9999999 tick -> -")


def test_r14_a_quiet_race_notes_its_clock_every_two_seconds() -> None:
    story = lobby("A B").tell("2999 mark -> -\n3000 start\n6000 mark -> went")
    assert mark_at(story.race) == 8000
    story.tell(
        """
        7999 mark    -> -
        8000 mark    -> marked
        9000 A open 5
        10999 mark   -> -
        11500 mark   -> marked
        12000 A pause
        12000 B pause
        """
    )
    assert story.race.paused_at == 12_000
    assert mark_at(story.race) is None
    story.tell("90000 mark -> -")


def test_r11_the_rest_have_half_the_winner_s_time() -> None:
    story = running("A B C").tell(
        "103000 A clears -> moved A +1, ended A cleared 100000, cutoff 150000"
    )
    assert deadline(story.race) == 153_000
    story.tell(
        """
        152999 tick   -> -
        152999 B open 5
        153000 B open 0 -> !race_over
        153000 tick   -> ended B did_not_finish 150000, ended C did_not_finish 150000,
               finished unranked 1:A 2:B 3:C
        """
    )


def test_r11_but_at_least_thirty_seconds() -> None:
    running().tell("13000 A clears -> moved A +1, ended A cleared 10000, cutoff 40000")


def test_r11_half_of_an_odd_time_is_rounded_down() -> None:
    running().tell("104001 A clears -> moved A +1, ended A cleared 101001, cutoff 151501")


def test_r11_only_the_first_finisher_sets_it_and_one_who_is_out_does_not() -> None:
    running("A B C").tell(
        """
        4000 A open 1 -> moved A x1, ended A out 1000
        5000 B clears -> moved B +1, ended B cleared 2000, cutoff 32000
        """
    )
    running("A B C").tell(
        """
        4000 A clears -> moved A +1, ended A cleared 1000, cutoff 31000
        5000 B clears -> moved B +1, ended B cleared 2000
        """
    )


def test_r11_no_limit_by_a_room_option() -> None:
    story = running("A B", "no_limit").tell(
        "4000 A clears -> moved A +1, ended A cleared 1000\n500000 B open 5 -> moved B +13"
    )
    assert story.race.cutoff_elapsed_ms is None


def test_r11_a_late_tick_and_a_move_before_it_change_no_figure() -> None:
    text = "4000 A clears\n"
    late = running("A B").tell(
        text
        + """
        99000 B open 5 -> !race_over
        99000 tick -> ended B did_not_finish 31000 @34000, finished unranked 1:A 2:B @34000
        """
    )
    prompt = running("A B").tell(text + "34000 tick")
    assert late.race == prompt.race


def test_r9_a_late_go_is_dated_to_its_time_by_whatever_comes_first() -> None:
    story = lobby("A B").tell("0 start\n3400 A open 5 -> went @3000, moved A +13")
    assert story.race.racers["A"].done_at_ms == 400


def test_r11_r14_the_pause_of_a_restart_moves_the_cutoff() -> None:
    story = running("A B").tell(
        """
        4000 A clears    -> moved A +1, ended A cleared 1000, cutoff 31000
        5000 interrupt   -> interrupted, went_away A, went_away B, paused
        """
    )
    assert deadline(story.race) == 605_000
    story.tell("95000 back B -> came_back B, resumed")
    assert deadline(story.race) == 124_000
    story.tell("124000 tick -> ended B did_not_finish 31000, finished unranked 1:A 2:B")


def test_r14_no_move_for_ten_minutes_is_out() -> None:
    story = running("A B", "no_limit").tell(
        """
        60000 A open 5
        602999 tick    -> -
        603000 tick    -> ended B idle 600000
        660000 tick    -> ended A idle 657000, finished unranked 1:A 2:B
        """
    )
    assert [line.outcome for line in story.race.placings] == ["idle", "idle"]


def test_r14_the_pause_does_not_count_for_the_ten_minutes() -> None:
    running("A").tell(
        """
        303000 A pause
        1303000 A resume  -> wants_on A, resumed
        1602999 tick      -> -
        1603000 tick      -> ended A idle 600000, finished unranked 1:A
        """
    )


def test_r14_away_for_two_minutes_without_time_limit_is_out() -> None:
    story = running("A B", "no_limit").tell("10000 away A\n20000 B open 5")
    assert deadline(story.race) == 130_000
    story.tell("129999 tick -> -\n130000 back A -> ended A idle 127000, came_back A")


def test_r14_with_a_time_limit_the_two_minutes_do_not_hold() -> None:
    story = running("A B").tell("10000 away A\n20000 B open 5\n130000 tick -> -")
    assert deadline(story.race) == 603_000


def test_r14_a_pause_is_left_out_of_the_two_minutes() -> None:
    story = running("A B", "no_limit").tell(
        """
        4000 A pause
        5000 away A
        6000 B pause    -> wants_pause B, paused
        106000 B resume -> wants_on B, resume_set 109000
        """
    )
    assert deadline(story.race) == 109_000
    story.tell("109000 tick -> resumed\n227999 tick -> -\n228000 tick -> ended A idle 122000")


def test_r14_who_goes_away_in_a_pause_is_counted_from_its_end() -> None:
    story = running("A B", "no_limit").tell(
        """
        4000 A pause
        4000 B pause    -> wants_pause B, paused
        50000 away A
        100000 B resume -> wants_on B, resume_set 103000
        103000 tick     -> resumed
        """
    )
    assert story.race.racers["A"].away_since == 103_000
    story.tell("222999 tick -> -\n223000 tick -> ended A idle 121000")


def test_r14_everybody_away_for_ten_minutes_ends_the_race_even_in_a_pause() -> None:
    story = running("A B").tell(
        """
        4000 A pause
        4000 B pause
        5000 away A
        9000 away B
        """
    )
    assert deadline(story.race) == 609_000
    story.tell(
        """
        608999 tick -> -
        999999 tick -> ended A idle 1000 @609000, ended B idle 1000 @609000,
                       finished unranked 1:A 1:B @609000
        """
    )


def test_r14_one_who_is_back_keeps_the_paused_race() -> None:
    story = running("A B").tell(
        "4000 A pause\n4000 B pause\n5000 away A\n9000 away B\n10000 back A"
    )
    assert deadline(story.race) == 604_000
    story.tell("604000 tick -> resumed")


def test_r14_the_last_one_present_gives_up_long_after_the_others_went_away() -> None:
    story = running("A B").tell(
        """
        3500 A pause
        3600 away A
        4000 B pause      -> wants_pause B, paused
        603900 B gives_up -> ended B gave_up 1000
        """
    )
    assert deadline(story.race) == 603_900
    story.tell("603901 tick -> ended A idle 1000 @603900, finished unranked 1:A 1:B @603900")


def test_r13_lead_in_and_all_away_come_in_their_order() -> None:
    story = running("A B").tell(
        """
        4000 A pause
        4000 B pause
        5000 away A
        5000 away B
        604000 A resume -> wants_on A, resume_set 607000
        """
    )
    assert deadline(story.race) == 605_000
    story.tell(
        """
        700000 tick -> ended A idle 1000 @605000, ended B idle 1000 @605000,
                       finished unranked 1:A 1:B @605000
        """
    )


def test_r11_r14_cutoff_comes_before_idle_at_the_same_instant() -> None:
    story = running("A B").tell(
        "403000 A clears -> moved A +1, ended A cleared 400000, cutoff 600000"
    )
    assert deadline(story.race) == 603_000
    story.tell("603000 tick -> ended B did_not_finish 600000, finished unranked 1:A 2:B")
    story = running("A B").tell(
        "403001 A clears -> moved A +1, ended A cleared 400001, cutoff 600001"
    )
    story.tell("603001 tick -> ended B idle 600000 @603000, finished unranked 1:A 2:B @603000")


def test_r14_idle_away_and_go_can_all_be_late_at_once() -> None:
    lobby("A B", "no_limit").tell(
        """
        0 start
        2000 away A
        5000000 tick -> went @3000, ended A idle 119000 @122000, ended B idle 600000 @603000,
                        finished unranked 1:A 1:B @603000
        """
    )


def test_r11_r14_a_cutoff_that_a_pause_holds_does_not_strike_where_it_would_have_been() -> None:
    running("A B").tell(
        """
        3000 away B      -> went_away B
        403000 A clears  -> moved A +1, ended A cleared 400000, cutoff 600000
        403000 interrupt -> interrupted, went_away A, paused
        603000 tick      -> ended B idle 400000, finished unranked 1:A 2:B
        """
    )

"""Seats, ready marks, settings, start and call-off (R9)."""

import dataclasses
import hashlib

import pytest

from server.engine.notation import format_position
from server.race.commands import Start
from server.race.decide import Rejection, decide
from server.race.settings import MAX_RACERS, Certificate
from tests.race.stories import KEY, PICTURE, Story, deal_for, lobby, running, settings_of


def test_r9_a_race_from_the_lobby_to_go() -> None:
    Story(settings_of("small")).tell(
        """
        0 join A        -> joined A
        5 join B        -> joined B
        9 ready A       -> ready A
        9 ready A       -> -
        10 start        -> !not_all_ready
        11 ready B      -> ready B
        12 unready B    -> unready B
        13 unready B    -> -
        14 start anyway -> dealt, countdown 3014
        3013 A open 5   -> !not_started      ; taps before GO are refused
        3014 tick       -> went
        3014 A open 5   -> moved A +13
        """
    )


def test_r1_all_play_the_pictured_board_opened_by_the_shared_start_as_move_0() -> None:
    race = running("A B C").race
    assert race.board is not None
    assert race.start == 17
    picture = "\n".join(PICTURE.split())
    assert [format_position(race.board, racer.play) for racer in race.racers.values()] == [
        picture
    ] * 3
    assert [(racer.n, racer.clicks, racer.done) for racer in race.racers.values()] == [
        (0, 0, 1)
    ] * 3


def test_r9_nobody_cannot_start() -> None:
    Story(settings_of("small")).tell(
        """
        0 start        -> !nobody_to_race
        0 start anyway -> !nobody_to_race
        """
    )


def test_r9_who_is_away_holds_nobody_up_and_gives_the_seat_up_at_the_start() -> None:
    Story(settings_of("small")).tell(
        """
        0 join A
        0 join B
        0 ready A
        1 away B       -> went_away B
        2 start        -> left B, dealt, countdown 3002
        3002 tick
        3003 B open 5  -> !not_racing
        """
    )
    Story(settings_of("small")).tell("0 join A\n0 away A\n0 start anyway -> !nobody_to_race")


def test_r9_a_seat_is_taken_once_and_only_in_the_lobby() -> None:
    lobby("A").tell(
        """
        1 join A   -> !already_racing
        2 leave A  -> left A
        3 leave A  -> !not_racing
        3 ready A  -> !not_racing
        4 join A   -> joined A
        5 start anyway
        6 join B   -> !not_in_lobby
        """
    )


def test_r9_the_race_is_full_with_32() -> None:
    story = lobby(" ".join(f"P{number}" for number in range(MAX_RACERS)))
    assert MAX_RACERS == 32
    story.tell("1 join X -> !race_full\n2 leave P7\n3 join X -> joined X")


def test_r9_settings_change_in_the_lobby_only() -> None:
    story = lobby().tell(
        """
        1 configure own      -> configured
        2 configure own      -> -
        3 configure beginner -> configured
        4 start
        5 configure small    -> !not_in_lobby
        """
    )
    assert story.race.settings == settings_of("beginner")
    assert story.race.board is not None
    assert story.race.board.shape == (9, 9)


def test_r4_the_deal_fixes_key_and_commitment_and_a_call_off_throws_it_away() -> None:
    story = lobby().tell("1 call_off -> !not_counting_down\n2 start repeated")
    race = story.race
    assert race.key == KEY.hex()
    assert race.commitment == hashlib.sha256(KEY).hexdigest()
    assert (race.seed, race.origin, race.start) == ("STORY", "repeated", 17)
    race = story.tell("900 call_off -> called_off").race
    assert (race.phase, race.board, race.key, race.commitment) == ("lobby", None, None, None)
    assert (race.seed, race.origin, race.start, race.go_at) == (None, None, None, None)
    assert not any(racer.ready for racer in race.racers.values())
    story.tell(
        """
        901 start       -> !not_all_ready
        902 ready A
        902 ready B
        5000 start      -> dealt, countdown 8000
        7999 tick       -> -
        8000 call_off   -> !not_counting_down ; GO was due
        8001 tick       -> went @8000
        """
    )


def test_r9_leaving_during_the_countdown_frees_the_seat_and_the_last_one_calls_it_off() -> None:
    story = lobby("A B").tell(
        """
        0 start
        1 leave A  -> left A
        2 leave B  -> left B, called_off
        2 tick     -> -
        """
    )
    assert story.race.phase == "lobby"
    assert story.race.racers == {}


def test_r1_a_start_that_clears_the_board_ends_the_race_at_go() -> None:
    # One mine on 5 × 5: this one lies in a corner, and the start opens all else.
    lobby("A B", "one_mine", b"\5" * 32).tell(
        """
        0 start
        3000 tick -> went, ended A cleared 0, ended B cleared 0, finished unranked 1:A 1:B
        """
    )


def test_r2_a_deal_that_does_not_fit_the_settings_is_an_error_of_the_caller() -> None:
    own, shared = settings_of("own"), settings_of("small")
    for settings, other in ((own, shared), (shared, own)):
        story = Story(settings).tell("0 join A\n0 ready A")
        with pytest.raises(ValueError, match="start cell"):
            decide(story.race, Start(deal_for(other), anyway=False), 1)


def test_r9_whether_a_start_would_be_allowed_can_be_asked_without_a_deal() -> None:
    def asked(story: Story, *, anyway: bool) -> object:
        return decide(story.race, Start(None, anyway), 50)

    assert asked(Story(settings_of("small")), anyway=True) == Rejection("nobody_to_race")
    story = lobby("A").tell("40 unready A")
    assert asked(story, anyway=False) == Rejection("not_all_ready")
    assert asked(story, anyway=True) == ()
    assert asked(running("A"), anyway=True) == Rejection("not_in_lobby")


def test_r5_the_deal_s_certificate_and_tries_are_facts_until_it_is_called_off() -> None:
    proof = Certificate(difficulty="easy", steps=2, single=2, pair=0, enumeration=0, count=0)
    story = lobby("A")
    deal = dataclasses.replace(deal_for(story.race.settings), tries=4, certificate=proof)
    story.give(Start(deal, anyway=True), 50)
    assert (story.race.tries, story.race.certificate) == (4, proof)
    story.tell("60 call_off")
    assert (story.race.tries, story.race.certificate) == (None, None)

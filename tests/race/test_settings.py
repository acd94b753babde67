"""The closed lists of the race are those of the wire, and the figures those of the rules."""

from typing import get_args, get_type_hints

from protocol import messages
from protocol.codes import DIFFICULTIES, OUTCOMES, PHASES, SEED_ORIGINS
from server.race import settings


def test_the_lists_are_those_of_the_wire() -> None:
    assert list(get_args(settings.Phase)) == list(PHASES)
    assert list(get_args(settings.Outcome)) == list(OUTCOMES)
    assert list(get_args(settings.SeedOrigin)) == list(SEED_ORIGINS)
    assert list(get_args(settings.Difficulty)) == list(DIFFICULTIES)
    reasons = get_type_hints(messages.Aborted)["reason"]
    assert get_args(settings.AbortReason) == get_args(reasons)


def test_r9_r10_r11_r13_r14_figures() -> None:
    assert settings.COUNTDOWN_MS == 3_000
    assert settings.RESUME_MS == 3_000
    assert settings.RETURN_MS == 5_000
    assert settings.PAUSES_MS == 10 * 60_000
    assert settings.PENALTY_MS == 10_000
    assert settings.CUTOFF_MIN_MS == 30_000
    assert settings.AWAY_MS == 2 * 60_000
    assert settings.IDLE_MS == settings.ALL_AWAY_MS == 10 * 60_000


def test_r1_r10_r11_the_options_of_a_room_that_chooses_nothing() -> None:
    plain = settings.RaceSettings(level="beginner", columns=9, rows=9, mines=10)
    assert (plain.start, plain.mine_hit, plain.time_limit) == ("shared", "out", True)
    assert (plain.auto_start, plain.seed) == (False, None)


def test_r5_a_stored_race_that_says_nothing_was_not_guess_free_and_a_new_one_is() -> None:
    plain = settings.RaceSettings(level="beginner", columns=9, rows=9, mines=10)
    assert not plain.guess_free
    assert messages.Settings().guess_free


def test_r5_a_certificate_is_told_with_the_fields_that_are_stored() -> None:
    stored = settings.Certificate.__struct_fields__
    assert stored == messages.Certificate.__struct_fields__

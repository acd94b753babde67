"""The race as a whole: limits and places that do not follow are refuted (R11, R12, R13, R16)."""

from typing import Any

import pytest
from msgspec.structs import replace

from server.proof.claims import Refuted
from server.proof.whole import check_places, check_race
from tests.proof.replays import golden

SHARED, PENALTY = golden("shared-start"), golden("penalty")
REACHED = [6_900, 4_000, 6_700]
"""When the players of SHARED made their last progress."""


def test_what_follows_is_accepted() -> None:
    check_race(SHARED)
    check_race(PENALTY)
    check_places(SHARED, REACHED)


def test_r11_where_nobody_was_left_there_may_be_no_limit() -> None:
    """Who came in the same millisecond may have come before or after the first finisher."""
    first = replace(SHARED.players[0], time_ms=6_900)
    for cutoff_ms in (None, 36_900):
        check_race(replace(SHARED, players=[first], length_ms=6_900, cutoff_ms=cutoff_ms))
    settings = replace(SHARED.settings, time_limit=False)
    check_race(replace(SHARED, settings=settings, cutoff_ms=None))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"cutoff_ms": None}, "time limit"),
        ({"cutoff_ms": 36_901}, "time limit"),
        ({"length_ms": 9_001}, "length"),
        ({"players": []}, "nobody"),
        ({"pauses": [(9_001, 0)]}, "pause"),
        ({"pauses": [(5, 0), (4, 0)]}, "pause"),
        ({"pauses": [(5, -1)]}, "pause"),
        ({"ranked": True}, "ranked"),
        ({"settings": replace(SHARED.settings, practice=True)}, "practice"),
    ],
)
def test_what_does_not_follow_is_refuted(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(Refuted, match=why):
        check_race(replace(SHARED, **changes))


def test_r11_nobody_races_beyond_the_limit() -> None:
    late = replace(SHARED.players[2], time_ms=36_901)
    players = [*SHARED.players[:2], late]
    with pytest.raises(Refuted, match="the time limit was 36900 ms"):
        check_race(replace(SHARED, players=players, length_ms=36_901))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"place": 3}, "place"),
        ({"colour": 7}, "colours"),
        ({"outcome": "removed"}, "place"),
    ],
)
def test_r12_places_that_do_not_follow_are_refuted(changes: dict[str, Any], why: str) -> None:
    first, second, third = SHARED.players
    with pytest.raises(Refuted, match=why):
        check_places(replace(SHARED, players=[first, replace(second, **changes), third]), REACHED)


def test_r12_equal_ones_share_a_place_in_the_order_of_joining() -> None:
    first, second, third = SHARED.players
    equal = [first, second, replace(third, place=2)]
    check_places(replace(SHARED, players=equal), [6_900, 4_000, 4_000])
    with pytest.raises(Refuted, match="order"):
        check_places(replace(SHARED, players=[first, equal[2], second]), [6_900, 4_000, 4_000])

"""The state's own arithmetic: the clock, boards, who is racing, who is ready."""

import pytest
from msgspec.structs import replace

from server.race.events import Event, Moved
from server.race.evolve import replay
from server.race.state import (
    Race,
    all_ready,
    board_of,
    elapsed_ms,
    moves_gone,
    racing,
    shape_of,
)
from tests.race.stories import Story, lobby, running, settings_of


@pytest.mark.parametrize(
    ("now_ms", "changes", "elapsed"),
    [
        (5_000, {}, 0),
        (5_000, {"go_at": 8_000}, 0),
        (8_000, {"go_at": 8_000}, 0),
        (9_500, {"go_at": 8_000}, 1_500),
        (9_500, {"go_at": 8_000, "paused_ms": 300}, 1_200),
        (9_500, {"go_at": 8_000, "paused_ms": 300, "paused_at": 9_000}, 700),
        (9_500, {"go_at": 8_000, "ended_at": 9_400}, 1_400),
        (9_500, {"go_at": 8_000, "ended_at": 9_400, "paused_at": 9_000}, 1_000),
        (9_500, {"ended_at": 9_400}, 0),
    ],
)
def test_g11_r8_r13_the_clock_runs_from_go_and_stands_in_pauses_and_after_the_end(
    now_ms: int, changes: dict[str, int], elapsed: int
) -> None:
    race: Race = replace(Story(settings_of("small")).race, **changes)
    assert elapsed_ms(race, now_ms) == elapsed


def test_r1_a_board_belongs_to_racers_only() -> None:
    race = running("A").race
    assert board_of(race, "A") is race.board
    assert board_of(race, "SPECTATOR") is None
    assert shape_of(race.settings) == (8, 5)


def test_of_a_finished_race_is_known_whether_it_still_has_its_moves() -> None:
    story = running("A B").tell("3100 A flag 1\n3200 A gives_up")

    def gone(log: list[Event]) -> list[str]:
        race = replay(log)
        return [player for player, racer in race.racers.items() if moves_gone(race, racer)]

    def without_moves() -> list[Event]:
        return [event for event in story.log if not isinstance(event, Moved)]

    assert gone(story.log) == gone(without_moves()) == []
    story.tell("3300 B gives_up")
    assert gone(story.log) == []
    assert gone(without_moves()) == ["A"]


def test_racing_is_who_has_no_outcome_in_order_of_joining() -> None:
    race = running("C A B").tell("3500 A gives_up").race
    assert [racer.player for racer in racing(race)] == ["C", "B"]


def test_r9_all_ready_means_everyone_present_and_at_least_one() -> None:
    story = Story(settings_of("small"))
    assert not all_ready(story.race)
    story.tell("0 join A\n0 join B\n0 ready A")
    assert not all_ready(story.race)
    assert all_ready(story.tell("1 away B").race)
    assert not all_ready(story.tell("2 away A").race)
    assert all_ready(lobby().race)

"""A race follows its room: seats in the lobby, presence, auto start (R9, R14)."""

import pytest

from protocol import messages as m
from server.rooms.seating import AWAY_HOLD_MS, settle
from tests.rooms.fakes import pid
from tests.rooms.world import World


def test_r9_who_sits_and_is_there_is_in_the_lobby() -> None:
    world = World()
    world.enter(0)
    world.enter(1, watch=True)
    world.enter(2)
    assert list(world.room.race.racers) == [pid(0), pid(2)]
    world.say(1, m.Seat(watch=False))
    world.say(2, m.Seat(watch=True))
    assert list(world.room.race.racers) == [pid(0), pid(1)]


def test_r9_auto_start_waits_for_everyone_present() -> None:
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.say(0, m.Ready(ready=True))
    phases = [str(world.room.race.phase)]
    world.say(1, m.Ready(ready=True))
    phases.append(world.room.race.phase)
    assert phases == ["lobby", "countdown"]


@pytest.mark.parametrize("ready", [True, False])
def test_r9_r14_a_broken_line_holds_up_an_auto_start_for_ten_seconds(*, ready: bool) -> None:
    """Ready or not: the race would begin without them, and they are on their way back."""
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.say(1, m.Ready(ready=ready))
    world.gone(1)
    world.say(0, m.Ready(ready=True))
    world.advance(AWAY_HOLD_MS - 1)
    before = str(world.room.race.phase)
    world.advance(1)
    assert (before, world.room.race.phase) == ("lobby", "countdown")
    assert list(world.room.race.racers) == [pid(0)]


@pytest.mark.parametrize(("ready", "phase"), [(True, "countdown"), (False, "lobby")])
def test_r9_r14_who_is_back_in_time_takes_part_in_an_auto_start(*, ready: bool, phase: str) -> None:
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.say(1, m.Ready(ready=ready))
    world.gone(1)
    world.say(0, m.Ready(ready=True))
    world.advance(AWAY_HOLD_MS - 1)
    world.enter(1)
    assert world.room.race.phase == phase
    assert list(world.room.race.racers) == [pid(0), pid(1)]
    world.advance(AWAY_HOLD_MS)
    assert world.room.race.phase == ("running" if ready else "lobby")


def test_r9_r14_after_a_restart_the_first_to_be_back_does_not_start_alone() -> None:
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.say(0, m.Ready(ready=True))
    world.restart()
    world.enter(0)
    phases = [str(world.room.race.phase)]
    world.advance(AWAY_HOLD_MS - 1)
    world.enter(1)
    world.advance(AWAY_HOLD_MS)
    phases.append(world.room.race.phase)
    world.say(1, m.Ready(ready=True))
    phases.append(world.room.race.phase)
    assert phases == ["lobby", "lobby", "countdown"]
    assert list(world.room.race.racers) == [pid(0), pid(1)]


def test_r9_an_auto_start_does_not_wait_for_who_was_away_for_long() -> None:
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.gone(1)
    world.advance(AWAY_HOLD_MS)
    world.say(0, m.Ready(ready=True))
    assert world.room.race.phase == "countdown"


def test_r14_a_race_knows_who_is_away_and_back() -> None:
    world = World()
    world.race(2)
    world.gone(1)
    assert world.room.race.racers[pid(1)].away_since is not None
    world.enter(1)
    assert world.room.race.racers[pid(1)].away_since is None


def test_r14_whose_race_has_ended_is_shown_away_and_back_too() -> None:
    world = World()
    world.race(2)
    world.say(0, m.GiveUp(race=world.room.race.id))
    world.gone(0)
    world.advance(500)
    assert [row.away for row in world.peers[1].last(m.Standings).rows] == [True, False]
    world.enter(0)
    world.advance(500)
    assert [row.away for row in world.peers[1].last(m.Standings).rows] == [False, False]


def test_nothing_changes_in_a_room_that_sleeps_or_when_all_is_settled() -> None:
    world = World()
    world.race(2)
    before = world.room.race
    settle(world.room)
    assert world.room.race is before
    world.say(0, m.GiveUp(race=before.id))
    world.say(1, m.GiveUp(race=before.id))
    world.restart()
    assert not world.room.awake
    before = world.room.race
    settle(world.room)
    assert world.room.race is before

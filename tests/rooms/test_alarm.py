"""A room's one timer: the earliest of what is due, found anew only when it can have changed."""

from server.race.decide import deadline
from server.rooms.alarm import Alarm
from tests.rooms.world import World


def test_the_earliest_moment_counts_and_is_armed_once() -> None:
    world = World()
    world.race(2)
    race, armed = world.room.race, list[int | None]()
    alarm = Alarm(armed.append)
    alarm.arm(race, 1_000, (), changed=True)
    due = deadline(race)
    assert due is not None
    assert alarm.calm_until == due
    assert armed == [alarm.at]
    alarm.arm(race, 1_000, (None, 1_001), changed=False)
    alarm.arm(race, 1_000, (None, 1_500), changed=False)
    assert armed[1:] == [1_001]
    alarm.went_off()
    alarm.arm(race, 1_000, (), changed=False)
    assert armed[2:] == [armed[0]]
    alarm.stop()
    assert armed[3:] == [None]


def test_a_race_in_its_lobby_asks_for_nothing() -> None:
    world = World()
    world.lobby(1)
    armed = list[int | None]()
    alarm = Alarm(armed.append)
    alarm.arm(world.room.race, 0, (None,), changed=True)
    assert (alarm.at, alarm.calm_until, armed) == (None, 0, [])

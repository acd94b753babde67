"""Rooms in which nothing happens cost nothing: no timer, no task, however many there are (R15)."""

import asyncio
from collections.abc import Callable

import pytest

from protocol import messages as m
from server.rooms.registry import IDLE_MS, Registry
from tests.rooms.fakes import FakePeer, pid
from tests.rooms.test_registry import Shelf
from tests.rooms.world import World

MANY = 200


def in_the_lobby(world: World) -> None:
    world.lobby(8)


def after_a_race(world: World) -> None:
    world.race(3, watchers=1)
    for number in range(3):
        world.clear_board(number)
    assert world.room.race.phase == "finished"


def after_everybody_gave_up(world: World) -> None:
    world.race(2)
    for number in range(2):
        world.say(number, m.GiveUp(race=world.room.race.id))
    assert world.room.race.phase == "finished"


def before_a_rematch(world: World) -> None:
    after_a_race(world)
    world.say(0, m.Rematch())
    assert world.room.race.phase == "lobby"


@pytest.mark.parametrize(
    "story", [in_the_lobby, after_a_race, after_everybody_gave_up, before_a_rematch]
)
def test_a_room_that_waits_for_people_has_no_timer(story: Callable[[World], None]) -> None:
    world = World()
    story(world)
    world.advance(1_000)
    assert world.timers.armed == {}
    for number in list(world.peers):
        world.gone(number)
    world.advance(1_000)
    assert world.timers.armed == {}
    assert world.room.idle


@pytest.mark.parametrize("players", [1, 2, 8])
def test_a_room_that_races_has_one_however_many_play(players: int) -> None:
    world = World()
    world.race(players)
    assert len(world.timers.armed) == 1
    world.move(0, 1, 0, "flag")
    assert len(world.timers.armed) == 1


async def test_many_quiet_rooms_have_no_timer_and_no_task() -> None:
    world = World()
    registry = Registry(Shelf(world), world.around)
    before = asyncio.all_tasks()
    peers = [FakePeer(pid(number)) for number in range(1, MANY + 1)]
    rooms = []
    for peer in peers:
        room = await registry.find(await registry.create(peer.player, m.Settings()))
        assert room is not None
        assert room.enter(peer, "Ann", watch=False) is None
        rooms.append(room)
    world.advance(1_000)
    assert len(registry.rooms) == MANY
    assert world.timers.armed == {}
    assert asyncio.all_tasks() == before

    for room, peer in zip(rooms, peers, strict=True):
        room.gone(peer)
    registry.sweep()
    world.advance(IDLE_MS)
    assert registry.sweep() == MANY
    assert registry.rooms == ()
    assert world.timers.armed == {}
    assert asyncio.all_tasks() == before

"""R7: standings ten a second, and less often in a crowd, for all rooms alike."""

from itertools import pairwise

import pytest

from protocol import messages as m
from server.rooms import moving, rulings
from server.rooms.crowd import CROWDED_MS, STANDINGS_MS, STANDINGS_PER_S, Crowd
from server.rooms.room import Room
from tests.rooms.fakes import pid
from tests.rooms.world import World

EASY = STANDINGS_PER_S * STANDINGS_MS // 1_000
"""So many can be told ten times a second."""


def gaps(world: World) -> list[int]:
    """Times between the standings that a player hears while another one moves all the time."""
    race = world.room.race
    assert race.board is not None
    peer = world.peers[1]
    lone = race.board.lone & ~race.racers[pid(0)].play.opened
    for n in range(1, 61):
        cell = (lone & -lone).bit_length() - 1
        lone &= lone - 1
        world.move(0, n, cell)
        world.advance(50)
    told = [message.elapsed_ms for message in peer.got if isinstance(message, m.Standings)]
    return [b - a for a, b in pairwise(told)]


def test_r7_ten_a_second_while_few_listen() -> None:
    assert Crowd().gap_ms == STANDINGS_MS
    world = World(m.Settings(level="expert"))
    world.race(2)
    world.around.crowd.change(EASY - 2)
    assert min(gaps(world)) == STANDINGS_MS


def test_r7_all_listeners_together_are_told_no_more_than_that_many() -> None:
    world = World(m.Settings(level="expert"))
    world.race(2)
    world.around.crowd.change(3 * EASY - 2)
    assert min(gaps(world)) == 3 * STANDINGS_MS


def test_r7_once_a_second_however_many_listen() -> None:
    world = World(m.Settings(level="expert"))
    world.race(2)
    world.around.crowd.change(1_000_000)
    assert world.around.crowd.gap_ms == CROWDED_MS
    assert max(gaps(world)) == CROWDED_MS


def listeners(world: World) -> int:
    """How many the crowd believes there are: what a gap that is not at its bounds shows."""
    crowd = world.around.crowd
    crowd.change(2 * EASY)
    more = crowd.gap_ms * STANDINGS_PER_S // 1_000 - 2 * EASY
    crowd.change(-2 * EASY)
    return more


def test_only_those_are_counted_who_listen_to_a_race_that_runs() -> None:
    world = World()
    world.lobby(6)
    world.enter(6, watch=True)
    world.enter(7, watch=True)
    assert listeners(world) == 0
    world.say(0, m.Start())
    world.advance(3_000)
    assert listeners(world) == 8
    world.gone(6)
    world.gone(7)
    assert listeners(world) == 6
    world.enter(6, watch=True)
    world.enter(7, watch=True)
    assert listeners(world) == 8
    for number in range(6):
        world.clear_board(number)
    assert world.room.race.phase == "finished"
    assert listeners(world) == 0


def test_a_room_that_is_closed_leaves_the_crowd() -> None:
    world = World()
    world.race(8)
    assert listeners(world) == 8
    rulings.close(world.room)
    assert listeners(world) == 0


def test_a_room_that_is_given_up_leaves_the_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.race(8)
    assert listeners(world) == 8

    def broken(*_: object) -> object:
        raise ZeroDivisionError

    monkeypatch.setattr(moving, "plain", broken)
    monkeypatch.setattr(Room, "finish_turn", broken)
    world.move(0, 1, 0)
    assert world.room.broken
    assert listeners(world) == 0

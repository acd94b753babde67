"""A room that is let go is gone at once: the collector looks rarely, and a room is large."""

import gc
from collections.abc import Callable, Sequence
from weakref import ref

import pytest

from protocol import messages as m
from server.engine.cells import scan
from server.records import Write
from server.rooms import rulings
from tests.rooms.fakes import pid
from tests.rooms.world import World


def played(world: World) -> None:
    world.race(3)
    for number in range(3):
        world.clear_board(number)
        world.gone(number)
    assert world.room.idle


def broken_off(world: World) -> None:
    world.race(3)
    rulings.close(world.room)


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize("story", [played, broken_off])
def test_a_room_is_in_no_ring(story: Callable[[World], None]) -> None:
    world = World(m.Settings(level="expert"))
    story(world)
    room = ref(world.room)
    del world.room
    assert room() is None


@pytest.mark.usefixtures("uncollected")
def test_a_timer_that_fires_after_its_room_does_nothing() -> None:
    world = World()
    world.race(1)
    room = ref(world.room)
    del world.room
    assert room() is None
    assert world.timers.armed
    stored = len(world.recorder.stored)
    world.timers.fire(world.clock.now_ms + 60_000)
    assert world.timers.armed == {}
    assert len(world.recorder.stored) == stored


@pytest.mark.usefixtures("uncollected")
def test_a_move_that_waits_for_its_commit_is_one_object_to_the_collector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World(m.Settings(level="expert"))
    world.race(2)
    board = world.room.race.board
    assert board is not None
    # numbers, as most moves open
    cells = list(scan(board.lone & ~world.room.race.racers[pid(0)].play.opened))[:-1]
    race = world.room.race.id
    moves = [m.Move(race=race, n=n, kind="open", cell=cell) for n, cell in enumerate(cells, 1)]
    held: list[object] = []

    def hold(writes: Sequence[Write], then: Callable[[], None]) -> None:
        held.extend(writes)
        held.append(then)

    monkeypatch.setattr(world.recorder, "append", hold)
    for move in moves:
        world.room.receive(world.peers[0], move)
    # the second racer finds made what all racers share
    told = len(held)
    before = gc.get_count()[0]
    for move in moves:
        world.room.receive(world.peers[1], move)
    waiting = gc.get_count()[0] - before
    assert len(held) - told == 2 * len(moves) > 100
    assert waiting <= len(moves) + 10

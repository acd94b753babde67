"""A room that is closed, and people in it who are banned or renamed (R15)."""

from protocol import messages as m
from server.race.events import Aborted
from server.rooms import rulings
from server.rulings import CloseRoom
from tests.rooms.fakes import pid
from tests.rooms.world import CODE, World


def test_a_closed_room_breaks_off_its_race_tells_all_and_is_done_with() -> None:
    world = World()
    world.race(2, watchers=1)
    race = world.room.race.id
    rulings.close(world.room)
    for number in range(3):
        assert world.peers[number].last(m.Aborted).reason == "server"
        assert world.peers[number].closed == (4412, "room_closed")
    assert isinstance(world.stored_events(race)[-1], Aborted)
    assert world.recorder.stored[-1] == CloseRoom(code=CODE)
    stored = len(world.recorder.stored)
    world.advance(3_600_000)
    assert len(world.recorder.stored) == stored
    assert world.timers.armed == {}


def test_nobody_is_told_before_the_end_is_stored() -> None:
    world = World()
    world.race(2)
    world.recorder.held = True
    rulings.close(world.room)
    assert world.peers[0].closed is None
    assert "aborted" not in world.peers[0].tags()
    world.recorder.commit()
    assert world.peers[0].closed == (4412, "room_closed")


def test_results_on_show_are_no_reason_to_break_anything_off() -> None:
    world = World()
    world.race(1)
    world.clear_board(0)
    rulings.close(world.room)
    assert "aborted" not in world.peers[0].tags()
    assert world.peers[0].closed == (4412, "room_closed")


def test_who_is_banned_leaves_the_race_and_keeps_the_name_in_it() -> None:
    world = World()
    world.race(2)
    rulings.ban(world.room, pid(1))
    assert world.peers[1].closed == (4413, "banned")
    assert world.room.race.racers[pid(1)].outcome == "left"
    world.clear_board(0)
    lines = {row.player: row.name for row in world.peers[0].last(m.Results).rows}
    assert lines[pid(1)] == "Player 1"


def test_a_ban_concerns_members_only() -> None:
    world = World()
    world.lobby(2)
    stored = len(world.recorder.stored)
    rulings.ban(world.room, pid(7))
    assert len(world.recorder.stored) == stored


def test_the_banned_owner_of_an_empty_room_stays_its_owner() -> None:
    world = World()
    world.enter(0)
    rulings.ban(world.room, pid(0))
    assert world.room.members.owner == pid(0)
    world.enter(1)
    assert world.room.members.host == pid(1)


def test_another_name_is_stored_and_told() -> None:
    world = World()
    world.lobby(2)
    rulings.rename(world.room, pid(1), "Kind")
    names = [member.name for member in world.peers[0].last(m.Room).room.members]
    assert names == ["Player 0", "Kind"]
    assert [row.name for row in world.stored_room().members] == ["Player 0", "Kind"]
    stored = len(world.recorder.stored)
    rulings.rename(world.room, pid(1), "Kind")
    rulings.rename(world.room, pid(7), "Kind")
    assert len(world.recorder.stored) == stored


def test_a_room_that_was_given_up_is_not_ruled() -> None:
    world = World()
    world.lobby(1)
    world.room.broken = True
    rulings.rename(world.room, pid(0), "Kind")
    assert world.room.members.name_of(pid(0)) == "Player 0"

"""A member who wants to be forgotten: out of the room and its race, and no name is left (R16)."""

import pytest

from protocol import messages as m
from server.records import DropMember
from server.rooms import rulings
from tests.rooms.fakes import pid
from tests.rooms.world import World


def told(world: World, number: int) -> str:
    """All that this player sees on coming back."""
    return b"".join(world.enter(number).frames).decode()


def test_r16_in_the_lobby_a_member_is_gone_at_once() -> None:
    world = World()
    world.lobby(3)
    rulings.forget(world.room, pid(1))
    assert world.peers[1].closed == (4411, "forgotten")
    here = [member.player for member in world.peers[0].last(m.Room).room.members]
    assert here == [pid(0), pid(2)]
    assert "Player 1" not in told(world, 0)
    assert [row.player for row in world.stored_room().members] == [pid(0), pid(2)]


def test_r16_in_a_race_the_others_go_on_and_the_results_have_no_name() -> None:
    world = World()
    world.race(3)
    rulings.forget(world.room, pid(1))
    assert world.room.race.phase == "running"
    assert world.room.race.racers[pid(1)].outcome == "left"
    for number in (0, 2):
        world.clear_board(number)
    results = world.peers[0].last(m.Results)
    lines = {row.player: (row.name, row.outcome) for row in results.rows}
    assert lines[pid(1)] == ("", "left")
    assert lines[pid(0)] == ("Player 0", "cleared")
    assert "Player 1" not in told(world, 0)


def test_results_that_the_wish_itself_brings_about_have_no_name() -> None:
    world = World()
    world.race(2)
    world.clear_board(0)
    rulings.forget(world.room, pid(1))
    rows = world.peers[0].last(m.Results).rows
    assert [row.name for row in rows] == ["Player 0", ""]


def test_results_on_show_lose_the_name() -> None:
    world = World()
    world.race(2)
    world.clear_board(0)
    world.clear_board(1)
    rulings.forget(world.room, pid(1))
    shown = world.enter(0).last(m.Snapshot).results
    assert sorted(row.name for row in shown.rows) == ["", "Player 0"]


def test_r15_the_room_of_a_forgotten_owner_is_the_hosts() -> None:
    world = World()
    world.lobby(2)
    rulings.forget(world.room, pid(0))
    assert world.room.members.owner == pid(1)
    assert world.stored_room().owner == pid(1)
    assert world.code(1, m.Lock(locked=True)) is None


@pytest.mark.parametrize("tie", ["left", "removed"])
def test_who_was_here_is_forgotten_too(tie: str) -> None:
    world = World()
    world.race(2)
    if tie == "left":
        world.say(1, m.Leave())
    else:
        world.say(0, m.Remove(player=pid(1)))
    assert world.room.members.name_of(pid(1)) == "Player 1"
    rulings.forget(world.room, pid(1))
    assert world.room.members.name_of(pid(1)) == ""
    dropped = DropMember(room=world.room.code, player=pid(1)) in world.recorder.stored
    assert dropped == (tie == "removed")


def test_somebody_who_was_never_here_changes_nothing() -> None:
    world = World()
    world.lobby(1)
    before = len(world.recorder.stored)
    rulings.forget(world.room, pid(7))
    assert len(world.recorder.stored) == before


def test_a_race_that_nobody_has_come_back_to_forgets_as_well() -> None:
    """After a restart, while the room's clock stands."""
    world = World()
    world.race(2)
    world.restart()
    rulings.forget(world.room, pid(1))
    snapshot = world.enter(0).last(m.Snapshot)
    assert [member.player for member in snapshot.room.members] == [pid(0)]
    assert snapshot.room.phase == "running"

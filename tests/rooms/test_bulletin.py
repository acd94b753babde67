"""The room's state is told at once and, if it goes on, ten times a second at most."""

from msgspec.structs import replace

from protocol import messages as m
from server.rooms.bulletin import STATE_BURST, STATE_MS, Bulletin
from tests.rooms.world import World

NOW_MS = 1_000_000
LOBBY = m.RoomState(
    code="C",
    owner="A",
    host="A",
    locked=False,
    public=False,
    settings=m.Settings(),
    members=[],
    race="R",
    phase="lobby",
)
LOCKED = replace(LOBBY, locked=True)


def spent() -> Bulletin:
    """All told that may be told at once; `LOBBY` was the last."""
    bulletin = Bulletin()
    for number in range(STATE_BURST):
        assert bulletin.is_due(LOCKED if number % 2 == 0 else LOBBY, NOW_MS)
    return bulletin


def test_what_comes_too_early_is_told_a_little_later() -> None:
    bulletin = spent()
    assert not bulletin.is_due(LOCKED, NOW_MS)
    assert bulletin.later_ms == NOW_MS + STATE_MS
    assert bulletin.is_due(LOCKED, NOW_MS + STATE_MS)
    assert bulletin.later_ms is None


def test_nothing_is_told_twice() -> None:
    bulletin = spent()
    assert not bulletin.is_due(LOBBY, NOW_MS + 5_000)
    assert bulletin.later_ms is None


def test_another_phase_or_race_is_never_held_back() -> None:
    bulletin = spent()
    assert bulletin.is_due(replace(LOBBY, phase="countdown"), NOW_MS)
    assert bulletin.is_due(replace(LOBBY, race="S"), NOW_MS)


def test_who_was_shown_more_than_the_others_hears_when_it_is_undone() -> None:
    bulletin = spent()
    assert not bulletin.is_due(LOCKED, NOW_MS)
    bulletin.showed(LOCKED)
    assert not bulletin.is_due(LOBBY, NOW_MS)
    assert bulletin.is_due(LOBBY, NOW_MS + STATE_MS)
    assert not bulletin.is_due(LOBBY, NOW_MS + 5_000)


def test_many_members_who_do_much_make_ten_states_a_second() -> None:
    world = World()
    for number in range(30):
        world.enter(number)
    world.advance(5_000)
    peer = world.peers[7]
    peer.clear()
    for step in range(100):
        world.say(step % 30, m.Ready(ready=step % 60 < 30))
        world.advance(10)
    told = peer.tags().count("room")
    assert 10 <= told <= STATE_BURST + 10
    world.advance(STATE_MS)
    ready = [member.ready for member in peer.last(m.Room).room.members]
    assert ready == [world.room.race.racers[member.player].ready for member in world.room.members]

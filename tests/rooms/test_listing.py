"""The public list: only rooms that their host has published, open and with somebody in them."""

from msgspec.structs import asdict

from protocol import messages as m
from server.rooms.listing import MAX_LISTED, Listed, listed
from tests.rooms.fakes import pid
from tests.rooms.world import CODE, World


def public(level: m.Level = "beginner") -> World:
    world = World(m.Settings(level=level))
    world.enter(0, "Ann")
    world.say(0, m.Publish(public=True))
    return world


def test_r15_a_room_is_unlisted_unless_its_host_publishes_it() -> None:
    world = World()
    world.enter(0, "Ann")
    world.enter(1)
    assert listed([world.room]) == []
    assert world.code(1, m.Publish(public=True)) == "not_host"
    assert listed([world.room]) == []
    assert world.code(0, m.Publish(public=True)) is None
    assert world.peers[1].last(m.Room).room.public
    assert listed([world.room]) == [
        Listed(
            code=CODE,
            level="beginner",
            columns=9,
            rows=9,
            mines=10,
            host="Ann",
            players=2,
            seats=32,
            watching=0,
            phase="lobby",
        )
    ]
    world.say(0, m.Publish(public=False))
    assert listed([world.room]) == []


def test_locked_and_empty_rooms_are_not_shown() -> None:
    world = public()
    world.say(0, m.Lock(locked=True))
    assert listed([world.room]) == []
    world.say(0, m.Lock(locked=False))
    assert len(listed([world.room])) == 1
    world.gone(0)
    assert listed([world.room]) == []


def test_that_a_room_is_public_survives_a_restart() -> None:
    world = public()
    assert world.stored_room().public
    world.restart()
    assert listed([world.room]) == []
    world.enter(0, "Ann")
    assert [line.code for line in listed([world.room])] == [CODE]


def test_r6_a_line_tells_nothing_of_the_board_and_no_ids() -> None:
    world = public()
    world.enter(1)
    world.enter(2, watch=True)
    world.say(0, m.Ready(ready=True))
    world.say(0, m.Start(anyway=True))
    world.advance(3_000)
    (line,) = listed([world.room])
    assert (line.phase, line.players, line.watching) == ("running", 2, 1)
    shown = str(asdict(line))
    race = world.room.race
    assert race.seed
    for secret in (race.seed, race.key, race.id, pid(0), pid(1)):
        assert secret is not None
        assert secret not in shown


def test_lobbies_come_first_then_the_fullest_and_no_more_than_fit() -> None:
    racing, two, one = public(), public(), public(level="hard")
    racing.say(0, m.Ready(ready=True))
    racing.say(0, m.Start())
    two.enter(1)
    rooms = [racing.room, one.room, two.room]
    assert [(line.phase, line.players) for line in listed(rooms)] == [
        ("lobby", 2),
        ("lobby", 1),
        ("countdown", 1),
    ]
    assert len(listed(rooms * 20)) == MAX_LISTED == 50

"""How much one member may ask of a room, and how often it deals: nobody drowns the others."""

from protocol import messages as m
from server.rooms.members import WISH_BURST, WISH_MS
from server.rooms.starting import DEAL_MS
from tests.rooms.world import World


def renamed(world: World, number: int, times: int) -> list[str | None]:
    return [world.code(number, m.Rename(name=f"Name {time}")) for time in range(times)]


def test_ten_wishes_at_once_then_two_a_second() -> None:
    world = World()
    world.lobby(2)
    world.advance(60_000)
    assert renamed(world, 0, WISH_BURST + 1) == [None] * WISH_BURST + ["too_fast"]
    world.advance(WISH_MS)
    assert renamed(world, 0, 2) == [None, "too_fast"]
    assert renamed(world, 1, 1) == ["name_taken"]


def test_a_new_connection_is_no_new_allowance() -> None:
    world = World()
    world.enter(0)
    renamed(world, 0, WISH_BURST)
    world.enter(0)
    assert renamed(world, 0, 1) == ["too_fast"]


def test_moves_have_their_own_rate_and_leaving_is_always_possible() -> None:
    world = World()
    world.race(1)
    renamed(world, 0, WISH_BURST)
    assert world.code(0, m.Rematch()) == "too_fast"
    assert isinstance(world.move(0, 1, 0, "flag")[0], m.Moved)
    assert world.code(0, m.GiveUp(race=world.room.race.id)) is None
    assert world.say(0, m.Leave()) == []
    assert world.peers[0].closed == (4410, "left")


def test_refusals_use_nothing_up() -> None:
    world = World()
    world.enter(0)
    for _ in range(2 * WISH_BURST):
        assert world.code(0, m.CallOff()) == "not_counting_down"
    assert world.code(0, m.Lock(locked=True)) is None


def test_a_room_deals_once_in_two_seconds() -> None:
    world = World()
    world.lobby(1)
    assert world.code(0, m.Start()) is None
    world.say(0, m.CallOff())
    assert world.code(0, m.Start(anyway=True)) == "too_fast"
    world.advance(DEAL_MS - 1)
    assert world.code(0, m.Start(anyway=True)) == "too_fast"
    world.advance(1)
    assert world.code(0, m.Start(anyway=True)) is None


def test_r9_an_auto_start_that_came_too_early_comes_by_itself() -> None:
    world = World(m.Settings(auto_start=True))
    world.lobby(2)
    assert world.room.race.phase == "countdown"
    world.say(0, m.CallOff())
    for number in (0, 1):
        world.say(number, m.Ready(ready=True))
    world.advance(DEAL_MS - 1)
    before = str(world.room.race.phase)
    world.advance(1)
    assert (before, world.room.race.phase) == ("lobby", "countdown")
    assert world.peers[1].last(m.Room).room.phase == "countdown"

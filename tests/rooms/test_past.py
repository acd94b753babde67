"""Results of past races from their log; nothing about any other race (R6)."""

from protocol import messages as m
from server.records import StoredPlayer, StoredRace
from server.rooms.past import past_race
from tests.rooms.fakes import pid
from tests.rooms.world import World


class Shelf:
    """A store with what one world has stored."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def race(self, race: str) -> StoredRace | None:
        events = tuple(self.world.stored_events(race))
        return StoredRace(room="CODE", race=race, events=events) if events else None

    async def player(self, player: str) -> StoredPlayer | None:
        if player == pid(1):
            return None
        return StoredPlayer(player=player, name=f"Name of {player}", date_ms=0)


async def test_results_of_a_finished_race() -> None:
    world = World()
    world.race(2)
    race = world.room.race.id
    assert await past_race(Shelf(world), race) is None
    world.clear_board(0)
    world.say(1, m.GiveUp(race=race))
    told = world.peers[0].last(m.Results)
    past = await past_race(Shelf(world), race)
    assert past is not None
    assert [row.name for row in past.rows] == [f"Name of {pid(0)}", ""]
    assert past.boards == told.boards
    assert past.key == told.key


async def test_there_is_no_such_race() -> None:
    assert await past_race(Shelf(World()), "B" * 10) is None

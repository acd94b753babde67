"""Results and replays of past races from their facts; nothing about any other race (R6)."""

import asyncio
import gzip
from collections.abc import Mapping
from typing import Literal

import msgspec
import pytest

from protocol import messages as m
from protocol.replay import decode_replay
from server.race import events as e
from server.records import StoredRace
from server.rooms.past import PastRaces, PastReplays, past_race
from server.rooms.replays import TooManyMoves
from tests.rooms.fakes import pid
from tests.rooms.world import World


class Shelf:
    """A store with what one world has stored; counts how often a log is read."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.known = {pid(0): "Ann"}
        self.read = 0

    async def facts(self, race: str) -> StoredRace | None:
        self.read += 1
        events = self.world.stored_events(race)
        facts = tuple(event for event in events if not isinstance(event, e.Moved))
        return StoredRace(room="CODE", race=race, events=facts)

    async def race(self, race: str) -> StoredRace | None:
        self.read += 1
        return StoredRace(room="CODE", race=race, events=tuple(self.world.stored_events(race)))

    async def names(self, race: str) -> Mapping[str, str] | None:
        finished = any(isinstance(x, e.Finished) for x in self.world.stored_events(race))
        return dict(self.known) if finished else None


def finish(world: World) -> str:
    """The race's id, after the first player has cleared the board and the second given up."""
    race = world.room.race.id
    world.clear_board(0)
    world.say(1, m.GiveUp(race=race))
    return race


@pytest.mark.parametrize("start", ["shared", "own"])
async def test_results_are_what_the_racers_were_told(start: Literal["shared", "own"]) -> None:
    """Though no move is read (R2: own boards are facts too)."""
    world = World(m.Settings(start=start))
    world.race(2)
    if start == "own":
        world.move(0, 1, 0)
        world.move(1, 1, 80)
    shelf = Shelf(world)
    past = PastRaces(shelf)
    assert await past.answer(world.room.race.id) is None
    race = finish(world)
    told = world.peers[0].last(m.Results)
    answer = await past.answer(race)
    assert answer is not None
    shown = msgspec.json.decode(answer)
    assert [row["name"] for row in shown["rows"]] == ["Ann", ""]
    rows = [msgspec.structs.replace(row, name=shelf.known.get(row.player, "")) for row in told.rows]
    expected = msgspec.structs.asdict(msgspec.structs.replace(told, rows=rows))
    assert msgspec.json.decode(answer) == msgspec.json.decode(msgspec.json.encode(expected))


async def test_a_log_is_read_once_and_again_when_a_name_has_changed() -> None:
    world = World()
    world.race(2)
    race = finish(world)
    shelf = Shelf(world)
    past = PastRaces(shelf)
    assert await past.answer(race) == await past.answer(race)
    assert shelf.read == 1
    shelf.known = {}
    answer = await past.answer(race)
    assert answer is not None
    assert (shelf.read, b"Ann" in answer) == (2, False)


async def test_what_was_asked_for_least_recently_is_dropped_first() -> None:
    world = World()
    world.race(2)
    races = [finish(world)]
    for _ in range(2):
        world.say(0, m.Rematch())
        for number in range(2):
            world.say(number, m.Ready(ready=True))
        world.say(0, m.Start(anyway=True))
        world.advance(3_000)
        races.append(finish(world))
    one = await PastRaces(Shelf(world)).answer(races[0])
    assert one is not None
    shelf = Shelf(world)
    past = PastRaces(shelf, kept_bytes=len(one) * 5 // 2)
    for race in (races[0], races[1], races[0], races[2]):
        await past.answer(race)
    assert shelf.read == 3
    await past.answer(races[0])
    assert shelf.read == 3, "it was asked for more recently than the second one"
    await past.answer(races[1])
    assert shelf.read == 4


async def test_nothing_is_kept_that_does_not_fit() -> None:
    world = World()
    world.race(2)
    race = finish(world)
    shelf = Shelf(world)
    past = PastRaces(shelf, kept_bytes=10)
    assert await past.answer(race) == await past.answer(race)
    assert shelf.read == 2


def test_r6_a_race_that_can_still_be_played_is_not_told_of() -> None:
    world = World()
    world.race(2)
    events = tuple(world.stored_events(world.room.race.id))
    stored = StoredRace(room="CODE", race=world.room.race.id, events=events)
    with pytest.raises(ValueError, match="nothing may be revealed"):
        past_race(stored, {})


async def test_a_replay_is_made_once_for_all_who_ask_and_again_for_another_name() -> None:
    world = World()
    world.race(2)
    shelf = Shelf(world)
    replays = PastReplays(shelf)
    assert await replays.answer(world.room.race.id) is None
    race = finish(world)
    first, second = await asyncio.gather(replays.answer(race), replays.answer(race))
    assert first is not None
    assert first == second
    assert shelf.read == 2, "its facts once, its moves once"
    replay = decode_replay(gzip.decompress(first))
    assert replay.race == race
    assert [player.name for player in replay.players] == ["Ann", ""]
    assert replay.key == world.peers[0].last(m.Results).key
    shelf.known = {}
    again = await replays.answer(race)
    assert again is not None
    assert b"Ann" not in gzip.decompress(again)


async def test_a_race_that_is_too_long_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.race(2)
    race = finish(world)
    shelf = Shelf(world)
    monkeypatch.setattr("server.rooms.replays.check_length.__defaults__", (1,))
    with pytest.raises(TooManyMoves):
        await PastReplays(shelf).answer(race)
    assert shelf.read == 1


@pytest.mark.parametrize("gone", ["facts", "race"])
async def test_a_replay_that_goes_while_it_is_made(
    gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World()
    world.race(2)
    race = finish(world)
    shelf = Shelf(world)

    async def nothing(race: str) -> None:
        return None

    monkeypatch.setattr(shelf, gone, nothing)
    assert await PastReplays(shelf).answer(race) is None

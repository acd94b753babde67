"""Racing against a finished race: the same board, its racers as ghosts, unranked (R3, R4, R16)."""

import dataclasses

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.race.events import Dealt
from server.race.evolve import replay
from server.records import StoredRace
from server.rooms.boards import Dealer
from server.rooms.registry import Registry
from server.rooms.rows import read_settings
from server.rooms.wanted import Refused
from server.workshop.inline import InlineWorkshop
from tests.rooms.fakes import FakePeer, pid
from tests.rooms.world import CODE, World

GIVEN = [
    m.Settings(),
    m.Settings(guess_free=False, mine_hit="penalty"),
    m.Settings(start="own"),
    m.Settings(level="custom", columns=8, rows=7, mines=9),
    m.Settings(seed="ABC"),
]


class Shelf:
    """Has the races of a world."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def room(self, code: str) -> None: ...

    async def unfinished(self) -> list[str]:
        return []

    async def facts(self, race: str) -> StoredRace | None:
        events = tuple(self.world.stored_events(race))
        over = events != () and replay(events).phase == "finished"
        return StoredRace(room=CODE, race=race, events=events) if over else None


def raced(settings: m.Settings | None = None) -> World:
    """A world with one race, which is over."""
    world = World(settings)
    world.race(1)
    world.say(0, m.GiveUp(race=world.room.race.id))
    assert world.room.race.phase == "finished"
    return world


async def challenged(
    world: World, race: str, *, wanted: m.Settings | None = None
) -> tuple[Registry, FakePeer]:
    """A room of somebody else against this race, and who made it in it."""
    registry = Registry(Shelf(world), world.around)
    code = await registry.create(pid(7), wanted or m.Settings(), race)
    room = await registry.find(code)
    assert room is not None
    peer = FakePeer(pid(7))
    room.enter(peer, "Seven", watch=False)
    return registry, peer


@pytest.mark.parametrize("settings", GIVEN)
async def test_r3_a_challenge_has_the_board_of_its_race(settings: m.Settings) -> None:
    world = raced(settings)
    past = world.room.race
    wanted = m.Settings(level="hard", seed="OTHER", practice=True, time_limit=False)
    registry, peer = await challenged(world, past.id, wanted=wanted)
    (room,) = registry.rooms
    told = peer.last(m.Snapshot).room.settings
    assert told == m.Settings(
        level=past.settings.level,
        columns=past.settings.columns,
        rows=past.settings.rows,
        mines=past.settings.mines,
        start=settings.start,
        mine_hit=settings.mine_hit,
        guess_free=settings.guess_free,
        seed=past.seed,
        time_limit=False,
        challenge=past.id,
    )
    room.receive(peer, m.Start(anyway=True))
    world.advance(3_000)
    assert (room.race.key, room.race.start, room.race.board) == (past.key, past.start, past.board)
    assert room.race.origin == "repeated"
    room.receive(peer, m.GiveUp(race=room.race.id))
    results = peer.last(m.Results)
    assert (results.ranked, results.settings.challenge) == (False, past.id)


async def test_a_race_that_nobody_knows_or_that_goes_on_makes_no_room() -> None:
    world = World()
    world.race(1)
    for race in (world.room.race.id, "BCDFGHJKLM"):
        with pytest.raises(Refused) as refused:
            await challenged(world, race)
        assert refused.value.code == "no_such_race"


async def test_a_practice_is_not_raced_against() -> None:
    world = raced(m.Settings(practice=True))
    with pytest.raises(Refused) as refused:
        await challenged(world, world.room.race.id)
    assert refused.value.code == "no_such_race"


async def test_r3_a_board_that_does_not_come_again_makes_no_room() -> None:
    """The race was dealt under another secret, or by other rules."""
    world = raced()
    race = world.room.race.id
    other = Dealer(b"another secret", world.letters, InlineWorkshop())
    around = dataclasses.replace(world.around, dealer=other)
    with pytest.raises(Refused) as refused:
        await Registry(Shelf(world), around).create(pid(7), m.Settings(), race)
    assert refused.value.code == "no_such_race"

    class Older(Shelf):
        async def facts(self, race: str) -> StoredRace | None:
            stored = await super().facts(race)
            assert stored is not None
            events = tuple(
                replace(event, ruleset=0) if isinstance(event, Dealt) else event
                for event in stored.events
            )
            return replace(stored, events=events)

    with pytest.raises(Refused) as refused:
        await Registry(Older(world), world.around).create(pid(7), m.Settings(), race)
    assert refused.value.code == "no_such_race"


def against_the_last() -> tuple[World, str]:
    """A world in the lobby of a race against the one before, and that one's id."""
    world = raced()
    first = world.room.race.id
    assert world.code(0, m.Rematch(seed="same", ghosts=True)) is None
    return world, first


def settings_told(world: World) -> m.Settings:
    told: m.Settings = world.peers[0].last(m.Room).room.settings
    return told


def test_the_same_board_again_against_those_who_have_just_raced() -> None:
    world, first = against_the_last()
    assert settings_told(world).challenge == first
    board = replay(world.stored_events(first)).board
    world.say(0, m.Start())
    world.advance(3_000)
    assert world.room.race.board == board
    world.say(0, m.GiveUp(race=world.room.race.id))
    assert not world.peers[0].last(m.Results).ranked
    world.say(0, m.Rematch(seed="same"))
    assert settings_told(world).challenge == first
    world.say(0, m.Start())
    world.advance(3_000)
    second = world.room.race.id
    world.say(0, m.GiveUp(race=second))
    world.say(0, m.Rematch(seed="same", ghosts=True))
    assert settings_told(world).challenge == second
    world.say(0, m.Start())
    world.advance(3_000)
    world.say(0, m.GiveUp(race=world.room.race.id))
    world.say(0, m.Rematch(ghosts=True))
    assert (settings_told(world).challenge, settings_told(world).seed) == (None, None)


def test_practice_and_races_broken_off_leave_no_ghosts() -> None:
    world = raced(m.Settings(practice=True))
    assert world.code(0, m.Rematch(seed="same", ghosts=True)) == "no_such_race"
    assert world.code(0, m.Rematch(seed="same")) is None


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        ({}, True),
        ({"time_limit": False, "auto_start": True, "mine_hit": "penalty", "bots": True}, True),
        ({"challenge": "BCDFGHJKLM"}, True),
        ({"seed": "OTHER"}, False),
        ({"seed": None}, False),
        ({"level": "hard"}, False),
        ({"level": "custom", "columns": 9, "rows": 9, "mines": 11}, False),
        ({"start": "own"}, False),
        ({"guess_free": False}, False),
    ],
)
def test_another_board_ends_the_challenge(change: dict[str, object], *, stays: bool) -> None:
    world, first = against_the_last()
    seed = world.room.race.settings.seed
    settings = m.Settings(**{"seed": seed, **change})  # type: ignore[arg-type]
    assert world.code(0, m.Configure(settings=settings)) is None
    assert world.room.race.settings.challenge == (first if stays else None)
    if change and "challenge" not in change:
        assert settings_told(world).challenge == (first if stays else None)
    assert read_settings(world.stored_room().settings).settings == world.room.race.settings


def test_nobody_makes_up_a_challenge_by_settings() -> None:
    world = World()
    world.lobby(1)
    world.say(0, m.Configure(settings=m.Settings(challenge="BCDFGHJKLM", time_limit=False)))
    assert settings_told(world).challenge is None


def test_r14_a_challenge_survives_a_restart() -> None:
    world, first = against_the_last()
    world.restart()
    peer = world.enter(0)
    assert peer.last(m.Snapshot).room.settings.challenge == first
    world.say(0, m.Ready(ready=True))
    world.say(0, m.Start())
    world.advance(3_000)
    assert world.room.race.origin == "repeated"
    assert world.room.race.board == replay(world.stored_events(first)).board

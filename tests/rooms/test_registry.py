"""Rooms made, found, woken once however many ask, and put to sleep (R15)."""

import asyncio

import pytest

from protocol import messages as m
from server.race.events import Finished
from server.records import StoredRoom
from server.rooms.ports import Surroundings
from server.rooms.registry import Refused, Registry, loop_timers, wake
from tests.rooms.fakes import FakePeer, FakeTimers, ManualClock, pid
from tests.rooms.world import CODE, World, stored_room


class Shelf:
    """A store that answers when it is told to."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.asked = 0
        self.open = asyncio.Event()
        self.open.set()

    async def room(self, code: str) -> StoredRoom | None:
        self.asked += 1
        await self.open.wait()
        writes = [write for write in self.world.recorder.stored if _room_of(write) == code]
        return stored_room(writes) if writes else None

    async def facts(self, race: str) -> None:
        raise NotImplementedError

    async def unfinished(self) -> list[str]:
        over = isinstance(stored_room(self.world.recorder.stored).events[-1], Finished)
        return [] if over else [CODE]


def _room_of(write: object) -> object:
    return getattr(write, "room", getattr(write, "code", None))


def made(world: World, **limits: int) -> tuple[Registry, Shelf]:
    shelf = Shelf(world)
    return Registry(shelf, world.around, **limits), shelf


async def test_a_room_is_created_stored_and_entered() -> None:
    world = World()
    registry, _ = made(world)
    code = await registry.create(pid(7), m.Settings(level="hard"))
    assert len(code) == 8
    room = await registry.find(code)
    assert room is not None
    peer = FakePeer(pid(7))
    assert room.enter(peer, "Seven", watch=False) is None
    state = peer.last(m.Snapshot).room
    assert (state.code, state.owner, state.host) == (code, pid(7), pid(7))
    assert state.settings.level == "hard"


async def test_a_room_is_not_announced_before_it_is_stored() -> None:
    world = World()
    registry, _ = made(world)
    world.recorder.held = True
    creating = asyncio.ensure_future(registry.create(pid(7), m.Settings()))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not creating.done()
    world.recorder.commit()
    assert await creating


@pytest.mark.parametrize(
    ("settings", "code"),
    [(m.Settings(level="custom"), "settings_invalid"), (m.Settings(seed="!"), "seed_invalid")],
)
async def test_unplayable_settings_make_no_room(settings: m.Settings, code: str) -> None:
    registry, _ = made(World())
    with pytest.raises(Refused) as refused:
        await registry.create(pid(0), settings)
    assert refused.value.code == code
    assert registry.rooms == ()


async def test_a_sleeping_room_is_woken_once_for_all_who_ask() -> None:
    world = World()
    world.lobby(2)
    registry, shelf = made(world)
    shelf.open.clear()
    asking = [asyncio.ensure_future(registry.find(CODE)) for _ in range(5)]
    await asyncio.sleep(0)
    asking[0].cancel()
    await asyncio.sleep(0)
    shelf.open.set()
    rooms = await asyncio.gather(*asking[1:])
    assert rooms[0] is not None
    assert all(room is rooms[0] for room in rooms)
    assert shelf.asked == 1
    assert await registry.find(CODE) is rooms[0]


async def test_an_unknown_code_is_no_room_and_is_not_remembered() -> None:
    world = World()
    registry, shelf = made(world)
    assert await registry.find("ZZZZZZZZ") is None
    assert await registry.find("ZZZZZZZZ") is None
    assert shelf.asked == 2


async def test_a_store_that_fails_fails_those_who_ask_and_not_the_next() -> None:
    world = World()

    class Failing(Shelf):
        async def room(self, code: str) -> StoredRoom | None:
            self.asked += 1
            if self.asked == 1:
                raise OSError
            return await super().room(code)

    registry = Registry(Failing(world), world.around)
    with pytest.raises(OSError):
        await registry.find(CODE)
    assert await registry.find(CODE) is not None


async def test_r15_a_room_with_nobody_in_it_sleeps_and_wakes_as_it_was() -> None:
    world = World()
    registry, _ = made(world, idle_ms=1_000)
    first = await registry.find(CODE)
    assert first is not None
    peer = FakePeer(pid(0))
    first.enter(peer, "Zero", watch=False)
    world.clock.now_ms += 5_000
    assert registry.sweep() == 0
    first.gone(peer)
    assert registry.sweep() == 0
    world.clock.now_ms += 999
    assert registry.sweep() == 0
    world.clock.now_ms += 1
    assert registry.sweep() == 1
    second = await registry.find(CODE)
    assert second is not None
    assert second is not first
    again = FakePeer(pid(0))
    second.enter(again, "Zero", watch=False)
    assert again.last(m.Snapshot).room == peer.last(m.Snapshot).room


async def test_there_is_a_cap_on_rooms_that_are_awake() -> None:
    world = World()
    registry, _ = made(world, max_rooms=2, idle_ms=1_000)
    codes = [await registry.create(pid(0), m.Settings()) for _ in range(2)]
    with pytest.raises(Refused, match="busy"):
        await registry.create(pid(0), m.Settings())
    with pytest.raises(Refused, match="busy"):
        await registry.find(CODE)
    assert await registry.find(codes[0]) is not None
    registry.sweep()
    world.clock.now_ms += 1_000
    assert await registry.create(pid(0), m.Settings())
    assert len(registry.rooms) == 1


async def test_a_full_recorder_or_a_stopping_server_makes_no_room() -> None:
    world = World()
    registry, _ = made(world)
    world.recorder.full = True
    with pytest.raises(Refused, match="busy"):
        await registry.create(pid(0), m.Settings())
    world.recorder.full = False
    world.draining = True
    with pytest.raises(Refused, match="busy"):
        await registry.create(pid(0), m.Settings())


async def test_a_code_is_never_given_twice() -> None:
    world = World()
    letters = iter([CODE, "ZZZZZZZZ", "B" * 10])
    around = Surroundings(
        clock=world.clock,
        recorder=world.recorder,
        timers=FakeTimers(),
        dealer=world.around.dealer,
        letters=lambda _: next(letters),
        workshop=world.around.workshop,
    )
    assert await Registry(Shelf(world), around).create(pid(0), m.Settings()) == "ZZZZZZZZ"


async def test_a_log_that_cannot_be_replayed_gives_a_fresh_lobby(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    world.race(2)
    stored = world.stored_room()
    broken = StoredRoom(
        code=stored.code,
        owner=stored.owner,
        locked=True,
        public=False,
        settings=b"not settings",
        members=stored.members,
        race=stored.race,
        events=stored.events[1:],
        last_race=None,
    )
    room = wake(broken, world.around)
    assert "cannot be replayed" in caplog.text
    assert "cannot be read" in caplog.text
    peer = FakePeer(pid(0))
    room.enter(peer, "Zero", watch=False)
    state = peer.last(m.Snapshot).room
    assert (state.phase, state.locked) == ("lobby", True)
    assert world.stored_room().race == room.race.id != stored.race


async def test_a_timer_of_the_loop_fires_when_the_last_moment_asked_for_has_come() -> None:
    clock, fired = ManualClock(), asyncio.Event()
    schedule = loop_timers(clock)(fired.set)
    schedule(clock.now_ms + 3_600_000)
    schedule(clock.now_ms - 1)
    await asyncio.wait_for(fired.wait(), 5)
    fired.clear()
    schedule(clock.now_ms)
    schedule(None)
    for _ in range(5):
        await asyncio.sleep(0)
    assert not fired.is_set()


async def test_r16_who_is_forgotten_is_taken_out_of_every_room() -> None:
    world = World()
    registry, _ = made(world)
    rooms = [await registry.find(await registry.create(pid(0), m.Settings())) for _ in range(2)]
    peers = []
    for room in rooms:
        assert room is not None
        peers.append(FakePeer(pid(1)))
        room.enter(peers[-1], "One", watch=False)
    registry.forget(pid(1))
    assert registry.is_forgotten(pid(1))
    assert not registry.is_forgotten(pid(0))
    assert [peer.closed for peer in peers] == [(4411, "forgotten")] * 2
    for room in registry.rooms:
        assert room.members.find(pid(1)) is None


async def test_who_is_forgotten_while_a_room_wakes_is_not_in_it() -> None:
    world = World()
    world.lobby(2)
    registry, shelf = made(world)
    shelf.open.clear()
    asking = asyncio.ensure_future(registry.find(CODE))
    await asyncio.sleep(0)
    registry.forget(pid(1))
    shelf.open.set()
    room = await asking
    assert room is not None
    assert [person.player for person in room.members] == [pid(0)]

"""Rooms woken by the server itself: after a bug, and those whose race a stop cut off (R14)."""

import asyncio

import pytest

from server.records import StoredRoom
from tests.rooms.test_registry import made
from tests.rooms.world import CODE, World


async def test_a_room_that_was_given_up_is_woken_from_its_log() -> None:
    world = World()
    world.race(2)
    registry, _ = made(world)
    room = await registry.find(CODE)
    assert room is not None
    room.broken = True
    world.recorder.held = True
    finding = asyncio.ensure_future(registry.find(CODE))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not finding.done()
    world.recorder.commit()
    woken = await finding
    assert woken is not None
    assert woken is not room
    assert woken.race.id == room.race.id
    assert woken.race.seq > room.race.seq


async def test_a_room_that_was_given_up_and_swept_is_not_woken_before_all_is_stored() -> None:
    world = World()
    registry, _ = made(world)
    room = await registry.find(CODE)
    assert room is not None
    world.recorder.held = True
    world.room = room
    world.enter(0)
    room.broken = True
    assert registry.sweep() == 1
    finding = asyncio.ensure_future(registry.find(CODE))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not finding.done()
    world.recorder.commit()
    woken = await finding
    assert woken is not None
    assert woken.race.seq == room.race.seq


async def test_r14_races_that_are_not_over_are_woken_and_come_to_their_end() -> None:
    world = World()
    world.race(2)
    world.timers.armed.clear()
    registry, _ = made(world)
    await registry.wake_unfinished()
    (room,) = registry.rooms
    assert room.race.paused_at is not None
    world.advance(600_000)
    assert room.race.phase == "finished"
    registry, _ = made(world)
    await registry.wake_unfinished()
    assert registry.rooms == ()


async def test_r14_a_room_that_cannot_be_woken_keeps_no_other_asleep(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = World()
    world.race(1)
    registry, store = made(world)

    async def unfinished() -> list[str]:
        return ["BROKENRM", CODE]

    async def room(code: str) -> StoredRoom | None:
        if code == "BROKENRM":
            raise ZeroDivisionError
        return world.stored_room()

    monkeypatch.setattr(store, "unfinished", unfinished)
    monkeypatch.setattr(store, "room", room)
    await registry.wake_unfinished()
    assert [room.code for room in registry.rooms] == [CODE]
    assert "BROKENRM" in caplog.text


async def test_r14_no_more_rooms_are_woken_than_can_be_awake() -> None:
    world = World()
    world.race(1)
    registry, _ = made(world, max_rooms=0)
    await registry.wake_unfinished()
    assert registry.rooms == ()

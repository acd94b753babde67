"""Orders are done, stored and noted before they are confirmed, and tell no secret."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

import pytest

from server.admin import orders as o
from server.app import App
from server.records import Write
from server.store.base import StoreFailed
from server.store.recorder import Recorder
from tests.admin.ordering import done, noted, refused
from tests.net.player import Player, new_room
from tests.store.played import NOON_MS, finished, people, placing


class SlowStore:
    """The part of the store that writes, as a test wants it."""

    def __init__(self, commit: Callable[[Sequence[Write]], Awaitable[None]]) -> None:
        self.commit = commit


async def test_rooms_and_who_is_in_them(app: App) -> None:
    assert await done(app, o.ListRooms()) == ["no room is awake"]
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Ann", room, token=token) as ann:
        (line,) = await done(app, o.ListRooms())
        assert line.startswith(f"room {room}: lobby, beginner 9x9x10, 1 there")
        lines = await done(app, o.ShowRoom(room=room))
        assert any(f"player {ann.id}: Ann" in text and "owner, host" in text for text in lines)
        assert token not in str(lines)
    assert "no room" in await refused(app, o.ShowRoom(room="BCDFGHJK"))


async def test_a_running_race_shows_neither_board_nor_seed(app: App) -> None:
    room, token = await new_room(app.port, seed="PRIVATESEED")
    async with await Player.come(app.port, "Ann", room, token=token) as ann:
        ann.say("ready", ready=True)
        ann.say("start")
        await ann.hear("countdown")
        race = app.registry.rooms[0].race
        lines = " ".join(await done(app, o.ShowRoom(room=room)))
        assert race.seed == "PRIVATESEED"
        assert race.key is not None
        assert "countdown" in lines
        for secret in (race.seed, race.key, token):
            assert str(secret) not in lines


async def test_a_closed_room_breaks_its_race_off_and_leads_nowhere(app: App) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Ann", room, token=token) as ann:
        ann.say("ready", ready=True)
        ann.say("start")
        await ann.hear("countdown")
        await done(app, o.ShutRoom(room=room))
        broken = await ann.hear("aborted")
        assert broken["race"] == ann.race
        assert await ann.closed() == 4412
    assert app.registry.rooms == ()
    assert not await app.store.room_exists(room)
    assert noted(app) == [("room_closed", room)]
    async with await Player.visit(app.port, f"/ws?r={room}") as again:
        again.say("hello", version=1, token=token)
        assert await again.closed() == 4404
    assert "no room" in await refused(app, o.ShutRoom(room=room))
    assert await app.store.results(ann.race) == []


async def test_a_sleeping_room_is_closed_too(app: App) -> None:
    room, token = await new_room(app.port)
    app.registry._forget(room)
    await done(app, o.ShutRoom(room=room))
    async with await Player.visit(app.port, f"/ws?r={room}") as again:
        again.say("hello", version=1, token=token)
        assert await again.closed() == 4404


async def test_a_removed_result_is_listed_with_its_reason(app: App) -> None:
    await app.store.commit(
        [*people("A", "B"), finished("R1", placing("A"), placing("B", 2, time_ms=20_000))]
    )
    assert await done(app, o.ListRemoved()) == ["no result was removed"]
    order = o.DropResult(race="R1", player="A", reason="a script")
    await done(app, order)
    (line,) = await done(app, o.ListRemoved())
    assert "player A in race R1: a script" in line
    best = await app.store.best_times("beginner", "all", NOON_MS, 9, guess_free=False)
    assert [row.player for row in best] == ["B"]
    assert await app.store.rebuild() == 1
    assert "no result" in await refused(app, order)
    assert "no result" in await refused(app, o.DropResult(race="R2", player="A", reason="x"))
    assert noted(app) == [("result_removed", "R1 A")]
    assert "a script" in (await done(app, o.ShowPlayer(player="A")))[-1]


async def test_everybody_hears_what_is_announced(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Bob") as bob,
        await Player.visit(app.port) as stranger,
    ):
        with caplog.at_level(logging.WARNING):
            lines = await done(app, o.Announce(text="Back at <b>nine</b>"))
        assert lines == ["2 connections were told"]
        for player in (ann, bob):
            assert (await player.hear("notice"))["text"] == "Back at <b>nine</b>"
        assert stranger.frames == []
    assert "announced" in caplog.messages
    assert "one line" in await refused(app, o.Announce(text="two\nlines"))
    assert noted(app) == [("announced", "everybody")]


async def test_nothing_is_done_while_nothing_can_be_stored(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, _ = await new_room(app.port)
    async with await Player.come(app.port, "Ann") as ann:
        monkeypatch.setattr(Recorder, "full", True)
        for order in (
            o.ShutRoom(room=room),
            o.Ban(player=ann.id),
            o.Unban(player=ann.id),
            o.RemovePlayer(player=ann.id),
            o.Rename(player=ann.id, name="Bob"),
            o.Announce(text="hello"),
        ):
            assert "nothing can be stored" in await refused(app, order)
    assert noted(app) == []
    assert await app.store.room_exists(room)


async def test_it_is_told_and_confirmed_when_it_is_stored_and_not_before(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, stored = asyncio.Event(), asyncio.Event()
    honest = app.store.commit

    async def slow(group: Sequence[Write]) -> None:
        asked.set()
        await stored.wait()
        await honest(group)

    async with await Player.come(app.port, "Ann") as ann:
        monkeypatch.setattr(app.recorder, "_store", SlowStore(slow))
        order = asyncio.create_task(app._make_desk().obey(o.Announce(text="Back at nine")))
        await asked.wait()
        await ann.caught_up()
        assert not order.done()
        assert [frame["t"] for frame in ann.frames] == ["welcome", "pong"]
        stored.set()
        assert (await order).lines == ["1 connections were told"]
        await ann.hear("notice")


async def test_orders_are_done_one_after_another_in_memory_as_in_the_store(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, stored = asyncio.Event(), asyncio.Event()
    honest = app.store.commit

    async def slow(group: Sequence[Write]) -> None:
        asked.set()
        await stored.wait()
        await honest(group)

    async with await Player.come(app.port, "Ann") as ann:
        desk = app._make_desk()
        await desk.obey(o.Ban(player=ann.id))
        monkeypatch.setattr(app.recorder, "_store", SlowStore(slow))
        first = asyncio.create_task(desk.obey(o.Unban(player=ann.id)))
        await asked.wait()
        second = asyncio.create_task(desk.obey(o.Ban(player=ann.id)))
        assert await desk.obey(o.ListRooms()) == o.Answer(lines=["no room is awake"])
        stored.set()
        await asyncio.gather(first, second)
        known = await app.store.player(ann.id)
        assert known is not None
        assert known.banned
        assert app.registry.is_banned(ann.id)


async def test_a_failed_disk_confirms_nothing(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(group: Sequence[Write]) -> None:
        raise StoreFailed("disk gone")

    async with await Player.come(app.port, "Ann") as ann:
        monkeypatch.setattr(app.recorder, "_store", SlowStore(fail))
        assert "nothing can be stored" in await refused(app, o.Ban(player=ann.id))

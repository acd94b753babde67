"""Orders are done, stored and noted before they are confirmed, and tell no secret."""

import logging
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from server.admin import orders as o
from server.admin.desk import Desk
from server.app import App
from server.config import Config
from server.store.memory import MemoryStore
from server.store.recorder import Recorder
from tests.manual_clock import ManualClock
from tests.net.player import Player, new_room
from tests.store.played import NOON_MS, finished, people, placing


@pytest_asyncio.fixture
async def app() -> AsyncIterator[App]:
    config = Config(port=0, close_ms=200, hello_ms=20_000)
    async with App(config, clock=ManualClock()) as app:
        yield app


async def done(app: App, order: o.Order) -> list[str]:
    answer = await app._make_desk().obey(order)
    assert answer.refused is None, answer
    return answer.lines


async def refused(app: App, order: o.Order) -> str:
    answer = await app._make_desk().obey(order)
    assert answer.lines == []
    assert answer.refused is not None
    return answer.refused


def noted(app: App) -> list[tuple[str, str]]:
    assert isinstance(app.store, MemoryStore)
    return [(note.ruling, note.about) for note in app.store.rulings.values()]


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


async def test_who_is_banned_goes_and_stays_out_until_unbanned(app: App) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Bob", room) as bob,
        await Player.come(app.port, "Bob", token=bob.token) as outside,
    ):
        ann.say("ready", ready=True)
        await done(app, o.Ban(player=bob.id))
        assert await bob.closed() == 4413
        assert await outside.closed() == 4413
        state = await ann.hear("room")
        while len(state["room"]["members"]) > 1:
            state = await ann.hear("room")
        for path in ("/ws", f"/ws?r={room}"):
            async with await Player.visit(app.port, path) as again:
                again.say("hello", version=1, token=bob.token)
                assert await again.closed() == 4413
        assert "banned" in (await done(app, o.ShowPlayer(player=bob.id)))[0]
        await done(app, o.Unban(player=bob.id))
        assert "banned" not in (await done(app, o.ShowPlayer(player=bob.id)))[0]
        async with await Player.come(app.port, "Bob", room, token=bob.token) as back:
            assert back.id == bob.id
    assert noted(app) == [("player_banned", bob.id), ("player_unbanned", bob.id)]


async def test_a_ban_survives_a_recovery_code(app: App) -> None:
    async with await Player.come(app.port, "Bob") as bob:
        bob.say("recovery")
        code = (await bob.hear("recovery_code"))["code"]
        await done(app, o.Ban(player=bob.id))
        assert await bob.closed() == 4413
    async with await Player.visit(app.port) as again:
        again.say("hello", version=1, recovery=code)
        assert await again.closed() == 4413


async def test_a_banned_owner_leaves_the_room_to_the_others(app: App) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Bob", room) as bob,
    ):
        await done(app, o.Ban(player=ann.id))
        state = await bob.hear("room")
        assert (state["room"]["owner"], len(state["room"]["members"])) == (bob.id, 1)


async def test_another_name_everywhere_or_nowhere(app: App) -> None:
    room, token = await new_room(app.port)
    other, other_token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token) as ann,
        await Player.come(app.port, "Rude", room) as rude,
        await Player.come(app.port, "Eve", other, token=other_token),
    ):
        async with await Player.come(app.port, "Rude", other, token=rude.token):
            pass
        taken = await refused(app, o.Rename(player=rude.id, name="eve"))
        assert other in taken
        assert "cannot be used" in await refused(app, o.Rename(player=rude.id, name="\u200b"))
        stored = await app.store.player(rude.id)
        assert stored is not None
        assert stored.name == "Rude"
        # the other room has to be woken for it
        app.registry._forget(other)
        await done(app, o.Rename(player=rude.id, name="  Kind  one"))
        state = await ann.hear("room")
        while "Kind one" not in [member["name"] for member in state["room"]["members"]]:
            state = await ann.hear("room")
        for code in (room, other):
            kept = await app.store.room(code)
            assert kept is not None
            assert {member.name for member in kept.members if member.player == rude.id} == {
                "Kind one"
            }
    stored = await app.store.player(rude.id)
    assert stored is not None
    assert stored.name == "Kind one"
    assert noted(app) == [("player_renamed", rude.id)]


async def test_a_page_that_says_the_old_name_by_itself_does_not_bring_it_back(app: App) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Rude", room, token=token) as rude:
        pass
    await done(app, o.Rename(player=rude.id, name="Kind"))
    for said, name in (("Rude", "Kind"), ("RUDE", "Kind"), ("Other", "Other"), ("rude", "Other")):
        async with await Player.come(app.port, said, room, token=token):
            stored = await app.store.player(rude.id)
            assert stored is not None
            assert stored.name == name


async def test_who_is_removed_is_forgotten(app: App) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room, token=token),
        await Player.come(app.port, "Bob", room) as bob,
        await Player.come(app.port, "Bob", token=bob.token) as outside,
    ):
        await done(app, o.RemovePlayer(player=bob.id))
        assert await bob.closed() == 4411
        assert await outside.closed() == 4411
        assert await app.store.player(bob.id) is None
        async with await Player.visit(app.port) as again:
            again.say("hello", version=1, token=bob.token)
            assert await again.closed() == 4401
    for order in (
        o.RemovePlayer(player=bob.id),
        o.Ban(player=bob.id),
        o.Unban(player=bob.id),
        o.ShowPlayer(player=bob.id),
        o.Rename(player="NOBODY", name="X"),
    ):
        assert "no player" in await refused(app, order)


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


async def test_it_is_confirmed_when_it_is_stored_and_not_before(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise OSError("gone")

    async with await Player.come(app.port, "Ann") as ann:
        desk: Desk = app._make_desk()
        monkeypatch.setattr(app.recorder, "flush", fail)
        with pytest.raises(OSError, match="gone"):
            await desk.obey(o.Ban(player=ann.id))

"""What is between a player and the server: another device, and being forgotten (R16)."""

import asyncio

import pytest

from server.app import App
from server.records import PutRoom, StoredAccount
from server.store.base import StoreFailed
from server.store.recorder import Recorder
from tests.net.player import Player, new_room
from tests.store.played import finished, placing


async def code_of(player: Player) -> str:
    player.say("recovery")
    return str((await player.hear("recovery_code"))["code"])


async def test_r16_an_identity_is_carried_to_another_device(app: App) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Owner", room, token=token) as old:
        code = await code_of(old)
        async with await Player.visit(app.port) as new:
            new.say("hello", version=1, recovery=code.lower())
            welcome = await new.hear("welcome")
        assert (welcome["player"], welcome["name"]) == (old.id, "Owner")
        assert welcome["token"] not in {None, token}
        # The old device is still signed in, and so is the new one: the same seat.
        await old.caught_up()
        async with await Player.come(app.port, "Owner", room, token=welcome["token"]) as again:
            assert again.id == old.id
            assert await old.closed() == 4409
        async with await Player.come(app.port, "Owner", room, token=token) as once_more:
            assert once_more.id == old.id


async def test_a_code_is_used_up_and_replaced_by_a_newer_one(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        first, second = await code_of(ann), await code_of(ann)
        for code, answer in ((first, "rejected"), (second, "welcome"), (second, "rejected")):
            async with await Player.visit(app.port) as other:
                other.say("hello", version=1, recovery=code)
                assert (await other.next())["t"] == answer


async def test_a_code_can_be_asked_for_right_behind_hello(app: App) -> None:
    room, token = await new_room(app.port)
    for path in ("/ws", f"/ws?r={room}"):
        async with await Player.visit(app.port, path) as ann:
            ann.say("hello", version=1, token=token)
            ann.say("recovery")
            await ann.hear("recovery_code")


async def test_a_code_that_led_to_no_room_is_still_good(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        code = await code_of(ann)
    for path, tag in (("/ws?r=BCDFGHJK", None), ("/ws", "welcome")):
        async with await Player.visit(app.port, path) as other:
            other.say("hello", version=1, recovery=code)
            if tag is None:
                assert await other.closed() == 4404
            else:
                await other.hear(tag)


async def test_before_hello_there_is_nobody_to_ask_for(app: App) -> None:
    async with await Player.visit(app.port) as ann:
        for tag in ("recovery", "my_data", "forget_me"):
            ann.say(tag)
            refused = await ann.next()
            assert (refused["code"], refused["re"]) == ("not_in_a_room", tag)


async def test_nothing_is_promised_while_nothing_can_be_stored(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        monkeypatch.setattr(Recorder, "full", True)
        for tag in ("recovery", "forget_me"):
            ann.say(tag)
            refused = await ann.next()
            assert (refused["code"], refused["re"]) == ("busy", tag)


async def test_r16_who_is_forgotten_is_gone_everywhere(app: App) -> None:
    room, token = await new_room(app.port)
    other_room, _ = await new_room(app.port)
    async with (
        await Player.come(app.port, "Owner", room, token=token) as owner,
        await Player.come(app.port, "Ann", room) as ann,
        await Player.come(app.port, "Ann", other_room, token=ann.token) as elsewhere,
        await Player.come(app.port, "Ann", token=ann.token) as outside,
    ):
        code = await code_of(ann)
        ann.say("forget_me")
        assert await ann.closed() == 4411
        assert await elsewhere.closed() == 4411
        outside.say("create")
        assert await outside.closed() == 4411
        members = (await owner.hear("room"))["room"]["members"]
        while len(members) > 1:
            members = (await owner.hear("room"))["room"]["members"]
        assert [member["name"] for member in members] == ["Owner"]
        assert await app.store.player(ann.id) is None
        async with await Player.visit(app.port) as back:
            back.say("hello", version=1, token=ann.token)
            assert await back.closed() == 4401
        async with await Player.visit(app.port) as back:
            back.say("hello", version=1, recovery=code)
            assert (await back.next())["code"] == "recovery_invalid"
        async with await Player.come(app.port, "Ann", room) as new:
            assert new.id != ann.id


async def test_who_is_forgotten_while_saying_hello_is_not_let_in(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store was asked before, the answer comes after."""
    room, token = await new_room(app.port)
    find = app.registry.find

    async def forgotten_meanwhile(code: str) -> object:
        app.registry.forget(owner.id)
        return await find(code)

    async with await Player.come(app.port, "Owner", token=token) as owner:
        pass
    monkeypatch.setattr(app.registry, "find", forgotten_meanwhile)
    async with await Player.visit(app.port, f"/ws?r={room}") as late:
        late.say("hello", version=1, token=token)
        assert await late.closed() == 4401


async def test_secrets_are_in_no_log(app: App, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("DEBUG", logger="server"):
        async with await Player.come(app.port, "Ann") as ann:
            code = await code_of(ann)
            async with await Player.visit(app.port) as other:
                other.say("hello", version=1, recovery=code)
                token = (await other.hear("welcome"))["token"]
            ann.say("forget_me")
            assert await ann.closed() == 4411
    forgotten = [entry for entry in caplog.records if entry.message == "player_forgotten"]
    assert [vars(entry)["about"]["player"] for entry in forgotten] == [ann.id]
    for secret in (code, code.replace("-", ""), token):
        assert secret not in caplog.text


async def test_a_player_sees_all_that_is_stored_about_him(app: App) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Owner", room, token=token) as owner:
        owner.say("ready", ready=True)
        owner.say("start")
        await owner.hear("countdown")
        owner.say("my_data")
        told = await owner.hear("own_data")
    assert (told["player"], told["name"], told["devices"]) == (owner.id, "Owner", 1)
    assert [(one["room"], one["owner"]) for one in told["rooms"]] == [(room, True)]
    assert (told["races"], told["removed"], told["more"]) == ([], [], None)
    assert token not in str(told)


async def test_many_races_are_told_in_parts(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        row = PutRoom(
            code="ROOM", owner=ann.id, locked=False, public=False, settings=b"{}", date_ms=1
        )
        races = [
            finished(f"R{number:03}", placing(ann.id), date_ms=number) for number in range(120)
        ]
        await app.store.commit([row, *races])
        ann.say("my_data")
        first = await ann.hear("own_data")
        ann.say("my_data", skip=first["more"])
        second = await ann.hear("own_data")
    assert [row["race"] for row in (*first["races"], *second["races"])] == [
        f"R{number:03}" for number in range(120)
    ]
    assert second["more"] is None


async def test_one_reading_at_a_time(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    held = asyncio.Event()
    honest = app.store.account

    async def slow(player: str, skip: int, limit: int) -> StoredAccount | None:
        await held.wait()
        return await honest(player, skip, limit)

    monkeypatch.setattr(app.store, "account", slow)
    async with await Player.come(app.port, "Ann") as ann:
        ann.say("my_data")
        ann.say("my_data")
        refused = await ann.hear("rejected")
        assert (refused["code"], refused["re"]) == ("too_fast", "my_data")
        held.set()
        await ann.hear("own_data")
        ann.say("my_data")
        await ann.hear("own_data")


async def test_what_cannot_be_read_ends_the_connection(
    app: App, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(player: str, skip: int, limit: int) -> None:
        raise StoreFailed("disk gone")

    monkeypatch.setattr(app.store, "account", fail)
    async with await Player.come(app.port, "Ann") as ann:
        ann.say("my_data")
        assert await ann.closed() == 1011
    assert "disk gone" in caplog.text

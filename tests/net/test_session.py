"""A session from hello to its close codes, against the whole server in process."""

import json

import pytest

from server.app import App
from server.config import Config
from tests.net.player import Player, new_room
from tests.net.raw import BINARY, TEXT, frame

NOWHERE = "BCDFGHJK"


async def test_a_new_player_gets_a_token_once(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        assert len(ann.token) == 43
    async with await Player.come(app.port, "Ann", token=ann.token) as again:
        assert again.id == ann.id
        assert again.frames[0] == {
            "t": "welcome",
            "version": 1,
            "player": ann.id,
            "name": "Ann",
            "token": None,
        }


async def test_a_known_player_needs_no_name_and_may_take_another(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        pass
    for name, known_as in ((None, "Ann"), ("Bo", "Bo"), (None, "Bo")):
        async with await Player.visit(app.port) as again:
            again.say("hello", version=1, token=ann.token, name=name)
            assert (await again.hear("welcome"))["name"] == known_as


@pytest.mark.parametrize("name", [None, "", "   ", "x" * 21, "a\u202eb", "\u200b"])
async def test_a_new_player_needs_a_name_and_may_try_again(app: App, name: str | None) -> None:
    async with await Player.visit(app.port) as ann:
        ann.say("hello", version=1, name=name)
        assert await ann.next() == {
            "t": "rejected",
            "code": "name_invalid",
            "re": "hello",
            "n": None,
        }
        ann.say("hello", version=1, name="Ann")
        await ann.hear("welcome")


async def test_a_token_is_only_for_who_has_it(app: App) -> None:
    async with await Player.visit(app.port) as eve:
        eve.say("hello", version=1, token="x" * 43, name="Eve")
        assert await eve.closed() == 4401


@pytest.mark.parametrize("version", [0, 2, 2**31 - 1])
async def test_another_version_is_told_so(app: App, version: int) -> None:
    async with await Player.visit(app.port) as ann:
        ann.say("hello", version=version, name="Ann")
        assert await ann.closed() == 4426


async def test_hello_must_come_in_time() -> None:
    async with App(Config(port=0, close_ms=200, hello_ms=30)) as app:
        for early in ((), ("ready",)):
            async with await Player.visit(app.port) as ann:
                for tag in early:
                    ann.say(tag, ready=True)
                assert await ann.closed() == 4408


async def test_before_hello_nothing_else_is_answered_but_ping(app: App) -> None:
    async with await Player.visit(app.port) as ann:
        ann.say("ping")
        assert await ann.next() == {"t": "pong"}
        ann.say("move", race="BCDFGHJKLM", n=7, kind="open", cell=0)
        assert await ann.next() == {
            "t": "rejected",
            "code": "not_in_a_room",
            "re": "move",
            "n": 7,
        }


@pytest.mark.parametrize("code", [NOWHERE, "", "BCDFGHJ", "BCDFGHJKL", "AEIOUAEI", "%00", "%C3%A9"])
async def test_an_unknown_room_is_told_so_and_makes_nobody(app: App, code: str) -> None:
    async with await Player.visit(app.port, f"/ws?r={code}") as ann:
        ann.say("hello", version=1, name="Ann")
        assert await ann.closed() == 4404
        assert ann.frames == []


async def test_outside_a_room_there_is_nothing_to_do_but_create(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        ann.say("start")
        assert (await ann.next())["code"] == "not_in_a_room"
        ann.say("hello", version=1, name="Ann")
        assert (await ann.next())["code"] == "already_greeted"


async def test_a_race_that_is_none_is_no_challenge(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        ann.say("create", challenge="BCDFGHJKLM")
        refused = await ann.next()
        assert (refused["t"], refused["code"], refused["re"]) == (
            "rejected",
            "no_such_race",
            "create",
        )
        ann.say("create")
        assert (await ann.next())["t"] == "created"


async def test_in_a_room_hello_and_create_are_refused(app: App) -> None:
    room, _ = await new_room(app.port)
    async with await Player.come(app.port, "Ann", room) as ann:
        ann.say("hello", version=1, name="Ann")
        assert (await ann.hear("rejected"))["code"] == "already_greeted"
        ann.say("create")
        assert (await ann.hear("rejected"))["code"] == "in_a_room"


async def test_messages_right_behind_hello_are_taken_in_order(app: App) -> None:
    room, _ = await new_room(app.port)
    async with await Player.visit(app.port, f"/ws?r={room}") as ann:
        ann.say("hello", version=1, name="Ann")
        ann.say("ready", ready=True)
        ann.say("rename", name="Anna")
        await ann.hear("snapshot")
        member = (await ann.hear("room"))["room"]["members"][-1]
        assert (member["name"], member["ready"]) == ("Ann", True)
        assert (await ann.hear("room"))["room"]["members"][-1]["name"] == "Anna"


async def test_who_is_turned_away_may_say_hello_again(app: App) -> None:
    room, _ = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room),
        await Player.visit(app.port, f"/ws?r={room}") as twin,
    ):
        twin.say("hello", version=1, name="ann")
        first = await twin.hear("welcome")
        assert (await twin.hear("rejected"))["code"] == "name_taken"
        twin.say("hello", version=1, name="Bea")
        second = await twin.hear("welcome")
        await twin.hear("snapshot")
        assert (second["player"], second["token"]) == (first["player"], None)


async def test_a_newer_connection_replaces_the_older(app: App) -> None:
    room, _ = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room) as old,
        await Player.come(app.port, "Ann", room, token=old.token) as new,
    ):
        assert await old.closed() == 4409
        await new.caught_up()


@pytest.mark.parametrize(
    ("wrong", "code"), [({"token": "x" * 43, "version": 1}, 4401), ({"version": 2}, 4426)]
)
async def test_a_hello_behind_one_that_led_out_is_not_heard(
    app: App, wrong: dict[str, object], code: int
) -> None:
    room, _ = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room) as ann,
        await Player.visit(app.port, f"/ws?r={room}") as eve,
    ):
        hellos = ({"name": "Eve"} | wrong, {"version": 1, "token": ann.token})
        both = [json.dumps({"t": "hello"} | hello).encode() for hello in hellos]
        eve.write(b"".join(frame(TEXT, hello) for hello in both))
        assert await eve.closed() == code
        await ann.caught_up()
        assert eve.frames == []


async def test_leaving_closes(app: App) -> None:
    room, _ = await new_room(app.port)
    async with await Player.come(app.port, "Ann", room) as ann:
        ann.say("leave")
        assert await ann.closed() == 4410


@pytest.mark.parametrize("greeted", [False, True])
async def test_what_is_no_message_is_told_and_closed(app: App, greeted: bool) -> None:
    room, _ = await new_room(app.port)
    coming = Player.come(app.port, "Ann", room) if greeted else Player.visit(app.port)
    async with await coming as ann:
        ann.text('{"t":"start","anyway":1}')
        error = await ann.hear("error")
        assert error["path"] == "$.anyway"
        assert await ann.closed() == 4400


async def test_binary_frames_are_no_messages(app: App) -> None:
    async with await Player.visit(app.port) as ann:
        ann.send(BINARY, b'{"t":"ping"}')
        assert (await ann.next())["t"] == "error"
        assert await ann.closed() == 4400

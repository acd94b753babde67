"""What a session does when there is too much, when something fails, and at its end."""

import asyncio
import logging

import pytest

from server.app import App
from server.config import Config
from server.rooms.room import Room
from server.store.recorder import Recorder
from tests.manual_clock import ManualClock
from tests.net.player import Player, new_room

NOWHERE = "BCDFGHJK"


async def test_guessing_rooms_is_slow_and_locks_no_member_out(app: App, clock: ManualClock) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Owner", room, token=token):
        pass
    for expected in [4404] * 10 + [4429] * 2:
        async with await Player.visit(app.port, f"/ws?r={NOWHERE}") as eve:
            eve.say("hello", version=1, name="Eve")
            assert await eve.closed() == expected
    async with await Player.visit(app.port, f"/ws?r={room}") as eve:
        eve.say("hello", version=1, name="Eve")
        assert await eve.closed() == 4429
    async with await Player.come(app.port, "Owner", room, token=token):
        pass
    clock.advance(60_000)
    async with await Player.come(app.port, "Ann", room):
        pass


async def test_creating_rooms_is_limited_by_address(app: App) -> None:
    async with await Player.come(app.port, "Ann") as ann:
        ann.say("create", settings={"level": "custom", "columns": 5, "rows": 5, "mines": 17})
        assert (await ann.next())["code"] == "settings_invalid"
        for _ in range(5):
            ann.say("create")
            assert (await ann.next())["t"] == "created"
        ann.say("create")
        assert await ann.next() == {
            "t": "rejected",
            "code": "too_many_rooms",
            "re": "create",
            "n": None,
        }


async def test_making_players_is_limited_by_address(clock: ManualClock) -> None:
    """Each is a row for ever. Who is known already comes in all the same."""
    config = Config(port=0, close_ms=200, players_per_minute=2)
    async with App(config, clock=clock) as app:
        tokens = []
        for _ in range(2):
            async with await Player.come(app.port, "Ann") as ann:
                tokens.append(ann.token)
        async with await Player.visit(app.port) as eve:
            eve.say("hello", version=1, name="")
            assert (await eve.next())["code"] == "name_invalid"
            eve.say("hello", version=1, name="Eve")
            assert await eve.closed() == 4429
        async with await Player.come(app.port, "Ann", token=tokens[0]):
            pass
        clock.advance(60_000)
        async with await Player.come(app.port, "Eve"):
            pass


async def test_too_fast_is_dropped_and_told_once(app: App, clock: ManualClock) -> None:
    async with await Player.visit(app.port) as ann:
        for _ in range(90):
            ann.say("ping")
        assert [(await ann.next())["t"] for _ in range(81)] == ["pong"] * 80 + ["rejected"]
        assert ann.frames[-1] == {"t": "rejected", "code": "too_fast", "re": "ping", "n": None}
        clock.advance(1_000)
        ann.say("ping")
        assert (await ann.next())["t"] == "pong"


async def test_too_fast_for_long_is_closed(app: App, clock: ManualClock) -> None:
    async with await Player.visit(app.port) as ann:
        ping = '{"t":"ping"}'
        for _ in range(90):
            ann.text(ping)
        await ann.hear("rejected")
        for _ in range(30):
            clock.advance(100)
            for _ in range(10):
                ann.text(ping)
            for _ in range(4):
                assert (await ann.next())["t"] == "pong"
        assert await ann.closed() == 1008


async def test_a_bug_is_logged_and_closes_only_its_session(
    app: App, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, token = await new_room(app.port)
    async with (
        await Player.come(app.port, "Ann", room) as ann,
        await Player.come(app.port, "Owner", room, token=token) as owner,
    ):
        await ann.caught_up()

        def broken(*_: object) -> None:
            raise LookupError("a bug")

        with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
            patch.setattr(Room, "receive", broken)
            ann.say("ready", ready=True)
            assert await ann.closed() == 1011
        await owner.caught_up()
    (entry,) = (entry for entry in caplog.records if entry.message == "failed with a message")
    assert vars(entry)["about"] == {"player": ann.id, "room": room}
    assert ann.token not in caplog.text


async def test_a_full_recorder_is_told(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Player.come(app.port, "Ann") as ann, await Player.visit(app.port) as new:
        monkeypatch.setattr(Recorder, "full", True)
        ann.say("create")
        assert (await ann.next())["code"] == "busy"
        new.say("hello", version=1, name="Bea")
        assert (await new.next())["code"] == "busy"


async def test_waiting_messages_are_bounded_and_the_end_ends_the_wait(
    app: App, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, token = await new_room(app.port)
    asked = asyncio.Event()

    async def stuck(token_hash: bytes) -> None:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(app.store, "player_by_token", stuck)
    async with await Player.visit(app.port, f"/ws?r={room}") as ann:
        ann.say("hello", version=1, token=token)
        await asked.wait()
        for _ in range(79):
            ann.say("ready", ready=True)
        ann.say("ping")
        await ann.hear("rejected", code="too_fast")
        clock.advance(1_000)
        ann.say("ready", ready=True)
        ann.say("ready", ready=True)
        assert await ann.next() == {"t": "rejected", "code": "busy", "re": "ready", "n": None}
    # leaving the block drops the line; stopping the app would hang on a session that still waits


async def test_a_lost_line_is_seen_by_the_room(app: App) -> None:
    room, token = await new_room(app.port)
    async with await Player.come(app.port, "Owner", room, token=token) as owner:
        async with await Player.come(app.port, "Ann", room):
            await owner.hear("room")
        away = (await owner.hear("room"))["room"]["members"][-1]
        assert (away["name"], away["present"]) == ("Ann", False)

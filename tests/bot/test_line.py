"""Bots over real sockets: they enter, come back after a break, and know when it is over."""

import asyncio

import pytest

from protocol.messages import Settings
from server.app import App
from server.bot.line import Caller, stay
from server.bot.player import Player
from server.config import Config
from tests.suites.peer import Peer


def config() -> Config:
    return Config(port=0, close_ms=200, ping_ms=200)


def address(app: App, code: str) -> str:
    return f"ws://127.0.0.1:{app.port}/ws?r={code}"


async def test_it_enters_and_comes_back_until_it_is_removed() -> None:
    async with App(config()) as app:
        host, code = await Peer.create_room(app.url, "Ann", {"bots": True})
        bot = asyncio.create_task(stay(Caller(address(app, code), name="Bolt"), Player("fast")))
        await host.until(lambda peer: len(peer.room["members"]) == 2)
        (member,) = [one for one in host.room["members"] if one["name"] == "Bolt"]
        assert member["bot"]
        room = await app.registry.find(code)
        assert room is not None
        connection = room.audience.of(member["player"])
        assert connection is not None
        connection.close(1011, "internal_error")
        await host.until(lambda peer: len([m for m in peer.messages if m["t"] == "room"]) >= 3)
        await host.until(lambda peer: all(one["present"] for one in peer.room["members"]))
        await host.send("remove", player=member["player"])
        assert await bot == "forbidden"
        await host.close()


async def test_it_leaves_when_its_races_are_raced() -> None:
    """Alone with its own room."""
    async with App(config()) as app:
        host, code = await Peer.create_room(app.url, "Ann", {"bots": True})
        player = Player("fast", races=1)
        bot = asyncio.create_task(stay(Caller(address(app, code), name="Bolt"), player))
        await host.until(lambda peer: len(peer.room["members"]) == 2)
        player.leaving = True
        await host.send("remove", player=player.me)
        assert await bot == "left"
        await host.close()


async def test_refusals_are_told() -> None:
    async with App(config()) as app:
        host, code = await Peer.create_room(app.url, "Ann")
        bolt = Caller(address(app, code), name="Bolt")
        assert await stay(bolt, Player("fast")) == "bots_not_allowed"
        nowhere = Caller(address(app, "BBBBBBBB"), name="Bolt")
        assert await stay(nowhere, Player("fast")) == "no_such_room"
        assert await stay(Caller("http://nowhere", name="Bolt"), Player("fast")) == "bad_address"
        unknown = Caller(address(app, code), token="t" * 43)
        assert await stay(unknown, Player("fast")) == "bad_token"
        await host.close()


async def test_a_server_that_is_away_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.bot.line.LONGEST_PAUSE_S", 0.001)
    async with App(config()) as app:
        gone = address(app, "BBBBBBBB")
    assert await stay(Caller(gone, name="Bolt"), Player("fast")) == "unreachable"


def test_settings_of_before_let_no_bots_in() -> None:
    assert not Settings().bots

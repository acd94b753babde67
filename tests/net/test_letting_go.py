"""A connection that is over is gone at once: the collector looks rarely, and it holds 25 KiB."""

import asyncio
import gc
import os
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

from server.app import App
from server.net.connection import GuardedConnection
from server.net.guarded_protocol import GuardedProtocol
from server.net.session import Session
from tests.net.player import Player, new_room
from tests.net.raw import BINARY, CLOSE, PING, TEXT, Raw

_CLASSES = (GuardedConnection, GuardedProtocol, Session)
_TAKES_S = 0.02
_PATIENCE_S = 5


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Without the collector, what is in a ring stays."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def page(port: int) -> None:
    async with await Raw.open(port) as raw:
        raw.ask("GET", "/api/rooms")
        await raw.answer()


async def half_a_request(port: int) -> None:
    async with await Raw.open(port) as raw:
        raw.write(b"GET / HT")


async def hang_up(port: int) -> None:
    code, token = await new_room(port)
    async with await Player.come(port, "Ann", code, token=token) as ann:
        await ann.caught_up()


async def farewell(port: int) -> None:
    async with await Player.come(port, "Ann") as ann:
        ann.send(CLOSE, b"\x03\xe8")
        assert await ann.closed() == 1000


async def own_affairs(port: int) -> None:
    async with await Player.come(port, "Ann") as ann:
        ann.say("recovery")
        await ann.hear("recovery_code")
        ann.say("my_data")
        await ann.hear("own_data")
        ann.say("forget_me")
        assert await ann.closed() == 4411


async def replaced(port: int) -> None:
    code, token = await new_room(port)
    async with (
        await Player.come(port, "Ann", code, token=token) as older,
        await Player.come(port, "Ann", code, token=token) as newer,
    ):
        assert await older.closed() == 4409
        await newer.caught_up()


async def nonsense(port: int) -> None:
    async with await Player.come(port, "Ann") as ann:
        ann.send(BINARY, os.urandom(40))
        assert await ann.closed() == 4400


async def not_text(port: int) -> None:
    async with await Player.visit(port) as ann:
        ann.send(TEXT, b"\xff")
        assert await ann.closed() == 1007


async def fragments(port: int) -> None:
    async with await Player.visit(port) as ann:
        ann.write(b"\x01\x81\0\0\0\0a")
        assert await ann.closed() == 1009


async def half_a_frame(port: int) -> None:
    async with await Player.come(port, "Ann") as ann:
        ann.send(PING, b"x")
        ann.write(b"\x81\xfe\x10")
        await asyncio.sleep(_TAKES_S)


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    "story",
    [
        page,
        half_a_request,
        hang_up,
        farewell,
        own_affairs,
        replaced,
        nonsense,
        not_text,
        fragments,
        half_a_frame,
    ],
)
async def test_a_connection_is_in_no_ring(
    app: App, story: Callable[[int], Awaitable[None]]
) -> None:
    async with await Player.visit(app.port):
        assert sorted(_left()) == ["GuardedConnection", "GuardedProtocol", "Session"]
    await story(app.port)
    until = time.monotonic() + _PATIENCE_S
    while left := _left():
        assert time.monotonic() < until, left
        await asyncio.sleep(_TAKES_S)


def _left() -> list[str]:
    return [type(one).__name__ for one in gc.get_objects() if type(one) in _CLASSES]

"""A connection that is over is gone at once: the collector looks rarely, and it holds 25 KiB."""

import asyncio
import contextlib
import gc
import itertools
import json
import logging
import os
import socket
import struct
import time
from collections.abc import Awaitable, Callable

import pytest
from websockets.server import ServerProtocol

from protocol import messages as m
from protocol.codes import PROTOCOL_VERSION
from server.app import App
from server.net.connection import GuardedConnection
from server.net.guarded_protocol import GuardedProtocol
from server.net.session import Session
from server.records import PutPlayer
from tests.net.player import Player, new_room
from tests.net.raw import BINARY, CLOSE, CONT, PING, TEXT, UPGRADE, Raw, frame

_CLASSES = (GuardedConnection, GuardedProtocol, ServerProtocol, Session)
_TAKES_S = 0.02
_PATIENCE_S = 20


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
    await _none_left()


async def _none_left() -> None:
    until = time.monotonic() + _PATIENCE_S
    while left := _left():
        assert time.monotonic() < until, left
        await asyncio.sleep(_TAKES_S)


def _left() -> list[str]:
    return [type(one).__name__ for one in gc.get_objects() if type(one) in _CLASSES]


def request(path: str = "/ws", **changes: str | None) -> bytes:
    """An upgrade, with other header fields, or without those that are None."""
    fields = (
        {"Host": "127.0.0.1"}
        | UPGRADE
        | {name.replace("_", "-"): value for name, value in changes.items()}
    )
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
    return f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode()


_NO_KEY = request(Sec_WebSocket_Key=None)
BEGINNINGS = [
    b"",
    b"GET / HT",
    b"JUNK\r\n\r\n",
    b"GET / HTTP/2\r\n\r\n",
    b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 200 + b"\r\n",
    b"GET /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /ws HTTP/1.1\r\nTransfer-Encoding: x\r\n\r\n",
    request(),
    request(Upgrade=None, Connection=None),
    request(Sec_WebSocket_Key="a"),
    _NO_KEY,
    # frames that do not wait for the answer
    *(
        asking + frames
        for asking in (request(), _NO_KEY)
        for frames in (frame(TEXT, b"{}"), frame(CLOSE, b"\x03\xe8"), b"\xff\xff\xff")
    ),
]
FRAMES = [
    b"\x81\x01a",
    b"\x81\xfe",
    b"\x81\xff" + b"\0" * 3 + b"\xff" * 5 + b"abcd",
    frame(3, b"a"),
    frame(CONT, b"a"),
    frame(TEXT, b"a", rsv=1),
    frame(CLOSE, b"\x03"),
    frame(CLOSE, b"\0\1"),
    frame(CLOSE, b"\x03\xe8\xff"),
    frame(CLOSE, b"\x03\xe8") * 2,
    frame(CLOSE, b"\x03\xe8") + b"\x81\xfe\1",
]
ENDS = ["closed", "half closed", "reset"]


async def _ordered(port: int, beginning: bytes, frames: bytes, end: str, pause_s: float) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket() as sock:
        sock.setblocking(False)
        await loop.sock_connect(sock, ("127.0.0.1", port))
        await loop.sock_sendall(sock, beginning)
        if frames:
            await asyncio.wait_for(loop.sock_recv(sock, 4_096), _PATIENCE_S)
            await loop.sock_sendall(sock, frames)
        await asyncio.sleep(pause_s)
        if end == "half closed":
            with contextlib.suppress(OSError):  # the server was faster
                sock.shutdown(socket.SHUT_WR)
            await asyncio.sleep(5 * _TAKES_S)
        elif end == "reset":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


@pytest.mark.usefixtures("uncollected")
async def test_no_order_of_bytes_and_ends_leaves_anything(
    app: App, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither connections, nor places of their address that they held, nor errors in the log."""
    opened = [(beginning, b"") for beginning in BEGINNINGS]
    opened += [(request(), frames) for frames in FRAMES]
    orders = list(itertools.product(opened, ENDS, (0, _TAKES_S)))
    assert len(orders) > 2 * app.config.connections_per_address
    with caplog.at_level(logging.ERROR):
        for some in range(0, len(orders), 32):
            await asyncio.gather(
                *(
                    _ordered(app.port, beginning, frames, end, pause_s)
                    for (beginning, frames), end, pause_s in orders[some : some + 32]
                )
            )
        await _none_left()
    assert [entry.getMessage() for entry in caplog.records] == []
    async with await Player.come(app.port, "Ann"):
        pass


@pytest.mark.usefixtures("uncollected")
async def test_a_peer_that_is_gone_while_a_group_is_told_keeps_nobody(app: App) -> None:
    """What could not be written is remembered, and not the replies to others beside it."""
    code, token = await new_room(app.port)
    loop, hello = asyncio.get_running_loop(), {"t": "hello", "version": PROTOCOL_VERSION}
    async with await Player.come(app.port, "Owner", code, token=token) as owner:
        with socket.socket() as sock:
            sock.setblocking(False)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            await loop.sock_connect(sock, ("127.0.0.1", app.port))
            await loop.sock_sendall(sock, request(f"/ws?r={code}"))
            await loop.sock_recv(sock, 4_096)
            say = json.dumps(hello | {"name": "Ann"}).encode()
            await loop.sock_sendall(sock, frame(TEXT, say))
            (room,) = app.registry.rooms
            async with asyncio.timeout(_PATIENCE_S):
                while len(room.audience.everybody) < 2:  # noqa: ASYNC110 - the server's
                    await asyncio.sleep(_TAKES_S)
            row = PutPlayer(player=owner.id, name="Owner", token_hash=b"0" * 32, date_ms=1)
            app.recorder.append((row,), sock.close)
            for _ in range(2):
                for peer in room.audience.everybody[::-1]:
                    room.outbox.post_one(row, peer, m.Pong())
            del peer
            await owner.hear("pong")
    await _none_left()

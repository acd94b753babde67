"""`python -m tests.load.echo naive|guarded|tcp`: servers that send back what they get.

`naive`: the plain public interface of `websockets`, as its documentation shows it. `guarded`: the
project's own connections, all guards on, with nothing behind them. `tcp`: no WebSocket at all.
"""

import asyncio
import sys
from typing import Any

import uvloop
from websockets.asyncio.server import ServerConnection, serve

from server.config import Config
from server.net.frames import text_frame
from tests.net.world import Guest, listening


async def naive() -> None:
    """Echo in a handler."""

    async def handle(connection: ServerConnection) -> None:
        async for message in connection:
            await connection.send(message)

    async with serve(handle, "127.0.0.1", 0, compression=None, ping_interval=10) as server:
        announce(next(iter(server.sockets)).getsockname()[1])
        await asyncio.Event().wait()


class Echo(Guest):
    """Sends back at once."""

    def received(self, payload: bytes, is_text: bool) -> None:
        self.connection.push(payload)


async def guarded() -> None:
    """Echo behind the project's connections. Rates are no limit here; they are still counted."""
    many = 1_000_000
    config = Config(
        connections=20_000,
        connections_per_address=20_000,
        sockets_per_address=20_000,
        torrent_per_s=many,
    )
    async with listening(config, guest=Echo) as world:
        announce(world.port)
        await asyncio.Event().wait()


class Bare(asyncio.Protocol):
    """What nobody can go below in Python: a read and a write. It neither unmasks nor checks."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"GET "):
            self._transport.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
        else:
            self._transport.write(text_frame(data[6:]))


async def tcp() -> None:
    """Echo without WebSocket."""
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Bare, "127.0.0.1", 0)
    announce(server.sockets[0].getsockname()[1])
    await asyncio.Event().wait()


def announce(port: int) -> None:
    print(f"http://127.0.0.1:{port}/", flush=True)


if __name__ == "__main__":
    uvloop.run({"naive": naive, "guarded": guarded, "tcp": tcp}[sys.argv[1]]())

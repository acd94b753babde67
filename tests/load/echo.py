"""`python -m tests.load.echo naive|guarded`: servers that send back what they get, to compare with.

`naive`: the plain public interface of `websockets`, as its documentation shows it. `guarded`: the
project's own connections, all guards on, with nothing behind them.
"""

import asyncio
import sys

import uvloop
from websockets.asyncio.server import ServerConnection, serve

from server.config import Config
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


def announce(port: int) -> None:
    print(f"http://127.0.0.1:{port}/", flush=True)


if __name__ == "__main__":
    uvloop.run({"naive": naive, "guarded": guarded}[sys.argv[1]]())

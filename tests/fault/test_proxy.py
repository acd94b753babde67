"""The proxy loses what it is told to lose, at message boundaries, and nothing else."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.fault.proxy import Proxy, Weather

SOON_S = 5.0


class Echo:
    """A server that answers each message with itself, and keeps what it got."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.port = 0

    async def live(self, connection: ServerConnection) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = await connection.recv()
                self.got.append(str(message))
                await connection.send(message)


@pytest_asyncio.fixture
async def echo() -> AsyncIterator[Echo]:
    server = Echo()
    async with serve(server.live, "127.0.0.1", 0, ping_interval=None, close_timeout=1) as listening:
        (socket,) = listening.sockets
        server.port = socket.getsockname()[1]
        yield server


async def dial(proxy: Proxy) -> ClientConnection:
    url = proxy.url.replace("http", "ws", 1)
    return await connect(url, compression=None, proxy=None, ping_interval=None, close_timeout=1)


async def hear(connection: ClientConnection) -> str:
    async with asyncio.timeout(SOON_S):
        return str(await connection.recv())


async def gone(connection: ClientConnection) -> None:
    with pytest.raises(ConnectionClosed):
        await hear(connection)


async def test_a_good_line_changes_nothing(echo: Echo) -> None:
    async with Proxy(echo.port) as proxy:
        async with await dial(proxy) as client:
            for length in (0, 1, 125, 126, 70_000):
                await client.send("x" * length)
                assert await hear(client) == "x" * length
        assert proxy.links[0].passed == {"up": 5, "down": 5}
        async with asyncio.timeout(SOON_S):
            await proxy.links[0].client.wait_closed()
        assert proxy.open_links == []


@pytest.mark.parametrize("count", [0, 1, 3])
async def test_cut_after_so_many_messages_up(echo: Echo, count: int) -> None:
    async with Proxy(echo.port) as proxy:
        proxy.cut_after("up", count)
        client = await dial(proxy)
        for number in range(count):
            await client.send(str(number))
            assert await hear(client) == str(number)
        await client.send("lost")
        await gone(client)
        assert echo.got == [str(number) for number in range(count)]


async def test_cut_before_an_answer_comes_down(echo: Echo) -> None:
    async with Proxy(echo.port) as proxy:
        proxy.cut_after("down", 1)
        client = await dial(proxy)
        await client.send("a")
        assert await hear(client) == "a"
        await client.send("b")
        await gone(client)
        assert echo.got == ["a", "b"], "the message was taken, only its answer was lost"


async def test_one_link_alone_can_be_cut(echo: Echo) -> None:
    async with Proxy(echo.port) as proxy:
        proxy.cut_after("up", 0, link=2)
        first, second = await dial(proxy), await dial(proxy)
        await second.send("lost")
        await gone(second)
        await first.send("a")
        assert await hear(first) == "a"
        proxy.cut()
        await gone(first)


async def test_a_stall_keeps_everything_in_order(echo: Echo) -> None:
    async with Proxy(echo.port) as proxy, await dial(proxy) as client:
        proxy.stall()
        for number in range(20):
            await client.send(str(number))
        waiting = asyncio.create_task(hear(client))
        await asyncio.wait({waiting}, timeout=0.05)
        assert not waiting.done()
        proxy.flow()
        assert await waiting == "0"
        assert [await hear(client) for _ in range(19)] == [str(n) for n in range(1, 20)]


async def test_a_black_hole_loses_in_silence(echo: Echo) -> None:
    async with Proxy(echo.port) as proxy, await dial(proxy) as client:
        await client.send("a")
        assert await hear(client) == "a"
        proxy.blackhole()
        await client.send("lost")
        newcomer = asyncio.create_task(dial(proxy))
        waiting = asyncio.create_task(hear(client))
        await asyncio.wait({waiting, newcomer}, timeout=0.05)
        assert not waiting.done()
        assert not newcomer.done()
        proxy.flow()
        await client.send("b")
        assert await waiting == "b"
        assert echo.got == ["a", "b"]
        newcomer.cancel()
        await asyncio.wait({newcomer})


async def test_a_line_that_refuses_and_one_without_a_server(echo: Echo) -> None:
    async with Proxy(echo.port) as proxy:
        proxy.refuse()
        with pytest.raises(OSError, match=r"reset|EOF"):
            await plain_connection(proxy)
        proxy.flow()
        proxy.target_port = 1
        with pytest.raises(OSError, match=r"reset|EOF"):
            await plain_connection(proxy)


async def plain_connection(proxy: Proxy) -> None:
    """Raises ConnectionError when the other side ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    try:
        async with asyncio.timeout(SOON_S):
            if not await reader.read(1):
                raise ConnectionResetError("EOF")
    finally:
        writer.close()


async def test_delay_keeps_order_and_takes_its_time(echo: Echo) -> None:
    loop = asyncio.get_running_loop()
    async with Proxy(echo.port, seed=3) as proxy, await dial(proxy) as client:
        proxy.weather = Weather(delay_ms=20, jitter_ms=20)
        began = loop.time()
        for number in range(50):
            await client.send(str(number))
        assert [await hear(client) for _ in range(50)] == [str(number) for number in range(50)]
        assert loop.time() - began >= 0.04


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_the_same_seed_cuts_at_the_same_message(echo: Echo, seed: int) -> None:
    up, down = (random.Random(f"{seed}/1/{way}/loss") for way in ("up", "down"))
    answered = 0
    while up.random() >= 0.1 and down.random() >= 0.1:
        answered += 1
    async with Proxy(echo.port, seed=seed, weather=Weather(cut_chance=0.1)) as proxy:
        client = await dial(proxy)
        for number in range(answered):
            await client.send(str(number))
            assert await hear(client) == str(number)
        await client.send("lost, or its answer")
        await gone(client)
        assert proxy.links[0].passed["down"] == answered

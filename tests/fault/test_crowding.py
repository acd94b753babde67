"""`./test hostile`: many people on one address, and a process that runs out of file descriptors.

Whoever is in a race stays in it; newcomers are told when to try again, and can come afterwards.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fault.attackers import Order, Target, connect
from tests.fault.siege import Attackers, GuardedServer, Honest
from tests.net.player import Player
from tests.net.raw import PATIENCE_S, Raw, fetch

pytestmark = [
    pytest.mark.suite("hostile"),
    pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and all of 127.0.0.0/8"),
]

HOME: Final = "127.0.0.1"
HOUSEHOLD: Final = 30
SIBLINGS: Final = {
    "flooders": 5,
    "torrents": 3,
    "ping_floods": 5,
    "fragment_floods": 5,
    "slow_handshakes": 100,
}
PER_ADDRESS: Final = 64
NO_SUCH_ROOM: Final = "/ws?r=BBBBBBBB"
LOCKED_OUT_S: Final = 7.0
"""`hello_ms` and `close_ms`, and some: longer nobody can hold a place without saying who it is."""


async def codes_of(port: int, path: str, count: int) -> list[int | None]:
    """Connect one after another and say hello; the codes of the closes."""
    codes = []
    for _ in range(count):
        async with await Player.visit(port, path) as stranger:
            stranger.say("hello", version=1, name="Stranger")
            codes.append(await stranger.closed())
    return codes


async def test_a_household_is_not_locked_out_by_its_own(
    tmp_path: Path, figures: dict[str, Any]
) -> None:
    """Thirty race while others at the same address do everything that is counted by address."""
    async with GuardedServer(tmp_path / "home", hurry=20) as server, AsyncExitStack() as stack:
        server.words = ("--limit", "close_ms=500")
        await server.start()
        port = server.port
        home = await Honest.race(port, HOUSEHOLD)
        attackers = await stack.enter_async_context(Attackers(port))
        attack = asyncio.create_task(attackers.attack(Order(home.room, SIBLINGS, 9.0, HOME)))
        playing = asyncio.create_task(home.play(5.5, 0.5))

        # wrong codes are counted, and so are new rooms: documented limits, which hit newcomers
        assert await codes_of(port, NO_SUCH_ROOM, 12) == [4404] * 10 + [4429] * 2
        async with await Player.come(port, "Host") as host:
            for _ in range(5):
                host.say("create", settings={})
            told = [(await host.next())["t"] for _ in range(5)]
        # one room has been made for the race already
        assert told == ["created"] * 4 + ["rejected"]
        assert await codes_of(port, f"/ws?r={home.room}", 1) == [4429]

        ends = await attack
        assert {kind: told["cut"] for kind, told in ends.items()} == SIBLINGS
        assert len(await playing) >= HOUSEHOLD * 5, "everybody played on"

        # all places of the address are taken by silent ones: a member waits no longer than they may
        lost = home.players[-1]
        lost.writer.transport.abort()
        silent = [await stack.enter_async_context(await Raw.open(port)) for _ in range(60)]
        answers = await asyncio.gather(*(raw.upgrade() for raw in silent))
        assert {answer.status for answer in answers} == {101}
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.timeout(PATIENCE_S):
            while not (back := await come_back(port, home, lost)):  # noqa: ASYNC110
                await asyncio.sleep(0.2)
        locked_out_s = loop.time() - began
        await stack.enter_async_context(back)
        home.players[-1] = back
        assert len(await home.play(1.0, 0.5)) >= HOUSEHOLD
        await home.leave()
        figures |= {"household": HOUSEHOLD, "household_locked_out_s": round(locked_out_s, 1)}
        assert locked_out_s <= LOCKED_OUT_S
        codes = [await raw.closed() for raw in silent]
        assert set(codes) == {4408, 4429}
        assert codes.count(4408) <= PER_ADDRESS - HOUSEHOLD + 1


async def come_back(port: int, home: Honest, lost: Player) -> Player | None:
    """The member on a new connection; None when there is no place for it yet."""
    player = await Player.visit(port, f"/ws?r={home.room}")
    player.say("hello", version=1, token=lost.token)
    opcode, payload = await player.receive()
    if opcode != 1:
        assert int.from_bytes(payload[:2]) == 4429
        player.writer.transport.abort()
        return None
    player.token, player.race = lost.token, lost.race
    await player.hear("snapshot")
    return player


@asynccontextmanager
async def strangers(server: GuardedServer, count: int) -> AsyncIterator[None]:
    """So many open connections that ask for nothing; some may be dropped at once."""
    everybody: list[Raw] = []
    for number in range(count):
        address = f"127.0.2.{1 + number % 20}"
        with suppress(ConnectionError):
            everybody.append(await connect(Target(server.port, address, "", number, count, 0)))
    try:
        yield
    finally:
        for stranger in everybody:
            stranger.writer.transport.abort()


async def test_few_file_descriptors_cost_newcomers_their_place_and_nobody_else(
    tmp_path: Path,
) -> None:
    """500 descriptors: 100 connections, 256 more that are told to try later."""
    async with GuardedServer(tmp_path / "few", hurry=20) as server:
        server.words = ("--files", "500", "--limit", "handshake_ms=60000")
        await server.start()
        honest = await Honest.race(server.port, 4)
        files = server.open_files
        async with strangers(server, 150):
            await server.holds(files + 150)
            for path in ("/", "/ws", f"/ws?r={honest.room}"):
                answer = await fetch(server.port, path)
                assert (answer.status, answer.headers.get("retry-after")) == (503, "5"), path
            assert (await fetch(server.port, "/healthz")).status == 200
            async with strangers(server, 350):
                assert len(await honest.play(1.0, 0.1)) >= 4
                assert server.open_files < 500
        await server.calm(files)
        assert (await fetch(server.port, "/")).status == 200
        assert len(await honest.play(0.5, 0.1)) >= 4
        await honest.leave()
        assert await server.term() == 0
        assert server.last_words() == ""


async def test_without_any_descriptor_left_live_games_go_on(tmp_path: Path) -> None:
    """A server that does not know of the limit: newcomers wait or are dropped, nothing breaks."""
    async with GuardedServer(tmp_path / "none", hurry=20) as server:
        server.words = ("--files", "60", "--unaware", "--limit", "handshake_ms=60000")
        await server.start()
        honest = await Honest.race(server.port, 4)
        files = server.open_files
        async with strangers(server, 150):
            await server.holds(59)
            # each move is committed to the database, which needs no descriptor for it
            assert len(await honest.play(1.5, 0.1)) >= 4
        await server.calm(files)
        assert (await fetch(server.port, "/")).status == 200
        assert len(await honest.play(0.5, 0.1)) >= 4
        await honest.leave()
        assert await server.term() == 0
        assert "Traceback" not in server.last_words()

"""SIGTERM under load: everybody is told and sent to the next process, nothing is lost, exit 0.

A hundred clients, ten of which never read. The mutants: one forgets to store what it answers while
stopping, one waits for clients that never read. Times are seconds.
"""

import asyncio
import json
import random
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from server.exits import Exit
from tests.fault.campaign import HURRY, Campaign
from tests.fault.choices import Nature
from tests.fault.crowd import Crowd
from tests.fault.nursery import Nursery
from tests.net.player import Player as RawPlayer
from tests.net.raw import fetch

pytestmark = [pytest.mark.suite("drain"), pytest.mark.timeout(300)]

SEED: Final = 20_265
ROOMS: Final = 30
PLAYERS: Final = 3
NON_READERS: Final = 10
LEISURE: Final = Nature(pace_s=0.4)
"""Ninety players on a machine with little to spare."""
EXIT_S: Final = 10.0
SPREAD_S: Final = 3.0
AT_ONCE_S: Final = 1.0


@asynccontextmanager
async def playing(
    folder: Path, *, rooms: int, deaf: int = 0, mutant: str | None = None
) -> AsyncIterator[Campaign]:
    """A server and its players, who play; the deaf look on without reading."""
    async with AsyncExitStack() as stack:
        nursery = await stack.enter_async_context(Nursery())
        server = await stack.enter_async_context(nursery.server(folder / "data", hurry=HURRY))
        await server.start(mutant=mutant)
        crowd = await Crowd.gather(
            server.url, rooms=rooms, players=PLAYERS, seed=SEED, nature=LEISURE
        )
        await stack.enter_async_context(crowd)
        campaign = Campaign(server, crowd, random.Random(SEED))
        await campaign.everybody_back()
        for _ in range(rooms):
            await crowd.some_move_answered()
        # last of all: who reads nothing for ten seconds is cut off anyway
        for number in range(deaf):
            code = crowd.players[number * PLAYERS % len(crowd.players)].peer.code
            onlooker = await RawPlayer.open(server.port, deaf=True)
            await stack.enter_async_context(onlooker)
            await onlooker.upgrade(f"/ws?r={code}")
            onlooker.say("hello", version=1, name=f"Deaf {number}", watch=True)
        yield campaign


async def signalled(campaign: Campaign, number: signal.Signals = signal.SIGTERM) -> float:
    """Send a signal; when."""
    await campaign.server.signal(number)
    return asyncio.get_running_loop().time()


async def since(began_s: float) -> float:
    return asyncio.get_running_loop().time() - began_s


async def first_red_answer(port: int) -> str:
    """What `/readyz` says once it no longer says `ok`."""
    async with asyncio.timeout(AT_ONCE_S):
        while (answer := await fetch(port, "/readyz")).status == 200:
            pass
    return answer.body.decode().strip()


def goodbyes(campaign: Campaign) -> list[int]:
    """How soon each player was told that his connection would be closed, ms."""
    return [
        json.loads(frame.text)["in_ms"]
        for player in campaign.crowd.players
        for frame in player.peer.frames
        if frame.by == "server" and '"t":"restarting"' in frame.text
    ]


def close_codes(campaign: Campaign) -> set[int]:
    """How the players' connections have ended; they cannot connect again yet."""
    return {
        0 if player.peer.closed is None else player.peer.closed.code
        for player in campaign.crowd.players
    }


async def test_a_hundred_clients_are_sent_to_the_next_server(
    tmp_path: Path, figures: dict[str, Any]
) -> None:
    async with playing(tmp_path, rooms=ROOMS, deaf=NON_READERS) as campaign:
        server, count = campaign.server, len(campaign.crowd.players)
        began_s = await signalled(campaign)
        assert await first_red_answer(server.port) == "stopping"
        red_s = await since(began_s)
        assert await server.dead() == Exit.ASKED, server.last_words()
        gone_s = await since(began_s)
        told = goodbyes(campaign)
        assert len(told) == count
        assert 0 < max(told) <= 1_000 * SPREAD_S
        assert len(set(told)) >= ROOMS / 2
        assert close_codes(campaign) == {1012}
        campaign.crowd.lost()
        assert campaign.reckon().problems == []
        await server.start()
        await campaign.everybody_back()
        verdict = await campaign.end()
    figures |= {
        "clients": count + NON_READERS,
        "non_readers": NON_READERS,
        "red_after_s": round(red_s, 2),
        "exit_after_s": round(gone_s, 2),
        "spread_ms": max(told),
        "all_back_s": round(campaign.slowest_back_s, 2),
        "acknowledged_moves": verdict.acknowledged,
        "lost": verdict.count("lost"),
    }
    assert verdict.problems == []
    assert gone_s <= EXIT_S


async def test_the_mutant_that_forgets_to_flush_is_caught(
    tmp_path: Path, figures: dict[str, Any]
) -> None:
    async with playing(tmp_path, rooms=8, mutant="drain_forgets_to_flush") as campaign:
        await signalled(campaign)
        assert await campaign.server.dead() == Exit.ASKED
        lost = campaign.reckon().count("lost")
    figures["mutant_lost"] = lost
    assert lost > 0


async def test_the_mutant_that_waits_for_non_readers_is_caught(tmp_path: Path) -> None:
    """What saves it from staying for ever is the last resort, which says so by its exit code."""
    async with playing(tmp_path, rooms=1, deaf=1, mutant="drain_waits_for_all") as campaign:
        began_s = await signalled(campaign)
        assert await campaign.server.dead() == Exit.STORE_FAILED
        assert "without waiting for its disk" in campaign.server.last_words()
        assert await since(began_s) <= EXIT_S


async def test_a_second_signal_stops_at_once_and_loses_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, rooms=5, deaf=2) as campaign:
        await signalled(campaign)
        await first_red_answer(campaign.server.port)
        began_s = await signalled(campaign, signal.SIGINT)
        assert await campaign.server.dead() == Exit.AT_ONCE
        assert await since(began_s) <= AT_ONCE_S
        campaign.died()
        assert campaign.reckon().problems == []
        await campaign.server.start()
        await campaign.everybody_back()
        verdict = await campaign.end()
    assert verdict.problems == []

"""While nothing can be stored nothing is acknowledged; afterwards play goes on by itself.

A full disk, another program that holds the database's lock, and a slow disk; each must lose nothing
and double nothing. The mutant that tells before it commits does not pass.
"""

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    closing,
    contextmanager,
)
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fault import tracing
from tests.fault.campaign import HURRY, Campaign
from tests.fault.choices import settings_of
from tests.fault.crowd import Crowd
from tests.fault.nursery import Nursery
from tests.fault.server import ServerUnderTest, StartFailed
from tests.fault.small_disk import NoSmallDisk, small_disk
from tests.net.raw import fetch
from tests.suites.peer import Peer

pytestmark = [pytest.mark.suite("disk"), pytest.mark.timeout(600)]

SEED: Final = 20_263
NOTICED_S: Final = 20.0
IN_FLIGHT_S: Final = 0.3
"""For what had left the server before."""
STUCK_S: Final = 1.0
GOES_ON_S: Final = 5.0
SLOW_MS: Final = 100

Trouble = Callable[[Path], AbstractContextManager[None]]
"""Given a data directory, keeps its server from storing anything until the block ends."""


@contextmanager
def full(data: Path) -> Iterator[None]:
    disk = DISKS[data.parent]
    disk.fill()
    try:
        yield
    finally:
        disk.free()


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """As a foreign program does that has begun to write and takes its time."""
    with closing(sqlite3.connect(data / "demineur.sqlite")) as foreign:
        foreign.execute("BEGIN EXCLUSIVE")
        yield


DISKS: dict[Path, Any] = {}


@pytest.fixture
def place(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """Where the data go: a disk that can be filled up, when the test is about that."""
    if request.param is not full:
        yield tmp_path
        return
    try:
        with small_disk(tmp_path / "small") as disk:
            DISKS[disk.place] = disk
            yield disk.place
    except NoSmallDisk as why:
        pytest.skip(str(why))


@asynccontextmanager
async def playing(
    place: Path, log: Path, *, mutant: str | None = None, traced: bool = False
) -> AsyncIterator[Campaign]:
    """People who play on a server that is sound at first; a mutant takes its place later.

    `traced`: the server can be started under `strace`.
    """
    async with AsyncExitStack() as stack:
        server = ServerUnderTest(place / "data", hurry=HURRY)
        if not traced:
            nursery = await stack.enter_async_context(Nursery())
            server = nursery.server(place / "data", hurry=HURRY)
        server.log = log
        await stack.enter_async_context(server)
        await server.start()
        crowd = await Crowd.gather(server.url, rooms=2, players=3, seed=SEED)
        await stack.enter_async_context(crowd)
        campaign = Campaign(server, crowd, random.Random(SEED))
        await campaign.everybody_back()
        if mutant:
            await campaign.kill()
            await server.start(mutant=mutant)
            await campaign.everybody_back()
        yield campaign


async def readiness(server: ServerUnderTest) -> str:
    return (await fetch(server.port, "/readyz")).body.decode().strip()


async def stuck(server: ServerUnderTest) -> None:
    """Return when the server itself says that it cannot store."""
    async with asyncio.timeout(NOTICED_S):
        while await readiness(server) != "cannot_store":  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.05)


def acknowledged(campaign: Campaign) -> int:
    return sum(
        message["t"] == "moved"
        for player in campaign.crowd.players
        for message in player.peer.messages
    )


async def acknowledged_meanwhile(campaign: Campaign) -> int:
    """How many moves are acknowledged while nothing can be stored."""
    await stuck(campaign.server)
    await asyncio.sleep(IN_FLIGHT_S)
    before = acknowledged(campaign)
    await asyncio.sleep(STUCK_S)
    assert await readiness(campaign.server) == "cannot_store"
    return acknowledged(campaign) - before


both = pytest.mark.parametrize(
    ("place", "trouble"), [(full, full), (locked, locked)], indirect=["place"], ids=["full", "lock"]
)


@both
async def test_nothing_is_acknowledged_and_play_goes_on_by_itself(
    place: Path, trouble: Trouble, tmp_path: Path, figures: dict[str, Any]
) -> None:
    async with playing(place, tmp_path / "log") as campaign:
        with trouble(place / "data"):
            assert await acknowledged_meanwhile(campaign) == 0
            # who only asks whether the server lives is answered, and a page is served
            assert (await fetch(campaign.server.port, "/healthz")).status == 200
            began_s = asyncio.get_running_loop().time()
        await campaign.crowd.some_move_answered(GOES_ON_S)
        went_on_s = asyncio.get_running_loop().time() - began_s
        assert await readiness(campaign.server) == "ok"
        verdict = await campaign.end()
    figures[f"{trouble.__name__}_goes_on_s"] = round(went_on_s, 2)
    assert verdict.problems == []
    assert verdict.acknowledged > 0
    assert went_on_s <= GOES_ON_S


@both
async def test_a_kill_meanwhile_loses_nothing(
    place: Path, trouble: Trouble, tmp_path: Path
) -> None:
    async with playing(place, tmp_path / "log") as campaign:
        with trouble(place / "data"):
            await stuck(campaign.server)
            await campaign.kill()
            try:
                await campaign.server.start()
            except StartFailed:
                assert await campaign.server.dead() == 7
                assert "cannot start: " in campaign.server.last_words()
            else:
                await campaign.kill()
        await campaign.server.start()
        await campaign.everybody_back()
        verdict = await campaign.end()
    assert verdict.problems == []


@pytest.mark.parametrize("place", [full], indirect=True)
async def test_stopping_on_a_full_disk_says_so(place: Path, tmp_path: Path) -> None:
    """What nobody was told is given up; clients send it again to the next process."""
    async with playing(place, tmp_path / "log") as campaign:
        with full(place / "data"):
            await stuck(campaign.server)
            assert await campaign.server.term() == 4
            assert "nothing can be stored any more" in campaign.server.last_words()
            campaign.crowd.lost()
        await campaign.server.start()
        await campaign.everybody_back()
        verdict = await campaign.end()
    assert verdict.problems == []


@both
async def test_the_mutant_that_tells_before_it_commits_is_caught(
    place: Path, trouble: Trouble, tmp_path: Path, figures: dict[str, Any]
) -> None:
    async with playing(place, tmp_path / "log", mutant="tell_before_commit") as campaign:
        with trouble(place / "data"):
            early = await acknowledged_meanwhile(campaign)
            await campaign.kill()
        verdict = campaign.reckon()
    figures[f"{trouble.__name__}_mutant_acknowledged_early"] = early
    figures[f"{trouble.__name__}_mutant_lost"] = verdict.count("lost")
    assert early > 0
    assert verdict.count("lost") > 0


@pytest.mark.skipif(bool(why := tracing.why_not()), reason=why)
@pytest.mark.parametrize("mutant", [None, "tell_before_commit"])
async def test_a_slow_disk_delays_every_answer(
    tmp_path: Path, mutant: str | None, figures: dict[str, Any]
) -> None:
    """Nobody is answered sooner than the disk has answered; the mutant does it."""
    async with playing(tmp_path, tmp_path / "log", traced=True) as campaign:
        solo, _ = await Peer.create_room(campaign.server.url, "Solo", settings_of(1))
        await campaign.kill()
        campaign.server.under = tracing.slow(tracing.SYNCS, SLOW_MS)
        await campaign.server.start(mutant=mutant)
        fastest_ms = 1_000 * await fastest_answer(solo)
        if mutant is None:
            await campaign.everybody_back()
            assert (await campaign.end()).problems == []
    figures["slow_mutant_fastest_ms" if mutant else "slow_fastest_ms"] = round(fastest_ms)
    assert (fastest_ms >= SLOW_MS) == (mutant is None)


async def fastest_answer(solo: Peer) -> float:
    """Seconds from a move to its answer, the least of a few."""
    loop, times = asyncio.get_running_loop(), []
    await solo.reconnect()
    await solo.send("ready", ready=True)
    await solo.until(lambda peer: (peer.state.view or {}).get("phase") == "running")
    for cell in solo.grid.where(".")[:5]:
        began_s = loop.time()
        await solo.move("flag", cell)
        times.append(loop.time() - began_s)
    await solo.close()
    return min(times)

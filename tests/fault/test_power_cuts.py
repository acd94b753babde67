"""A power cut loses nothing that was told: the server's disk is copied in mid write and looked at.

The data lie on an ext4 file system in a file. What that file holds has reached the "disk"; what
is only in the system's memory has not. With `synchronous=NORMAL` the same cuts must lose something.
"""

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fault.campaign import HURRY, Campaign, figures_of
from tests.fault.crowd import Crowd
from tests.fault.disk import LoopDisk, NoLoopDisk
from tests.fault.history import Verdict, check
from tests.fault.server import ServerUnderTest
from tests.fault.stored import read_log

pytestmark = [pytest.mark.suite("power-cuts"), pytest.mark.timeout(3_600)]

SEED: Final = 20_262
MUTANT_CUTS: Final = 10
"""So many at most until the mutant has lost something; the first one does nearly always."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[LoopDisk]:
    try:
        made = LoopDisk.make(tmp_path)
    except NoLoopDisk as why:
        pytest.skip(str(why))
    try:
        yield made
    finally:
        made.remove()


async def cut(campaign: Campaign, disk: LoopDisk) -> Verdict:
    """The power fails now. What the disk then holds, against what was told until then."""
    await campaign.server.freeze()
    try:
        image = await asyncio.to_thread(disk.copy_image)
        # whatever left the server before it stood still was told, read or not
        await campaign.crowd.hear_out()
        journals = campaign.crowd.journals()
    finally:
        await campaign.server.thaw()
    try:
        with disk.mounted_copy(image) as after:
            log = await asyncio.to_thread(read_log, after / "data")
    finally:
        image.unlink()
    return await asyncio.to_thread(check, journals, log)


async def test_full_loses_nothing(
    disk: LoopDisk, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    count = suite_options.get("count", 5)
    chance = random.Random(SEED)
    async with ServerUnderTest(disk.place / "data", hurry=HURRY) as server:
        await server.start()
        async with await Crowd.gather(server.url, rooms=3, players=3, seed=SEED) as crowd:
            campaign = Campaign(server, crowd, chance)
            for _ in range(count):
                await crowd.some_move_answered()
                await asyncio.sleep(chance.uniform(0.1, 0.5))
                verdict = await cut(campaign, disk)
                assert verdict.problems == []
                assert verdict.acknowledged > 0
            await campaign.kill()
    figures |= figures_of(campaign, verdict) | {"kills": 0, "cuts": count}


async def test_the_mutant_normal_is_caught(disk: LoopDisk, figures: dict[str, Any]) -> None:
    async with ServerUnderTest(disk.place / "data", hurry=HURRY) as server:
        await server.start()
        async with await Crowd.gather(server.url, rooms=2, players=3, seed=SEED) as crowd:
            campaign = Campaign(server, crowd, random.Random(SEED))
            await campaign.everybody_back()
            await campaign.kill()
            await server.start(mutant="normal")
            await campaign.everybody_back()
            cuts = lost = 0
            while not lost and cuts < MUTANT_CUTS:
                await crowd.some_move_answered()
                cuts += 1
                lost = (await cut(campaign, disk)).count("lost")
            await campaign.kill()
    figures |= {"mutant_cuts": cuts, "mutant_lost": lost}
    assert lost > 0

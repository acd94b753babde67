"""`kill -9` at any moment loses nothing that was told, and doubles nothing; the mutants do.

R14: a race that a kill interrupts goes on. The moments are drawn, or named (`points`).
"""

import asyncio
import random
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fault.campaign import HURRY, Campaign, figures_of
from tests.fault.choices import Nature
from tests.fault.crowd import Crowd
from tests.fault.nursery import Nursery
from tests.fault.points import POINTS

pytestmark = [pytest.mark.suite("kills"), pytest.mark.timeout(7_200)]

SEED: Final = 20_261
RARE: Final = {"before_go", "after_go", "after_finish", "mid_countdown", "mid_results"}
"""Points that are passed once a race."""
WAKING: Final = {"before_interrupted", "after_interrupted"}
"""Points that are passed once after a restart, by each room whose race was running."""
REACHED_S: Final = 30.0


async def test_random_kills(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    count = suite_options.get("count", 20)
    chance = random.Random(SEED)
    async with Nursery() as nursery, nursery.server(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        gathered = await Crowd.gather(server.url, rooms=5, players=4, seed=SEED)
        async with gathered as crowd:
            campaign = Campaign(server, crowd, chance)
            for number in range(1, count + 1):
                if chance.random() < 0.75:
                    await campaign.everybody_back()
                # else: again while they are still coming back
                await asyncio.sleep(chance.uniform(0, 0.4))
                await campaign.kill()
                if number % 10 == 0:
                    assert campaign.reckon().problems == []
                await server.start()
            await campaign.everybody_back()
            verdict = await campaign.end()
    figures |= figures_of(campaign, verdict)
    assert verdict.problems == []
    assert verdict.acknowledged > 10 * count
    assert verdict.refused > count


async def test_every_fail_point(tmp_path: Path, figures: dict[str, Any]) -> None:
    chance = random.Random(SEED)
    async with Nursery() as nursery, nursery.server(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        gathered = await Crowd.gather(server.url, rooms=4, players=3, seed=SEED)
        async with gathered as crowd:
            campaign = Campaign(server, crowd, chance)
            await campaign.everybody_back()
            await campaign.kill()
            for point in POINTS:
                if point in WAKING:
                    await server.start()
                    await campaign.everybody_back()
                    await campaign.kill()
                nth = 1 if point in RARE | WAKING else chance.randint(5, 60)
                # … and once more as soon as the restarted server comes to the same point
                for passes in (nth, 1):
                    await server.start(fail=f"{point}:{passes}")
                    assert await server.dead(REACHED_S) == -9, point
                    campaign.died()
                verdict = campaign.reckon()
                assert verdict.problems == [], point
            await server.start()
            await campaign.everybody_back()
            verdict = await campaign.end()
    figures |= {"fail_points": len(POINTS), "fail_point_kills": campaign.kills - 1}
    assert verdict.problems == []


async def test_the_mutant_that_tells_before_it_commits_is_caught(tmp_path: Path) -> None:
    mutant = "tell_before_commit"
    async with Nursery() as nursery, nursery.server(tmp_path / "data", hurry=HURRY) as server:
        # They meet on an honest server: the mutant hands out tokens that it does not know yet.
        await server.start()
        gathered = await Crowd.gather(server.url, rooms=1, players=3, seed=SEED)
        async with gathered as crowd:
            campaign = Campaign(server, crowd, random.Random(SEED))
            await campaign.everybody_back()
            await campaign.kill()
            for _ in range(5):
                await server.start(mutant=mutant, fail="before_commit:30")
                assert await server.dead(REACHED_S) == -9
                campaign.died()
                verdict = campaign.reckon()
                if verdict.count("lost"):
                    return
    pytest.fail(f"not caught after {campaign.kills} kills")


async def test_the_mutant_that_applies_repeated_moves_is_caught(tmp_path: Path) -> None:
    async with Nursery() as nursery, nursery.server(tmp_path / "data", hurry=HURRY) as server:
        await server.start(mutant="no_deduplication")
        nature = Nature(doubled=0.5)
        gathered = await Crowd.gather(server.url, rooms=1, players=3, seed=SEED, nature=nature)
        async with gathered as crowd:
            campaign = Campaign(server, crowd, random.Random(SEED))
            for _ in range(20):
                await crowd.some_move_answered()
            await campaign.kill()
            verdict = campaign.reckon()
    assert verdict.count("doubled") > 0

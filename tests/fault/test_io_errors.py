"""An I/O error at the n-th system call: the server stops rather than guess, and the log decides.

It is unknown then whether the last group was written, so nothing of it may be told. Whatever call
fails, the next start serves, everybody goes on, and nothing is lost or doubled.
"""

import asyncio
import random
from pathlib import Path
from typing import Any, Final

import pytest

from tests.fault import tracing
from tests.fault.campaign import HURRY, Campaign, figures_of
from tests.fault.crowd import Crowd
from tests.fault.server import ServerUnderTest, StartFailed

why: Final = tracing.why_not()
pytestmark = [
    pytest.mark.suite("disk"),
    pytest.mark.timeout(3_600),
    pytest.mark.skipif(bool(why), reason=why),
]

SEED: Final = 20_264
QUICK: Final = (1, 2, 3, 5, 8, 13, 21, 34)
ALL_CALLS: Final = f"{tracing.SYNCS},{tracing.WRITES}"
CANNOT_START: Final = 7
STORE_FAILED: Final = 4
LIVES: Final = 0
REACHED_S: Final = 60.0
AT_ONCE: Final = 2
"""Servers running at the same time."""


def numbers(suite_options: dict[str, int]) -> list[int]:
    """Which calls fail: a spread of them, or with `--calls N` all from the first to the N-th."""
    count = suite_options.get("calls", 0)
    return list(range(1, count + 1)) if count else list(QUICK)


async def test_at_the_nth_call_of_the_first_start(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    """Half-made databases included: the second start serves."""
    few = asyncio.Semaphore(AT_ONCE)

    async def start_with(nth: int) -> bool:
        async with few, ServerUnderTest(tmp_path / str(nth)) as server:
            server.under = tracing.io_error(ALL_CALLS, nth)
            try:
                await server.start()
            except StartFailed:
                assert await server.dead() == CANNOT_START
                assert "cannot start: " in server.last_words()
                failed = True
            else:
                await server.kill()
                failed = False
            server.under = ()
            await server.start()
            return failed

    chosen = numbers(suite_options) if suite_options.get("calls") else QUICK[::2]
    outcomes = await asyncio.gather(*map(start_with, chosen))
    figures["first_starts_failed"] = sum(outcomes)
    assert outcomes[0]


async def fail_at(campaign: Campaign, calls: str, nth: int, mutant: str | None = None) -> int:
    """Start a server that cannot make its n-th such call; its exit code, or LIVES."""
    server = campaign.server
    seen = server.data.with_name("calls")
    server.under = tracing.io_error(calls, nth, seen)
    try:
        await server.start(mutant=mutant)
    except StartFailed:
        code = await server.dead()
        assert code == CANNOT_START
    else:
        code = await _end_of(campaign, seen)
    campaign.died()
    server.under = ()
    return code


async def _end_of(campaign: Campaign, seen: Path) -> int:
    """How a server ends that has started. It may live if only its directory could not be synced:
    SQLite does not look at that, since the file that was made there is synced by itself."""
    server = campaign.server
    async with asyncio.timeout(REACHED_S):
        while server.runs and tracing.failed_on(seen) != str(server.data):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    if server.runs:
        await campaign.everybody_back()
        await campaign.kill()
        return LIVES
    assert "nothing can be stored any more" in server.last_words()
    return await server.dead()


async def test_at_the_nth_call_in_mid_play(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    ends = {CANNOT_START: 0, STORE_FAILED: 0, LIVES: 0}
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        async with await Crowd.gather(server.url, rooms=2, players=3, seed=SEED) as crowd:
            campaign = Campaign(server, crowd, random.Random(SEED))
            await campaign.everybody_back()
            await campaign.kill()
            for place, nth in enumerate(numbers(suite_options)):
                both = (tracing.SYNCS, tracing.WRITES)
                for calls in both if suite_options.get("calls") else (both[place % 2],):
                    ends[await fail_at(campaign, calls, nth)] += 1
                    assert campaign.reckon().problems == [], (calls, nth)
            await server.start()
            await campaign.everybody_back()
            verdict = await campaign.end()
    figures |= figures_of(campaign, verdict) | {"io_errors": sum(ends.values())}
    figures["io_errors_in_play"] = ends[STORE_FAILED]
    assert verdict.problems == []
    assert verdict.acknowledged > 0
    assert ends[STORE_FAILED] > 0
    assert ends[LIVES] <= 2


async def test_the_mutant_that_tells_before_it_commits_is_caught(
    tmp_path: Path, figures: dict[str, Any]
) -> None:
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        async with await Crowd.gather(server.url, rooms=1, players=3, seed=SEED) as crowd:
            campaign = Campaign(server, crowd, random.Random(SEED))
            await campaign.everybody_back()
            await campaign.kill()
            for nth in range(10, 15):
                await fail_at(campaign, tracing.SYNCS, nth, "tell_before_commit")
                lost = campaign.reckon().count("lost")
                if lost:
                    break
    figures["io_error_mutant_lost"] = lost
    assert lost > 0


async def test_the_mutant_that_tries_again_after_an_io_error_is_caught(tmp_path: Path) -> None:
    """After a failed `fsync` the system has forgotten what it could not write (known of Linux):
    a second one succeeds, and tells nothing. The server has to stop."""
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        await server.start()
        async with await Crowd.gather(server.url, rooms=1, players=2, seed=SEED) as crowd:
            campaign = Campaign(server, crowd, random.Random(SEED))
            await campaign.everybody_back()
            await campaign.kill()
            server.under = tracing.io_error(tracing.SYNCS, 10)
            await server.start(mutant="io_errors_are_busy")
            await campaign.everybody_back()
            for _ in range(30):
                await crowd.some_move_answered()
            assert server.runs
            assert "disk I/O error" in server.last_words()

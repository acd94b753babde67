"""Rooms, players and reconnects come and go for a long time, and the server stays what it was.

Memory is judged by a straight line through the second half of the samples and its standard error;
the mutant keeps every frame that it has sent. `./test soak --minutes 20`, on demand. In seconds.
"""

import asyncio
import random
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.fault.campaign import HURRY
from tests.fault.census import Census, census
from tests.fault.choices import Nature
from tests.fault.crowd import Crowd
from tests.fault.server import ServerUnderTest
from tests.suites.peer import Peer

pytestmark = [
    pytest.mark.suite("soak"),
    pytest.mark.timeout(24 * 3_600),
    pytest.mark.skipif(sys.platform != "linux", reason="memory and files are read from /proc"),
]

SEED: Final = 20_266
TABLES: Final = 5
"""Rooms that are played in at a time."""
PLAYERS: Final = 3
STAYS_S: Final = (4.0, 12.0)
NATURE: Final = Nature(pace_s=0.15)
SAMPLE_S: Final = 3.0
SLOPE_MIB_PER_H: Final = 5.0
MUTANT_S: Final = 60.0
BASE_LINE_S: Final = 120.0
"""A room sleeps a minute after the last has left; then nothing may be there any more."""


class Line(NamedTuple):
    """A straight line through samples."""

    slope: float
    error: float
    """Standard error of the slope."""


def fitted(times: Sequence[float], values: Sequence[float]) -> Line:
    """Ordinary least squares."""
    middle = statistics.fmean(times)
    spread = sum((time - middle) ** 2 for time in times)
    slope, start = statistics.linear_regression(times, values)
    residual = sum(
        (value - start - slope * time) ** 2 for time, value in zip(times, values, strict=True)
    )
    return Line(slope, (residual / (len(times) - 2) / spread) ** 0.5)


class Soak:
    """The churn on one server, and what was measured."""

    def __init__(self, server: ServerUnderTest, path: Path) -> None:
        self.server = server
        self.rooms = self.cuts = 0
        self.samples: list[tuple[float, Census]] = []
        self._path = path

    async def count(self) -> Census:
        return await census(self.server, self._path)

    async def base_line(self) -> Census:
        """The count of an idle server: the least of a few, as tasks of the start end by and by."""
        counts = []
        for _ in range(5):
            await asyncio.sleep(0.5)
            counts.append(await self.count())
        return min(counts)

    async def run(self, seconds: float) -> None:
        """Let people come and go for so long, and take samples."""
        loop = asyncio.get_running_loop()
        end_s = loop.time() + seconds
        async with asyncio.TaskGroup() as group:
            for number in range(TABLES):
                group.create_task(self._table(end_s, random.Random(f"{SEED}/{number}")))
            while loop.time() < end_s:
                self.samples.append((loop.time(), await self.count()))
                await asyncio.sleep(SAMPLE_S)

    async def _table(self, end_s: float, chance: random.Random) -> None:
        """One room after another, each with new people."""
        loop = asyncio.get_running_loop()
        while loop.time() < end_s:
            seed = chance.randrange(2**32)
            gathered = await Crowd.gather(
                self.server.url, rooms=1, players=PLAYERS, seed=seed, nature=NATURE
            )
            self.rooms += 1
            async with gathered as crowd:
                stays_s = chance.uniform(*STAYS_S)
                for _ in range(3):
                    await asyncio.sleep(stays_s / 3)
                    self._lose_line(chance.choice(crowd.players).peer)
            for player in crowd.players:
                await _leave(player.peer)

    def _lose_line(self, peer: Peer) -> None:
        if peer._connection is not None:
            peer._connection.transport.abort()
            self.cuts += 1

    def memory(self) -> Line:
        """How memory grows over the second half, MiB/h."""
        half = self.samples[len(self.samples) // 2 :]
        line = fitted([time for time, _ in half], [taken.memory_mib for _, taken in half])
        return Line(line.slope * 3_600, line.error * 3_600)


async def _leave(peer: Peer) -> None:
    """Come back once more and go for good: else the race would be kept for ten minutes (R14)."""
    await peer.reconnect()
    await peer.send("leave")
    await peer.wait_closed()


async def test_nothing_grows(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    path = tmp_path / "census"
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        server.words = ("--census", str(path))
        await server.start()
        soak = Soak(server, path)
        before = await soak.base_line()
        minutes = suite_options.get("minutes", 20)
        await soak.run(60.0 * minutes)
        line = soak.memory()
        after = await at_rest(soak, before)
        figures |= {
            "minutes": minutes,
            "rooms": soak.rooms,
            "reconnects": soak.cuts,
            "memory_mib_per_h": round(line.slope, 1),
            "standard_error": round(line.error, 1),
            "memory_mib": [round(before.memory_mib, 1), round(after.memory_mib, 1)],
            "blocks": [before.blocks, after.blocks],
            "most_rooms_awake": max(taken.rooms for _, taken in soak.samples),
            "files": [before.files, max(t.files for _, t in soak.samples), after.files],
            "tasks": [before.tasks, max(t.tasks for _, t in soak.samples), after.tasks],
        }
        assert await server.term() == 0
    assert (after.tasks, after.rooms, after.connections, after.files) == (
        before.tasks,
        0,
        0,
        before.files,
    )
    assert line.slope - 2 * line.error < SLOPE_MIB_PER_H


async def at_rest(soak: Soak, before: Census) -> Census:
    """The count when all have gone, as soon as it is that of the start; else the last one."""
    deadline_s = asyncio.get_running_loop().time() + BASE_LINE_S
    while True:
        after = await soak.count()
        at_base = after.rooms == 0 and after[:3] == before[:3] and after.files == before.files
        if at_base or asyncio.get_running_loop().time() > deadline_s:
            return after
        await asyncio.sleep(SAMPLE_S)


async def test_the_mutant_that_keeps_every_frame_is_caught(
    tmp_path: Path, figures: dict[str, Any]
) -> None:
    path = tmp_path / "census"
    async with ServerUnderTest(tmp_path / "data", hurry=HURRY) as server:
        server.words = ("--census", str(path))
        await server.start(mutant="keeps_every_frame")
        soak = Soak(server, path)
        await soak.run(MUTANT_S)
        line = soak.memory()
    figures["mutant_memory_mib_per_h"] = round(line.slope)
    assert line.slope - 2 * line.error >= SLOPE_MIB_PER_H


def test_the_line_through_samples() -> None:
    assert fitted([0, 1, 2, 3], [5, 7, 9, 11]) == Line(2.0, 0.0)
    line = fitted([0, 1, 2, 3], [0, 1, 0, 1])
    assert line.slope == pytest.approx(0.2)
    assert line.error == pytest.approx(0.08**0.5)

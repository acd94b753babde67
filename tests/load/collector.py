"""`python -m tests.load.collector [ROOMS ...]`: what the garbage collector costs, by its rule.

A server by each rule, and all play in turns, slice by slice: µs of CPU a move with the spread
over rounds, the longest look (ms of CPU), MiB before and after. Then answers at 4 000 moves/s.
"""

import contextlib
import os
import resource
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Final, Self

import uvloop

from tests.load.field import Field
from tests.load.launch import LOOKS
from tests.load.machine import own_core
from tests.load.measures import load
from tests.load.servers import ServerProcess, real
from tests.load.slices import Series, cpu_of

RULES: Final = ("default", "5000", "20000", "50000", "off")
"""As `tests.load.launch` knows them."""
ROUNDS: Final = 8
EACH: Final = 4
"""Moves of every racer in a slice; all rounds together are shorter than most races on Expert."""
LOADS: Final = 3
LEVEL: Final = 4
MIB: Final = 2**20


class Tried:
    """A server by one rule, and its figures."""

    def __init__(self, folder: Path, rule: str, rooms: int) -> None:
        self.rule = rule
        self.cost = Series()
        self.grown: tuple[float, float]
        self._server: ServerProcess = real(folder, "--collector", rule)
        self._rooms = rooms

    async def __aenter__(self) -> Self:
        self._server.__enter__()
        self._field = Field(self._server, self._rooms, 8, LEVEL)
        await self._field.open()
        await self._field.race()
        self._before = self._server.resident_bytes / MIB
        return self

    async def play(self, *, counts: bool) -> None:
        """A slice, of the next race when this one has too little left."""
        if self._field.fewest <= EACH:
            await self._field.finish()
            await self._field.race()
        figure = await cpu_of(self._server, lambda: self._field.play(EACH))
        if counts:
            self.cost.rounds.append(figure)
        self.grown = self._before, self._server.resident_bytes / MIB

    @property
    def longest_look(self) -> str:
        """Of the collector since the server settled, ms."""
        assert self._server.folder is not None
        file = self._server.folder / LOOKS
        return file.read_text() if file.exists() else "none"

    async def __aexit__(self, *_raised: object) -> None:
        self._field.hang_up()
        self._server.__exit__(None, None, None)


async def compare(folder: Path, rooms: int) -> None:
    """Print a row for each rule."""
    async with contextlib.AsyncExitStack() as all_of_them:
        tried = [
            await all_of_them.enter_async_context(Tried(folder, rule, rooms)) for rule in RULES
        ]
        for number in range(ROUNDS + 1):
            for one in tried:
                await one.play(counts=number > 0)
        print(f"\n{rooms} rooms of 8")
        print("| rule | µs a move | spread | longest look | MiB before | after |")
        print("|---|---|---|---|---|---|")
        for one in tried:
            low, high = one.cost.spread
            before, after = one.grown
            cost = f"{one.cost.median:.1f} | {low:.1f}-{high:.1f} | {one.longest_look}"
            print(f"| {one.rule} | {cost} | {before:.0f} | {after:.0f} |", flush=True)


async def late(folder: Path) -> None:
    """Print for each rule how late answers of 125 rooms are at 4 000 moves/s."""
    waits: dict[str, list[tuple[float, float]]] = {rule: [] for rule in RULES}
    for _ in range(LOADS):
        for rule in RULES:
            told = await load(folder, 125, 8, LEVEL, 4_000, "--collector", rule)
            waits[rule].append((told["p50_ms"], told["p99_ms"]))
    print("\n| rule | p50 ms | p99 ms |\n|---|---|---|")
    for rule, pairs in waits.items():
        p50, p99 = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"| {rule} | {p50:.1f} | {p99:.1f} |", flush=True)


async def main(folder: Path, rooms: list[int]) -> None:
    """All of it."""
    for count in rooms:
        await compare(folder, count)
    await late(folder)


if __name__ == "__main__":
    os.sched_setaffinity(0, {own_core()})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as directory:
        counts = [int(word) for word in sys.argv[1:]] or [25, 400]
        uvloop.run(main(Path(directory), counts))

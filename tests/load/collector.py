"""`python -m tests.load.collector [ROOMS ...]`: what the garbage collector costs, by its rule.

A race is played in each room by every rule in turn, each time by a new server: µs of CPU a move,
MiB of the server in the end, and how late answers are at 4 000 moves/s (ms). Medians of ROUNDS.
"""

import os
import resource
import statistics
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Final

import uvloop

from tests.load.field import Field
from tests.load.machine import own_core
from tests.load.measures import load
from tests.load.servers import real

RULES: Final = ("default", "700", "5000", "20000", "50000", "off")
"""As `tests.load.launch` knows them."""
ROUNDS: Final = 5
LEVEL: Final = 4
MIB: Final = 2**20


async def race(folder: Path, rooms: int, rule: str) -> tuple[float, float]:
    """CPU of a move of the second race, µs; the server's memory at its end, MiB."""
    with real(folder, "--collector", rule) as server:
        field = Field(server, rooms, 8, LEVEL)
        await field.open()
        await field.race()
        await field.finish()
        await field.race()
        before = server.cpu_us
        moves = await field.play()
        cost, resident = (server.cpu_us - before) / moves, server.resident_bytes / MIB
        field.hang_up()
    return cost, resident


async def compare(folder: Path, rooms: list[int]) -> None:
    """Print a row for each rule."""
    figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for _ in range(ROUNDS):
        for rule in RULES:
            for count in rooms:
                cost, resident = await race(folder, count, rule)
                figures[rule][f"µs, {count} rooms"].append(cost)
                figures[rule][f"MiB, {count} rooms"].append(resident)
            told = await load(folder, 125, 8, LEVEL, 4_000, "--collector", rule)
            figures[rule]["p99 ms"].append(told["p99_ms"])
    print("| rule |", " | ".join(figures[RULES[0]]), "|")
    print("|---" * (1 + len(figures[RULES[0]])) + "|")
    for rule, rows in figures.items():
        print(
            f"| {rule} |", " | ".join(f"{statistics.median(row):.1f}" for row in rows.values()), "|"
        )


if __name__ == "__main__":
    os.sched_setaffinity(0, {own_core()})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as directory:
        counts = [int(word) for word in sys.argv[1:]] or [25, 400]
        uvloop.run(compare(Path(directory), counts))

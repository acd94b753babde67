"""`python -m tests.load`, run by `./test bench`: tables of goals, growth and the hot path.

The last line of the suite has all figures as JSON. Options come from the suite's command line, so
they are whole numbers; `--only` takes a sum: 1 duel, 2 load, 4 memory, disk, start, 8 growth,
16 parts.
"""

import json
import os
import resource
import sys
import tempfile
from pathlib import Path

import uvloop

from tests.load import measures, micro
from tests.load.goals import farthest, table
from tests.load.machine import own_core
from tests.load.slices import Series, duel, growth, ratios

OPTIONS = {
    "rooms": 25,
    "players": 8,
    "level": 4,
    "rate": 4_000,
    "durability": 2,
    "rounds": 10,
    "only": 31,
}
"""Defaults of `./test bench`. Level 4 is Expert; durability 2 is FULL."""
GROWTH = {
    "rooms_by_default": [(10, 8), (250, 8)],
    "rooms": [(10, 8), (100, 8), (1_000, 8)],
    "players": [(100, 2), (25, 8), (6, 32)],
}
"""Rooms and players in each. 250 rooms of 8 are as many connections as a server takes unless it is
told otherwise."""


class Report:
    """Figures, printed as they come."""

    def __init__(self) -> None:
        self.figures: dict[str, float] = {}
        self.spreads: dict[str, tuple[float, float]] = {}

    def take(self, **figures: float) -> None:
        for name, figure in figures.items():
            self.figures[name] = round(figure, 3)
            print(f"  {name}: {figure:.3f}", flush=True)

    def series(self, name: str, series: Series) -> None:
        self.take(**{name: series.median})
        self.spreads[name] = series.spread


async def bench(options: dict[str, int], report: Report, folder: Path) -> None:
    """Everything that was asked for."""
    only, level = options["only"], options["level"]
    if only & 1:
        await show_duel(options, report, folder)
    if only & 2:
        light = await measures.load(folder, 1, 8, level, 16)
        report.take(**{f"light_{name}": figure for name, figure in light.items()})
        heavy = await measures.load(folder, 125, 8, level, options["rate"])
        report.take(**{f"load_{name}": figure for name, figure in heavy.items()})
    if only & 4:
        report.take(**measures.start(folder))
        report.take(**await measures.memory(folder, 125, level))
        report.take(**await measures.disk(folder, level))
    if only & 8:
        for name, sizes in GROWTH.items():
            grown = await growth(folder, sizes, level, options["rounds"])
            for (rooms, players), one in grown.items():
                size = f"{name}_{rooms}_of_{players}"
                report.series(f"move_us_{size}", one.move_us)
                report.series(f"standings_a_move_{size}", one.standings)
                report.series(f"echo_us_{size}", one.echo_us)
            for what, medians in (
                (name, [one.move_us.median for one in grown.values()]),
                (f"{name}_of_the_echo", [one.echo_us.median for one in grown.values()]),
            ):
                report.take(**{f"growth_{what}": farthest(medians)})
    if only & 16:
        show_parts(report)


async def show_duel(options: dict[str, int], report: Report, folder: Path) -> None:
    """The echoes against the races."""
    sizes = (options["rooms"], options["players"], options["level"])
    series = await duel(folder, *sizes, options["rounds"], options["durability"])
    for name in ("tcp", "naive", "guarded"):
        report.series(f"echo_{name}_us", series[name])
    for name in ("fast", "library"):
        report.series(f"move_{name}_us", series[name])
    report.series("times_cheaper", ratios(series["naive"], series["fast"]))
    report.series("library_times", ratios(series["naive"], series["library"]))


def show_parts(report: Report) -> None:
    """Micro-benchmarks, and the table of the hot path."""
    report.take(replay_per_s=micro.replay_per_s())
    report.take(**micro.engine())
    report.take(turn_2_us=micro.turn_us(2), turn_32_us=micro.turn_us(32))
    print("\n| stop | where | µs |\n|---|---|---|")
    for name, where, cost in micro.stops():
        print(f"| {name} | `{where}` | {cost:.2f} |")
        report.figures[f"stop_{name.replace(' ', '_')}_us"] = round(cost, 2)


def main() -> int:
    """0 even when a goal is missed: the table says so, and figures depend on the machine."""
    options = OPTIONS | json.loads(os.environ.get("DEMINEUR_SUITE_OPTIONS", "{}"))
    os.sched_setaffinity(0, {own_core()})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(bench(options, report, Path(folder)))
    print("\n" + table(report.figures, report.spreads), flush=True)
    path = os.environ.get("DEMINEUR_SUITE_FIGURES")
    if path:
        Path(path).write_text(json.dumps(report.figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())

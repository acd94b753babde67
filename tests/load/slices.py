"""Interleaved slices: servers take turns within one run, so that what disturbs one disturbs all.

Figures are CPU microseconds of the server per message. A round gives one figure for each server and
their ratio; medians over the rounds are what survives a shared machine.
"""

import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.load.field import Field, all_of
from tests.load.seats import Correspondent
from tests.load.servers import ServerProcess, echo, real

EACH = 10
"""Moves of each racer in a slice of the growth series: in every field the same, so that all are
always equally far in their races."""
ECHOES = 60
"""Messages of each correspondent in a slice."""


@dataclass
class Series:
    """One figure of each round."""

    rounds: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.rounds)

    @property
    def spread(self) -> tuple[float, float]:
        """The middle half of the rounds."""
        if len(self.rounds) < 2:
            return self.rounds[0], self.rounds[0]
        low, _, high = statistics.quantiles(self.rounds, n=4)
        return low, high

    def __str__(self) -> str:
        low, high = self.spread
        return f"{self.median:.1f} ({low:.1f}–{high:.1f})"


def ratios(over: Series, under: Series) -> Series:
    """Round by round."""
    return Series([a / b for a, b in zip(over.rounds, under.rounds, strict=True)])


async def cpu_of(server: ServerProcess, slice_: Callable[[], Awaitable[int]]) -> float:
    """CPU of one message in a slice, which returns how many there were."""
    before = server.cpu_us
    count = await slice_()
    return (server.cpu_us - before) / count


async def duel(
    folder: Path, rooms: int, players: int, level: int, rounds: int, durability: int
) -> dict[str, Series]:
    """Echoes and whole races side by side: naive and guarded echo, the server on both paths."""
    count = min(rooms * players, 400)
    series = {name: Series() for name in ("tcp", "naive", "guarded", "fast", "library")}
    weak = ("--durability", str(durability))
    with (
        echo("tcp") as tcp,
        echo("naive") as naive,
        echo("guarded") as guarded,
        real(folder, *weak) as fast,
        real(folder, *weak, "--slow-path") as library,
    ):
        echoes = {}
        for server in (tcp, naive, guarded):
            senders = [Correspondent() for _ in range(count)]
            for sender in senders:
                await sender.connect(server.port)
            echoes[server] = senders
        fields = {server: Field(server, rooms, players, level) for server in (fast, library)}
        for one in fields.values():
            await one.open()
        for number in range(rounds + 1):
            figures = []
            for server, senders in echoes.items():

                async def talk(senders: list[Correspondent] = senders) -> int:
                    await all_of((sender, ECHOES) for sender in senders)
                    return ECHOES * len(senders)

                figures.append(await cpu_of(server, talk))
            for server, one in fields.items():
                await one.race()
                figures.append(await cpu_of(server, one.play))
                await one.results()
            if number:
                # the first round warms everything up
                for name, figure in zip(series, figures, strict=True):
                    series[name].rounds.append(figure)
        for one in fields.values():
            one.hang_up()
    return series


async def growth(
    folder: Path, sizes: list[tuple[int, int]], level: int, rounds: int
) -> dict[tuple[int, int], tuple[Series, Series]]:
    """CPU a move of servers with so many rooms of so many players, moves alone, in turns; and how
    many standings were told for each move, which rooms tell by the clock."""
    found = {size: (Series(), Series()) for size in sizes}
    servers = [real(folder) for _ in sizes]
    fields = []
    try:
        for server, (rooms, players) in zip(servers, sizes, strict=True):
            server.__enter__()
            one = Field(server, rooms, players, level)
            await one.open()
            await one.race()
            fields.append(one)
        for number in range(rounds + 1):
            for one, size in zip(fields, sizes, strict=True):
                if one.fewest <= EACH:
                    await one.finish()
                    await one.race()

                async def some(one: Field = one) -> int:
                    return await one.play(EACH)

                heard = one.standings_heard
                figure = await cpu_of(one.server, some)
                if number:
                    heard = one.standings_heard - heard
                    for series, value in zip(
                        found[size], (figure, heard / (EACH * len(one.seats))), strict=True
                    ):
                        series.rounds.append(value)
    finally:
        for one in fields:
            one.hang_up()
        for server in servers:
            server.__exit__(None, None, None)
    return found

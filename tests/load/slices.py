"""Interleaved slices: servers take turns within one run, so that what disturbs one disturbs all.

Figures are CPU microseconds of the server per message. A round gives one figure for each server and
their ratio; medians over the rounds are what survives a shared machine.
"""

import asyncio
import statistics
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.load.field import Field, all_of
from tests.load.seats import Correspondent
from tests.load.servers import ServerProcess, echo, real

EACH = 20
"""Moves of each racer in a slice of the growth series: in every field the same, so that all are
always equally far in their races."""
ECHOED = 12_000
"""Messages of all correspondents in a slice, together."""
AT_ONCE = 50
"""Connections that are opened together."""


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


class Echoes:
    """A naive echo and so many who talk to it."""

    def __init__(self, connections: int, kind: str = "naive") -> None:
        self._server = echo(kind)
        self._senders = [Correspondent() for _ in range(connections)]

    async def open(self) -> Self:
        """Start it and connect, some at a time."""
        self._server.__enter__()
        for first in range(0, len(self._senders), AT_ONCE):
            some = self._senders[first : first + AT_ONCE]
            await asyncio.gather(*(sender.connect(self._server.port) for sender in some))
        return self

    async def cpu_us(self) -> float:
        """Of one message, in a slice."""
        each = max(EACH, ECHOED // len(self._senders))

        async def talk() -> int:
            await all_of((sender, each) for sender in self._senders)
            return each * len(self._senders)

        return await cpu_of(self._server, talk)

    def close(self) -> None:
        """Hang up, and end it."""
        for sender in self._senders:
            sender.hang_up()
        self._server.__exit__(None, None, None)


async def duel(
    folder: Path, rooms: int, players: int, level: int, rounds: int, durability: int
) -> dict[str, Series]:
    """Echoes and whole races side by side: naive and guarded echo, the server on both paths."""
    count = min(rooms * players, 400)
    series = {name: Series() for name in ("tcp", "naive", "guarded", "fast", "library")}
    weak = ("--durability", str(durability))
    echoes = [await Echoes(count, kind).open() for kind in ("tcp", "naive", "guarded")]
    with (
        real(folder, *weak) as fast,
        real(folder, *weak, "--slow-path") as library,
    ):
        fields = {server: Field(server, rooms, players, level) for server in (fast, library)}
        for one in fields.values():
            await one.open()
        for number in range(rounds + 1):
            figures = [await echoing.cpu_us() for echoing in echoes]
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
    for echoing in echoes:
        echoing.close()
    return series


@dataclass
class Grown:
    """A server with so many rooms of so many players."""

    move_us: Series = field(default_factory=Series)
    standings: Series = field(default_factory=Series)
    """Told for each move: rooms tell them by the clock."""
    echo_us: Series = field(default_factory=Series)
    """What the naive echo costs with as many connections: more of them are dearer for all."""


async def growth(
    folder: Path, sizes: list[tuple[int, int]], level: int, rounds: int
) -> dict[tuple[int, int], Grown]:
    """CPU a move, moves alone, of servers of these sizes in turns."""
    found = {size: Grown() for size in sizes}
    servers = [real(folder) for _ in sizes]
    fields = []
    echoes = [await Echoes(rooms * players).open() for rooms, players in sizes]
    try:
        for server, (rooms, players) in zip(servers, sizes, strict=True):
            server.__enter__()
            one = Field(server, rooms, players, level)
            await one.open()
            await one.race()
            fields.append(one)
        for number in range(rounds + 1):
            for one, size, echoing in zip(fields, sizes, echoes, strict=True):
                if one.fewest <= EACH:
                    await one.finish()
                    await one.race()

                async def some(one: Field = one) -> int:
                    return await one.play(EACH)

                heard = one.standings_heard
                figure = await cpu_of(one.server, some)
                heard = one.standings_heard - heard
                echo_us = await echoing.cpu_us()
                if number:
                    found[size].move_us.rounds.append(figure)
                    found[size].standings.rounds.append(heard / (EACH * len(one.seats)))
                    found[size].echo_us.rounds.append(echo_us)
    finally:
        for echoing in echoes:
            echoing.close()
        for one in fields:
            one.hang_up()
        for server in servers:
            server.__exit__(None, None, None)
    return found

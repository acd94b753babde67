"""A server under attack: attackers in a process of their own, honest players, and the measures.

`python -m tests.fault.siege PORT` is the attackers' process: it reads an order a line and answers
with a line of JSON when that wave is over. Times are seconds, latencies milliseconds.
"""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median, quantiles
from types import TracebackType
from typing import Any, Final, Self

from tests.fault.attackers import Order, wave
from tests.fault.server import ROOT, ServerUnderTest
from tests.net.player import Player, new_room

LEVEL: Final = "marathon"
SEED: Final = "QUIETCORNER"
HIDDEN: Final = 3_199
"""The last cell; it stays hidden whatever the shared start opens."""
CALM_S: Final = 20.0


class GuardedServer(ServerUnderTest):
    """A server with its real limits: see `guarded`, whose options are `words`."""

    def program(self, words: Sequence[str]) -> Sequence[str]:
        return ("tests.fault.guarded", *words)

    @property
    def resident_bytes(self) -> int:
        """Memory that it has at present."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def open_files(self) -> int:
        return len(os.listdir(f"/proc/{self.pid}/fd"))  # noqa: PTH208 - links that lead nowhere

    async def holds(self, files: int) -> None:
        """Return when it has at least so many files open. Raises TimeoutError."""
        async with asyncio.timeout(CALM_S):
            while self.open_files < files:  # noqa: ASYNC110 - only the kernel knows
                await asyncio.sleep(0.05)

    async def calm(self, files: int) -> None:
        """Return when it has no more than so many files open. Raises TimeoutError."""
        async with asyncio.timeout(CALM_S):
            while self.open_files > files:  # noqa: ASYNC110 - only the kernel knows
                await asyncio.sleep(0.1)


class Attackers:
    """The process of the attackers. Ends with the block."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._process: asyncio.subprocess.Process | None = None

    async def attack(self, order: Order) -> dict[str, Any]:
        """One wave: what `attackers.wave` gives."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
        told: dict[str, Any] = json.loads(await self._process.stdout.readline())
        return told

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.fault.siege", str(self._port)),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert self._process.stdout is not None
        await self._process.stdout.readline()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process is not None
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()


class Honest:
    """Players who race: each plants or takes a flag at its pace, and notes how long that took."""

    def __init__(self, room: str, players: list[Player]) -> None:
        self.room = room
        self.players = players
        self.tokens = [player.token for player in players]
        self.answered = 0
        self._n = 0

    @classmethod
    async def race(cls, port: int, count: int) -> Self:
        """So many players in a room of their own, after GO."""
        room, token = await new_room(port, level=LEVEL, seed=SEED)
        players = [await Player.come(port, "Player 0", room, token=token)]
        players += [await Player.come(port, f"Player {n}", room) for n in range(1, count)]
        for player in players:
            player.say("ready", ready=True)
        for player in players:
            await player.caught_up()
        players[0].say("start")
        for player in players:
            await player.hear("go")
        return cls(room, players)

    async def play(self, seconds: float, pace_s: float) -> list[float]:
        """Play for a while; how long each answer took, in ms. Raises Gone when anybody is cut."""
        loop = asyncio.get_running_loop()
        taken_ms: list[float] = []
        until = loop.time() + seconds
        numbers = range(self._n + 1, self._n + 1 + int(seconds / pace_s) + 1)

        async def one(player: Player, place: int) -> None:
            # out of step with each other
            await asyncio.sleep(pace_s * place / len(self.players))
            for n in numbers:
                began = loop.time()
                if began >= until:
                    break
                player.say("move", race=player.race, n=n, kind="flag", cell=HIDDEN)
                await _answer(player, n)
                taken = loop.time() - began
                taken_ms.append(taken * 1_000)
                await asyncio.sleep(max(0.0, pace_s - taken))

        async with asyncio.TaskGroup() as group:
            for place, player in enumerate(self.players):
                group.create_task(one(player, place))
        self._n = numbers[-1]
        self.answered += len(taken_ms)
        return taken_ms

    async def leave(self) -> None:
        for player in self.players:
            player.writer.transport.abort()


async def _answer(player: Player, n: int) -> None:
    """Return when move `n` is answered; everything else is not even decoded. Raises Gone."""
    while True:
        text = await player.receive_text()
        if text.startswith('{"t":"moved"') and json.loads(text)["n"] == n:
            return


def percentile(values_ms: Sequence[float], percent: int) -> float:
    """The value that so many percent do not exceed."""
    return quantiles(values_ms, n=100, method="inclusive")[percent - 1]


def typical(slices: Sequence[Sequence[float]], percent: int) -> float:
    """Median over slices of time of each slice's percentile."""
    return median(percentile(values, percent) for values in slices)


async def _obey(port: int) -> None:
    loop = asyncio.get_running_loop()
    print("ready", flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await wave(port, Order(**json.loads(line)))), flush=True)


if __name__ == "__main__":
    asyncio.run(_obey(int(sys.argv[1])))

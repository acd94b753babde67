"""`python -m tests.suites.beating --data DIR --beat FILE`: the real server, and its loop's delay.

SIGUSR1 begins a count, another one writes it to the file: by how many ms each of very many timers
came late, and how much of that its loop was at work. Production code knows nothing of it.
"""

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from time import thread_time
from typing import Final, NamedTuple

from server.app import App
from server.logs import configure
from server.serving import run
from tests.fault.launch import config_of
from tests.fault.server import ServerUnderTest

BEAT_S: Final = 0.002
ANSWER_S: Final = 20.0


class Delay(NamedTuple):
    """Of all timers of a count, milliseconds, ascending."""

    late_ms: list[float]
    work_ms: list[float]
    """What of it was the loop's own work: on a busy machine the rest is waiting for a core."""


class Beat:
    """One timer after another."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._late_ms: list[tuple[float, float]] | None = None

    def turn(self) -> None:
        """Begin to count, or end it and write."""
        if self._late_ms is None:
            self._late_ms = []
            self._beat(asyncio.get_running_loop().time(), thread_time())
            return
        fresh = self._path.with_suffix(".fresh")
        fresh.write_text(json.dumps(self._late_ms))
        fresh.replace(self._path)
        self._late_ms = None

    def _beat(self, due_s: float, worked_s: float) -> None:
        loop = asyncio.get_running_loop()
        if self._late_ms is not None:
            late_s = max(0.0, loop.time() - due_s)
            work_s = min(late_s, thread_time() - worked_s)
            self._late_ms.append((late_s * 1_000, work_s * 1_000))
            due_s = loop.time() + BEAT_S
            loop.call_at(due_s, self._beat, due_s, thread_time())


class BeatingServer(ServerUnderTest):
    """A server that tells how late its loop was."""

    @property
    def _beat(self) -> Path:
        return self.data.with_name(f"{self.data.name}.beat")

    def program(self, words: Sequence[str]) -> Sequence[str]:
        return ("tests.suites.beating", *words[:4], "--beat", str(self._beat))

    async def begin_count(self) -> None:
        self._beat.unlink(missing_ok=True)
        await self.signal(signal.SIGUSR1)

    async def delay(self) -> Delay:
        """End the count. Raises TimeoutError."""
        await self.signal(signal.SIGUSR1)
        async with asyncio.timeout(ANSWER_S):
            while not self._beat.exists():  # noqa: ASYNC110 - in another process
                await asyncio.sleep(0.02)
        late, work = zip(*json.loads(self._beat.read_text()), strict=True)
        return Delay(sorted(late), sorted(work))


def main() -> int:
    """The exit code of the server."""
    parser = argparse.ArgumentParser(prog="beating")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--beat", type=Path, required=True)
    arguments = parser.parse_args()
    start = App.start
    beat = Beat(arguments.beat)

    async def wrapped(self: App) -> None:
        await start(self)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, beat.turn)

    App.start = wrapped  # type: ignore[method-assign]
    config = config_of(arguments.data, arguments.port)
    configure(config.log_level)
    return run(config)


if __name__ == "__main__":
    sys.exit(main())

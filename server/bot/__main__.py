"""`python -m server.bot`: races as the server's bots, by jobs from standard input, until its end.

The server starts it and nobody else. It ends with its server, however that ends: the pipe is then
at its end. Signals are the server's business; a terminal or a service manager sends them to all.
"""

import asyncio
import os
import signal
import sys
from typing import BinaryIO, Final

from server.bot.line import Caller, stay
from server.bot.pipe import Done, Job, read_job, written
from server.bot.player import Player

LESS_URGENT: Final = 10
"""Niceness: moves of players come first."""


def main() -> None:
    """Race until there is nobody to race for."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LESS_URGENT)
    try:
        asyncio.run(work(sys.stdin.buffer, sys.stdout.buffer))
    except BrokenPipeError:
        # Nothing must be written at the end of the interpreter either.
        os._exit(0)


async def work(jobs: BinaryIO, ends: BinaryIO) -> None:
    """Do the jobs side by side until there are no more, and say of each when it is over; what goes
    on then is broken off."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), jobs)
    at_work: set[asyncio.Task[None]] = set()
    while line := await reader.readline():
        task = asyncio.create_task(_race(read_job(line), ends))
        at_work.add(task)
        task.add_done_callback(at_work.discard)
    for task in list(at_work):
        task.cancel()
    await asyncio.gather(*at_work, return_exceptions=True)


async def _race(job: Job, ends: BinaryIO) -> None:
    """One bot in one room."""
    try:
        player = Player(job.speed, sociable=True)
        reason = await stay(Caller(job.address, token=job.token), player)
    except Exception as bug:  # noqa: BLE001 - told to the server, which logs it; others race on
        reason = f"failed: {bug!r}"[:200]
    ends.write(written(Done(number=job.number, reason=reason)))
    ends.flush()


if __name__ == "__main__":
    main()

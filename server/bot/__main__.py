"""`python -m server.bot`: races as the server's bots, by jobs from standard input, until its end.

The server starts it and nobody else. How it lives and ends stands in `server.child`.
"""

import asyncio
import sys
from typing import BinaryIO

from server.bot.line import Caller, stay
from server.bot.pipe import Done, Job, read_job, written
from server.bot.player import Player
from server.child import live


def main() -> None:
    """Race until there is nobody to race for."""
    live(lambda: asyncio.run(work(sys.stdin.buffer, sys.stdout.buffer)))


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

"""`python -m tests.load.quiet`: what a server costs in which nothing happens, in CPU over 10 s.

Alone; with players connected who do nothing, in rooms of eight; and with rooms that sleep, after
everybody has gone. Percent of a core, MiB.
"""

import asyncio
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import Final

import uvloop

from tests.load.field import Field
from tests.load.machine import own_core
from tests.load.servers import ServerProcess, real

PLAYERS: Final = 1_000
ROOMS: Final = 1_000
WATCHED_S: Final = 10.0
SETTLE_S: Final = 3.0
"""For boards dealt ahead, and for what is still to be told."""
ASLEEP_S: Final = 75.0
"""A room sleeps when it was idle for a minute."""


async def watch(server: ServerProcess, what: str) -> None:
    """Print a row: what the server uses while nothing is asked of it."""
    before = server.cpu_us
    await asyncio.sleep(WATCHED_S)
    percent = (server.cpu_us - before) / WATCHED_S / 1e4
    print(f"| {what} | {percent:.2f} | {server.resident_bytes / 2**20:.0f} |", flush=True)


async def main(folder: Path) -> None:
    """All rows."""
    print("| server | % of a core | MiB |\n|---|---|---|")
    with real(folder) as server:
        await asyncio.sleep(SETTLE_S)
        await watch(server, "nobody")
        players = Field(server, PLAYERS // 8, 8, 1)
        await players.open()
        await asyncio.sleep(SETTLE_S)
        await watch(server, f"{PLAYERS:,} players, idle, in {PLAYERS // 8} rooms")
        players.hang_up()
    with real(folder) as server:
        rooms = Field(server, ROOMS, 1, 1)
        await rooms.open()
        rooms.hang_up()
        await asyncio.sleep(SETTLE_S)
        await watch(server, f"{ROOMS:,} rooms, just left")
        await asyncio.sleep(ASLEEP_S)
        await watch(server, f"{ROOMS:,} rooms, asleep")


if __name__ == "__main__":
    os.sched_setaffinity(0, {own_core()})
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as directory:
        sys.exit(uvloop.run(main(Path(directory))))

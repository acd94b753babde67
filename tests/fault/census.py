"""What lives inside a server under test, counted on demand: SIGUSR1 writes it to a file.

Memory and open files are read from outside, in `/proc`. Production code knows nothing of it.
"""

import asyncio
import gc
import json
import signal
import sys
from pathlib import Path
from typing import Final, NamedTuple

from server.app import App
from tests.fault.server import ServerUnderTest

ANSWER_S: Final = 20.0
KIB_PER_MIB: Final = 1_024


class Census(NamedTuple):
    """One count."""

    tasks: int
    rooms: int
    connections: int
    blocks: int
    """Objects in memory, as the interpreter counts them, after a collection."""
    files: int
    memory_mib: float
    """Anonymous resident memory: the pages of the database file are not in it."""


def install(path: Path) -> None:
    """Let this process answer SIGUSR1, once its server runs."""
    start = App.start

    async def wrapped(self: App) -> None:
        await start(self)
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, count, self, path)

    App.start = wrapped  # type: ignore[method-assign]


def count(app: App, path: Path) -> None:
    """Write the inner part of a census."""
    gc.collect()
    inner = {
        "blocks": sys.getallocatedblocks(),
        "tasks": len(asyncio.all_tasks()),
        "rooms": len(app.registry.rooms),
        "connections": app.net.traffic.connections,
    }
    fresh = path.with_suffix(".fresh")
    fresh.write_text(json.dumps(inner))
    fresh.replace(path)


async def census(server: ServerUnderTest, path: Path) -> Census:
    """The count of a server that was started with `--census PATH`. Raises TimeoutError."""
    await server.signal(signal.SIGUSR1)
    async with asyncio.timeout(ANSWER_S):
        while (inner := _taken(path)) is None:  # noqa: ASYNC110 - in another process
            await asyncio.sleep(0.02)
    process = Path("/proc") / str(server.pid)
    files = len(list((process / "fd").iterdir()))
    return Census(**inner, files=files, memory_mib=_memory(process))


def _taken(path: Path) -> dict[str, int] | None:
    """What the server has written, once; None while it has not."""
    if not path.exists():
        return None
    inner: dict[str, int] = json.loads(path.read_text())
    path.unlink()
    return inner


def _memory(process: Path) -> float:
    for line in (process / "status").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == "RssAnon":
            return int(value.split()[0]) / KIB_PER_MIB
    raise ValueError("no RssAnon")

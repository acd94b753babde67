"""A server process of its own for a journey, and what it has stored meanwhile."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from server.race.events import Event, decode_event
from server.store.sqlite import NAME

ROOT: Final = Path(__file__).parents[2]
LOG: Final = (
    "SELECT r.race, e.body FROM events e JOIN races r ON r.number = e.race ORDER BY e.race, e.seq"
)


@asynccontextmanager
async def server(directory: Path, port: str = "0", *options: str) -> AsyncIterator[str]:
    """A server process at the link that it prints; at the end it is stopped by SIGTERM."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", "--port", port, "--data", str(directory)),
        *options,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        yield line.split()[-1] if line else ""
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
        assert process.returncode == 0, errors.decode()
        assert b"Traceback" not in errors, errors.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def logs_of(directory: Path) -> dict[str, list[Event]]:
    """The events of each race, as they are stored now; the server may be running."""
    logs: dict[str, list[Event]] = {}
    connection = sqlite3.connect(f"file:{directory / NAME}?mode=ro", uri=True)
    try:
        for race, body in connection.execute(LOG):
            logs.setdefault(race, []).append(decode_event(body))
    finally:
        connection.close()
    return logs

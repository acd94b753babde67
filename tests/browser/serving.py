"""A server process of its own for a journey, and what it has stored meanwhile."""

import asyncio
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Final

from server.race.events import Event
from server.store.sqlite import NAME
from server.store.sqlite_log import read_events

ROOT: Final = Path(__file__).parents[2]


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
    location = f"file:{directory / NAME}?mode=ro"
    with closing(sqlite3.connect(location, uri=True, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        races = connection.execute("SELECT number, race FROM races ORDER BY number").fetchall()
        return {race: list(read_events(connection, number)) for number, race in races}

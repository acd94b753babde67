"""`python -m tests.load.crowd FOLDER RATE SECONDS`: a busy server for somebody else's measurement.

Says where it serves as a line of JSON once everybody races; after a line on standard input moves
come at that rate for so long, and then a line of figures. The server ends with it.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import uvloop

from tests.load.field import Field
from tests.load.machine import own_core
from tests.load.measures import offered
from tests.load.servers import real

ROOMS = 25
PLAYERS = 8
EXPERT = 4


async def keep_busy(folder: Path, rate_per_s: int, seconds: int) -> None:
    """Race, wait for the word, move."""
    with real(folder) as server:
        field = Field(server, ROOMS, PLAYERS, EXPERT)
        await field.open()
        await field.race()
        say(port=server.port, data=str(server.folder))
        await asyncio.to_thread(sys.stdin.readline)
        say(moving=True)
        say(**await offered(field, rate_per_s, seconds))
        field.hang_up()


def say(**figures: Any) -> None:
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    os.sched_setaffinity(0, {own_core()})
    uvloop.run(keep_busy(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))

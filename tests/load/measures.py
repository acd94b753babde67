"""Single figures of the real server: answers at a given load, memory, disk, start.

Milliseconds, KiB and bytes stand in the names. Latencies count from when a move was due, so that a
server which holds its players up is not spared.
"""

import asyncio
import sqlite3
import statistics
import time
from pathlib import Path
from typing import Final

from server.store.sqlite import NAME
from tests.load.field import Field
from tests.load.seats import Seat
from tests.load.servers import ROOT, ServerProcess, real

_STEP_S: Final = 0.002
STARTS: Final = 5
LAST_S: Final = 10.0
"""Patience with the last answers."""
IDLERS: Final = 400
"""Connections whose memory is measured."""


_MOVES: Final = """
    SELECT total(length(body) - length(replace(CAST(body AS TEXT), char(10), '')) + 1) FROM events
    WHERE substr(body, 1, 13) = CAST('{"t":"moved",' AS BLOB)"""


def percentile(values: list[float], share: float) -> float:
    """The value that so large a share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def offered(field: Field, rate_per_s: int, seconds: float) -> dict[str, float]:
    """Moves at a steady rate, round all players: the server's load and how long answers take."""
    seats = [seat for seat in field.seats if seat.frames]
    for seat in seats:
        seat.waits.clear()
    began = time.perf_counter()
    cpu, sent, total = field.server.cpu_us, 0, int(rate_per_s * seconds)
    total = min(total, sum(len(seat.frames) for seat in seats) - 2 * len(seats))
    while sent < total:
        due = min(total, int((time.perf_counter() - began) * rate_per_s))
        while sent < due:
            seat = seats[sent % len(seats)]
            if seat.frames:
                moment, now = began + (sent + 1) / rate_per_s, time.perf_counter()
                # the timer's own grain is no wait, a sender that was held up is one
                seat.sent_at = now if now - moment < 2 * _STEP_S else moment
                seat.write(seat.frame())
            sent += 1
        await asyncio.sleep(_STEP_S)
    took = time.perf_counter() - began
    cores = (field.server.cpu_us - cpu) / took / 1e6
    for _ in range(int(LAST_S / _STEP_S)):
        if sum(len(seat.waits) + seat.refused for seat in seats) >= total:
            break
        await asyncio.sleep(_STEP_S)
    waits = [wait * 1_000 for seat in seats for wait in seat.waits]
    return {
        "moves_per_s": total / took,
        "cores": cores,
        "p50_ms": percentile(waits, 0.5),
        "p99_ms": percentile(waits, 0.99),
        "refused": float(sum(seat.refused for seat in seats)),
    }


async def load(
    folder: Path, rooms: int, players: int, level: int, rate: int, *options: str
) -> dict[str, float]:
    """That many players moving at this rate, all together. `options`: of the server."""
    with real(folder, *options) as server:
        field = Field(server, rooms, players, level)
        await field.open()
        await field.race()
        figures = await offered(field, rate, min(10.0, 40.0 * rooms * players / rate))
        field.hang_up()
    return figures


async def memory(folder: Path, rooms: int, level: int) -> dict[str, float]:
    """Of a connection that has said hello, and of a room of eight in the midst of its race beside
    its connections."""
    with real(folder) as server:
        first = Seat("first")
        # answered when everything is imported, which is no connection's memory
        await first.enter(server.port, None)
        before = server.resident_bytes
        seats = [Seat(f"idle {number}") for number in range(IDLERS)]
        for seat in seats:
            await seat.enter(server.port, None)
        connection = (server.resident_bytes - before) / IDLERS
        before = server.resident_bytes
        field = Field(server, rooms, 8, level)
        await field.open()
        await field.race()
        await field.play(30)
        room = (server.resident_bytes - before) / rooms - 8 * connection
        for seat in (first, *seats):
            seat.hang_up()
        field.hang_up()
    return {"connection_kib": connection / 1_024, "room_kib": room / 1_024}


async def disk(folder: Path, level: int) -> dict[str, float]:
    """Bytes of the database by which one more move makes it grow for good, when its journal has
    its size: those in `events`, which take the place of the journal's."""
    with real(folder) as server:
        field = Field(server, 20, 8, level)
        await field.open()
        await field.race()
        assert server.folder is not None
        bytes_before, moves_before = _grown(server.folder)
        await field.play(field.fewest - 1)
        bytes_after, moves_after = _grown(server.folder)
        field.hang_up()
    return {"bytes_per_move": (bytes_after - bytes_before) / (moves_after - moves_before)}


def _grown(folder: Path) -> tuple[int, int]:
    """Bytes of the database's pages in use, as its readers see them, without the journal's rows;
    and the moves in `events`."""
    database = sqlite3.connect(f"file:{folder / NAME}?mode=ro", uri=True, isolation_level=None)
    try:
        database.execute("BEGIN")
        pages, free, size = (
            database.execute(f"PRAGMA {what}").fetchone()[0]
            for what in ("page_count", "freelist_count", "page_size")
        )
        (journal,) = database.execute("SELECT total(length(body)) FROM journal").fetchone()
        (moves,) = database.execute(_MOVES).fetchone()
    finally:
        database.close()
    return int((pages - free) * size - journal), int(moves)


def start(folder: Path) -> dict[str, float]:
    """From the command to the link, on an empty directory, as users start it."""
    seconds = []
    for number in range(STARTS):
        words = ("server", "serve", "--port", "0", "--data", str(folder / f"start{number}"))
        with ServerProcess(*words) as server:
            seconds.append(server.start_s)
    assert ROOT.is_dir()
    return {"start_s": statistics.median(seconds)}

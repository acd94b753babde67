"""`python -m tests.load.launch`: the real server, its limits raised to what one address sends here.

All guards are on; only their figures differ. Countdowns are short. Durability as SQLite numbers it:
2 is FULL, the server's own and only one; 1 is NORMAL.
"""

import argparse
import gc
import sqlite3
import sys
import time
from dataclasses import replace
from pathlib import Path

from server import collecting
from server.config import Config
from server.logs import configure
from server.serving import raise_file_limit, run
from server.store import sqlite
from tests.fault.launch import config_of, hurry

LOOKS = "longest-look"
"""File with the collector's longest look, ms."""
HURRY = 30
"""A countdown of 0.1 s."""


def weaken() -> None:
    """Let the store be durable over a crash of the process alone."""
    set_up = sqlite.set_up_writer

    def set_up_weakly(connection: sqlite3.Connection) -> None:
        set_up(connection)
        connection.execute("PRAGMA synchronous = NORMAL")

    sqlite.set_up_writer = set_up_weakly


def collect(rule: str, data: Path) -> None:
    """Let the garbage collector look by another rule than the server's own: `default` is Python's,
    `off` never, a number after so many new objects. Its looks are timed."""
    own = collecting.settle

    def settle(young: int = collecting.YOUNG_OBJECTS) -> None:
        if rule != "default":
            own(young if rule == "off" else int(rule))
        if rule == "off":
            gc.disable()
        time_looks(data / LOOKS)

    if rule != "own":
        collecting.settle = settle


def time_looks(file: Path) -> None:
    """Keep in a file how much CPU the collector's longest look took, ms: so long all waited."""
    began = longest = 0

    def look(phase: str, _told: object) -> None:
        nonlocal began, longest
        now = time.thread_time_ns()
        if phase == "start":
            began = now
        elif now - began > longest:
            longest = now - began
            file.write_text(f"{longest / 1e6:.2f}")

    gc.callbacks.append(look)


def main() -> int:
    """The exit code of the server."""
    parser = argparse.ArgumentParser(prog="launch")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--durability", type=int, default=2, choices=(1, 2))
    parser.add_argument("--slow-path", action="store_true")
    parser.add_argument("--collector", default="own", help="own, default, off or a number")
    arguments = parser.parse_args()
    hurry(HURRY)
    collect(arguments.collector, arguments.data)
    if arguments.durability == 1:
        weaken()
    config: Config = replace(
        config_of(arguments.data, 0),
        connections=20_000,
        connections_per_address=20_000,
        sockets_per_address=40_000,
        torrent_per_s=10_000,
        messages_per_s=10_000,
        message_burst=10_000,
        flood_ms=30_000,
    )
    if arguments.slow_path:
        config = replace(config, fast_path=False)
    raise_file_limit(config)
    configure("warning")
    return run(config)


if __name__ == "__main__":
    sys.exit(main())

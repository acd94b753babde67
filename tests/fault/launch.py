"""`python -m tests.fault.launch --data DIR`: the real server, with a fault built in from outside.

Limits that many players on one address would meet are raised; `--hurry N` makes countdowns,
penalties and the time after the first finisher N times as short.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

from server.config import Config
from server.logs import configure
from server.race import settings
from server.serving import run, serve
from tests.fault import census
from tests.fault.mutants import MUTANTS
from tests.fault.points import POINTS, install, replace_everywhere
from tests.suites.paths import fast_path

HURRIED: Final = ("COUNTDOWN_MS", "RESUME_MS", "PENALTY_MS", "CUTOFF_MIN_MS")


def config_of(data: Path, port: int) -> Config:
    """The default settings, but for limits of one address and of one connection."""
    return Config(
        port=port,
        data=data,
        connections_per_address=2_000,
        sockets_per_address=4_000,
        rooms_per_minute=100_000,
        failed_joins_per_minute=100_000,
        players_per_minute=100_000,
        lookups_per_minute=100_000,
        messages_per_s=1_000,
        message_burst=2_000,
        log_level="warning",
        fast_path=fast_path(),
    )


def hurry(factor: int) -> None:
    """Shorten the race's own times. Stored races are not concerned: they hold moments."""
    for name in HURRIED:
        replace_everywhere(name, getattr(settings, name) // factor)


def main() -> int:
    """The exit code of the server, if it lives to have one."""
    parser = argparse.ArgumentParser(prog="launch")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--fail", metavar="POINT:NTH", help=", ".join(POINTS))
    parser.add_argument("--mutant", choices=MUTANTS)
    parser.add_argument("--hurry", type=int, default=1)
    parser.add_argument("--census", type=Path, help="file for what SIGUSR1 asks for")
    arguments = parser.parse_args()
    hurry(arguments.hurry)
    if arguments.mutant:
        MUTANTS[arguments.mutant]()
    if arguments.fail:
        install(arguments.fail)
    if arguments.census:
        census.install(arguments.census)
    config = config_of(arguments.data, arguments.port)
    configure(config.log_level)
    if (arguments.fail or "").startswith("mid_tell"):
        # uvloop sends at the end of a turn of the loop; here each frame must leave by itself
        return asyncio.run(serve(config))
    return run(config)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m server`, and the command `demineur`: serves at once, or lets the library read.

`server.plain` reads the commonest command lines, `server.command_line` every one. Only one of the
two ways is imported. Exit codes are in `server.exits`.
"""

import os
import sys
from collections.abc import Sequence

from server.collecting import uncollected
from server.config import Config
from server.plain import plain_config


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    config = plain_config(words, os.environ)
    return _by_library(words) if config is None else _at_once(config)


def _by_library(words: Sequence[str]) -> int:
    with uncollected():
        from server.command_line import main as run  # noqa: PLC0415 - a fifth of a second

    return run(words)


def _at_once(config: Config) -> int:
    with uncollected():
        from server.serving import start  # noqa: PLC0415 - not needed by other commands

    return start(config)


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.fault.guarded --data DIR`: the real server with its default limits.

Without one of its guards (`--mutant`), with other limits (`--limit NAME=N`), or with few file
descriptors (`--files N`), of which it knows unless `--unaware`. Nothing of this is in the server.
"""

import argparse
import resource
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from websockets.frames import Frame, Opcode

from server.config import Config
from server.logs import configure
from server.net import server as net
from server.net.connection import GuardedConnection
from server.net.guarded_protocol import GuardedProtocol
from server.net.limits import Throttle, TokenBucket, Verdict
from server.serving import raise_file_limit, run
from tests.fault.launch import hurry
from tests.suites.paths import fast_path


def no_write_stall_deadline() -> None:
    """Whoever leaves something unread may do so for ever."""
    GuardedConnection.sweep = lambda self, now_ms: None  # type: ignore[method-assign]


def _boundless(bucket: str) -> None:
    """Let this bucket of every connection never be empty."""
    make = GuardedProtocol.__init__

    def wrapped(self: GuardedProtocol, *arguments: Any) -> None:
        make(self, *arguments)
        setattr(self, bucket, TokenBucket(1 << 20, 1 << 40, 0))

    protocol: Any = GuardedProtocol
    protocol.__init__ = wrapped


def no_control_frame_cap() -> None:
    """Every ping is answered."""
    _boundless("_control")


def no_handshake_limit() -> None:
    """A request may take for ever."""

    module: Any = net
    serve = module.serve
    module.serve = lambda *handler, **options: serve(*handler, **options | {"open_timeout": None})


def no_throttle() -> None:
    """Messages may come too fast for ever."""
    Throttle.judge = lambda self, now_ms: Verdict.PASS  # type: ignore[method-assign]


def no_rates() -> None:
    """Messages may come as fast as they can."""
    no_throttle()
    _boundless("_data")


def fragments() -> None:
    """Pieces of messages are thrown away, and nothing else comes of them."""
    protocol: Any = GuardedProtocol
    guarded = GuardedProtocol.recv_frame

    def wrapped(self: GuardedProtocol, frame: Frame) -> None:
        if frame.fin and frame.opcode is not Opcode.CONT:
            guarded(self, frame)

    protocol.recv_frame = wrapped


MUTANTS: Final[dict[str, Callable[[], None]]] = {
    mutant.__name__: mutant
    for mutant in (
        no_write_stall_deadline,
        no_control_frame_cap,
        no_handshake_limit,
        no_throttle,
        no_rates,
        fragments,
    )
}


def main() -> int:
    """The exit code of the server."""
    parser = argparse.ArgumentParser(prog="guarded")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--mutant", choices=MUTANTS)
    parser.add_argument("--hurry", type=int, default=1)
    parser.add_argument("--limit", action="append", default=[], metavar="NAME=N")
    parser.add_argument("--files", type=int)
    parser.add_argument("--unaware", action="store_true")
    arguments = parser.parse_args()
    hurry(arguments.hurry)
    if arguments.mutant:
        MUTANTS[arguments.mutant]()
    limits: dict[str, Any] = {
        name: int(number) for name, number in (limit.split("=") for limit in arguments.limit)
    }
    config = Config(
        port=arguments.port,
        data=arguments.data,
        log_level="warning",
        fast_path=fast_path(),
        **limits,
    )
    configure(config.log_level)
    if arguments.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (arguments.files, arguments.files))
        if not arguments.unaware:
            # as `server.__main__` does it
            connections = min(config.connections, raise_file_limit(config))
            config = replace(config, connections=connections)
    return run(config)


if __name__ == "__main__":
    sys.exit(main())

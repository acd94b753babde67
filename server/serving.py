"""One serving process: from the first line that it prints to its exit code.

It stops at SIGTERM or SIGINT, or when nothing can be stored any more. Says in one line why it
cannot start or go on; the exit codes are in `server.exits`.
"""

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Final

from server import collecting, later
from server.app import App
from server.config import Config
from server.exits import NAME, Exit, hush, unusable
from server.logs import configure
from server.store.base import StoreFailed, StoreUnusable
from server.workshop.outside import OutsideWorkshop

SPARE_FILES: Final = 400
"""File descriptors beside the connections: the database, connections to be turned away."""

SPARE_S: Final = 4.0
"""What stopping may take beside the goodbye; then the process ends as it is."""

log = logging.getLogger("server.serving")


def start(config: Config, file: Path | None = None) -> int:
    """Serve as a process does that does nothing else; the exit code."""
    configure(config.log_level, config.log_format)
    config = replace(config, connections=min(config.connections, raise_file_limit(config)))
    return run(config, file)


def run(config: Config, file: Path | None = None) -> int:
    """Serve until told to stop; the exit code. `file`: where settings were read from."""
    try:
        import uvloop  # noqa: PLC0415 - not there on every platform
    except ImportError:
        return asyncio.run(serve(config, file))
    return uvloop.run(serve(config, file))


async def serve(config: Config, file: Path | None = None) -> int:
    """Serve until SIGTERM or SIGINT, or until nothing can be stored; the exit code."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop_or_exit, stop)
    app = App(config, workshop=OutsideWorkshop())
    try:
        await app.start()
    except (StoreUnusable, StoreFailed) as failure:
        return unusable(failure)
    except OSError as refused:
        print(f"{NAME} cannot start: {_explain(refused, config)}", file=sys.stderr)
        return Exit.USAGE
    try:
        announce(app, file)
        # In the turn of the loop in which it began to listen: nobody is kept waiting in the midst.
        later.bring()
        collecting.settle()
        waits = [asyncio.create_task(event.wait()) for event in (stop, app.failed)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
    finally:
        # Whatever went wrong: with the database open the process would never end.
        end_in((config.drain_ms + config.close_ms) / 1_000 + SPARE_S)
        await app.stop()
    if app.failed.is_set():
        print(
            f"{NAME} stops: nothing can be stored any more in {config.data}. Nothing that anybody "
            "was told is lost; see to the disk and start again.",
            file=sys.stderr,
        )
        return Exit.STORE_FAILED
    return Exit.ASKED


def end_in(seconds: float) -> None:
    """End the process then at the latest, whatever hangs: what anybody was told is stored."""

    def end() -> None:
        print(f"{NAME} ends without waiting for its disk any longer.", file=sys.stderr, flush=True)
        os._exit(Exit.STORE_FAILED)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def announce(app: App, file: Path | None) -> None:
    """Print where the page is, where everything is kept, and who else can see it; serving goes on
    when nobody takes it."""
    lines = [f"{NAME}: {app.url}", f"Data: {app.config.data}"]
    if file is not None:
        lines.append(f"Settings: {file}")
    if app.config.host in ("", "0.0.0.0", "::"):  # noqa: S104 - not bound here, only compared
        outside = network_address(six=app.config.host == "::")
        lines.append(f"On the network: http://{outside}:{app.port}/")
        lines.append("Everybody in the network can connect, and nothing is encrypted on the way.")
    try:
        print(*lines, sep="\n", flush=True)
    except OSError as refused:
        hush()
        log.warning("the link %s cannot be printed: %s", app.url, refused)


def network_address(*, six: bool = False) -> str:
    """This machine's address towards other machines, as it stands in links; nothing is sent to find
    out. `six`: that of IPv6."""
    family, other = (socket.AF_INET6, "2001:db8::1") if six else (socket.AF_INET, "192.0.2.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return socket.gethostname()
    return f"[{address}]" if six else address


def raise_file_limit(config: Config) -> int:
    """Ask for enough file descriptors; how many connections they are enough for."""
    import resource  # noqa: PLC0415 - not there on every platform

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = config.connections + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return config.connections if soft == resource.RLIM_INFINITY else max(1, soft - SPARE_FILES)


def _stop_or_exit(stop: asyncio.Event) -> None:
    if stop.is_set():
        # a second signal: at once; whatever was told is stored already
        os._exit(Exit.AT_ONCE)
    stop.set()


def _explain(refused: OSError, config: Config) -> str:
    if refused.errno == errno.EADDRINUSE:
        return f"port {config.port} is taken; choose another with --port."
    return f"{refused.strerror or refused} ({config.host}, port {config.port}, {config.data})."

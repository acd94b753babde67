"""The command line: `python -m server [serve] [options]`, and `config`, `rebuild`.

Prints the link to open and the directory that holds everything. Says in one line why it cannot
start or go on; the exit codes are in `server.exits`.
"""

import argparse
import asyncio
import errno
import ipaddress
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from dataclasses import Field, fields, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from server.app import App
from server.config import Config, meaning_of, table
from server.exits import NAME, Exit, unusable
from server.logs import LEVELS, configure
from server.rebuild import rebuild
from server.store.base import StoreFailed, StoreUnusable

COMMANDS: Final = ("serve", "config", "rebuild")
SPARE_FILES: Final = 400
"""File descriptors beside the connections: the database, connections to be turned away."""

SPARE_S: Final = 4.0
"""What stopping may take beside the goodbye; then the process ends as it is."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] not in COMMANDS:
        words.insert(0, "serve")
    arguments = make_parser().parse_args(words)
    limits = {setting.name: getattr(arguments, setting.name) for setting in limit_settings()}
    config = Config(
        host=arguments.host,
        port=arguments.port,
        data=arguments.data or default_data(),
        allowed_origins=tuple(arguments.allowed_origin),
        trusted_proxies=tuple(arguments.trusted_proxy),
        log_level=arguments.log_level,
        **limits,
    )
    if arguments.command == "config":
        print(table(None if arguments.table else config), end="")
        return Exit.ASKED
    configure(config.log_level)
    if arguments.command == "rebuild":
        return asyncio.run(rebuild(arguments.data or default_data()))
    config = replace(config, connections=min(config.connections, raise_file_limit(config)))
    return run(config)


def make_parser() -> argparse.ArgumentParser:
    """All commands and options."""
    options = argparse.ArgumentParser(add_help=False)
    defaults = Config()
    options.add_argument(
        "--host", default=defaults.host, help="address to listen on; 0.0.0.0 is the whole network"
    )
    options.add_argument(
        "--port", type=_port, default=defaults.port, help="TCP port; 0 takes a free one"
    )
    options.add_argument(
        "--data",
        type=Path,
        metavar="DIRECTORY",
        help="where everything is kept (default: $STATE_DIRECTORY, else the user's data directory)",
    )
    options.add_argument(
        "--allowed-origin",
        action="append",
        type=_origin,
        default=[],
        metavar="ORIGIN",
        help="another origin that may connect, such as https://example.org; repeatable",
    )
    options.add_argument(
        "--trusted-proxy",
        action="append",
        type=_network,
        default=[],
        metavar="CIDR",
        help="a reverse proxy, or a network of them, whose X-Forwarded-For is believed; repeatable",
    )
    options.add_argument("--log-level", choices=LEVELS, default=defaults.log_level)
    limits = options.add_argument_group("limits")
    for setting in limit_settings():
        limits.add_argument(
            f"--{setting.name.replace('_', '-')}",
            type=_positive,
            default=setting.default,
            metavar="N",
            help=f"{meaning_of(setting.name)} (default: {setting.default})",
        )
    parser = argparse.ArgumentParser(prog="demineur", description=f"{NAME}: the server.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser(
        "serve",
        parents=[options],
        help="serve the game (the default command)",
        epilog="Other commands: config, which shows all settings, and rebuild.",
    )
    shown = commands.add_parser("config", parents=[options], help="show all settings")
    shown.add_argument("--table", action="store_true", help="show the defaults alone")
    commands.add_parser(
        "rebuild",
        parents=[options],
        help="make all results, boards and statistics anew from the log of the races",
    )
    return parser


def limit_settings() -> list[Field[Any]]:
    """The settings that are whole numbers, but for the port."""
    return [
        setting
        for setting in fields(Config)
        if isinstance(setting.default, int) and setting.name != "port"
    ]


def run(config: Config) -> int:
    """Serve until told to stop; the exit code."""
    try:
        import uvloop  # noqa: PLC0415 - not there on every platform
    except ImportError:
        return asyncio.run(serve(config))
    return uvloop.run(serve(config))


async def serve(config: Config) -> int:
    """Serve until SIGTERM or SIGINT, or until nothing can be stored; the exit code."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, _stop_or_exit, stop)
    app = App(config)
    try:
        await app.start()
    except (StoreUnusable, StoreFailed) as failure:
        return unusable(failure)
    except OSError as refused:
        print(f"{NAME} cannot start: {_explain(refused, config)}", file=sys.stderr)
        return Exit.USAGE
    announce(app)
    waits = [asyncio.create_task(event.wait()) for event in (stop, app.failed)]
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
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


def announce(app: App) -> None:
    """Print where the page is, where everything is kept, and who else can see it."""
    print(f"{NAME}: {app.url}")
    print(f"Data: {app.config.data}")
    if app.config.host in ("", "0.0.0.0", "::"):  # noqa: S104 - not bound here, only compared
        print(f"On the network: http://{network_address()}:{app.port}/")
        print("Everybody in the network can connect, and nothing is encrypted on the way.")
    sys.stdout.flush()


def default_data() -> Path:
    """The directory of the service manager, else the user's own for data of programs."""
    service = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if service:
        return Path(service)
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/demineur"
    kept = os.environ.get("XDG_DATA_HOME", "")
    return (Path(kept) if kept else Path.home() / ".local/share") / "demineur"


def network_address() -> str:
    """This machine's address towards other machines; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
    return address


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


def _port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65_535:
        raise argparse.ArgumentTypeError("a port is between 0 and 65535")
    return number


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a limit is at least 1")
    return number


def _origin(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or text != f"{parts.scheme}://{parts.netloc}":
        raise argparse.ArgumentTypeError("an origin looks like https://example.org, without a path")
    return text


def _network(text: str) -> str:
    try:
        return str(ipaddress.ip_network(text))
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(f"{wrong}; a network looks like 10.0.0.0/8") from None


if __name__ == "__main__":
    sys.exit(main())

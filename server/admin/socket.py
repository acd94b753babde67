"""The desk's socket: in the data directory, for the server's own user alone, gone when it stops.

Who can open the file may order: no password, no network. One JSON line asks, one answers.
"""

import asyncio
import logging
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Self

import msgspec

from server.admin import orders as o

NAME: Final = "admin.sock"
LONGEST_PATH: Final = 100
"""Bytes of a socket's address that every system takes; beyond it its directory has a number."""
WAIT_S: Final = 10.0
"""Time for an order to arrive."""

Obey = Callable[[o.Order], Awaitable[o.Answer]]

log = logging.getLogger("server.admin.socket")


@contextmanager
def address_in(directory: Path) -> Iterator[str]:
    """The socket's address, good while in the block. Raises OSError: too long on this system."""
    path = os.fspath(directory.absolute() / NAME)
    if len(os.fsencode(path)) <= LONGEST_PATH:
        yield path
        return
    handle = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{handle}/{NAME}"
    finally:
        os.close(handle)


class AdminSocket:
    """Listens from `open` to `close`."""

    def __init__(self, path: Path, obey: Obey) -> None:
        self._path = path
        self._obey = obey
        self._server: asyncio.Server | None = None

    @classmethod
    async def open(cls, directory: Path, obey: Obey) -> Self:
        """Listen in a directory that this server holds. A system where that cannot be is no reason
        not to serve: it is said in the log."""
        listening = cls(directory / NAME, obey)
        try:
            clear(listening._path)
            made = _bound(directory)
            listening._server = await asyncio.start_unix_server(
                listening._answer, sock=made, limit=o.MAX_LINE
            )
        except OSError as refused:
            log.warning("no administration while it runs: %s", refused)
        return listening

    async def close(self) -> None:
        """Listen no more and remove the file."""
        if self._server is None:
            return
        self._server.close()
        self._server = None
        self._path.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(WAIT_S):
                line = await reader.readline()
            writer.write(o.encode(await self._judge(line)))
            await writer.drain()
        except (OSError, ValueError) as gone:
            log.info("an order did not arrive: %s", gone)
        finally:
            writer.close()

    async def _judge(self, line: bytes) -> o.Answer:
        try:
            order = o.decode_order(line)
        except msgspec.DecodeError as wrong:
            return o.Answer(refused=f"no order that this server knows: {wrong}")
        try:
            return await self._obey(order)
        except Exception:
            log.exception("an order failed")
            return o.Answer(refused="the order failed; the server's log says more")


def clear(path: Path) -> None:
    """Remove what a server that was killed has left: the directory is ours, so nobody listens.

    Raises OSError: there is something else under that name.
    """
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(kind):
        raise FileExistsError(f"{path} is no socket")
    path.unlink()


def _bound(directory: Path) -> socket.socket:
    """A socket with its file, which is for our own user from the first moment."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    mask = os.umask(0o177)
    try:
        with address_in(directory) as address:
            made.bind(address)
    except BaseException:
        made.close()
        raise
    finally:
        os.umask(mask)
    return made

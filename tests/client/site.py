"""Where a test's page comes from: an HTTP server of its own, which the browser takes for a proxy.

So an address may have any host. Interception of requests by Playwright would send each of a hundred
modules through three processes; this answers them in the test's own loop, on kept connections.
"""

import asyncio
import mimetypes
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
NO_ROOMS = {"api/rooms": '{"rooms": []}'}
"""No room is public, unless a test says so."""


class Site:
    """The page itself, files of the test, and files of a folder: in this order."""

    def __init__(self, folder: Path, markup: str, files: Mapping[str, str]) -> None:
        self._folder = folder
        self._markup = markup
        self._files = files
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self) -> Self:
        """Listens on a port that the system chooses."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    @property
    def address(self) -> str:
        """What the browser is told as its proxy."""
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Nobody is listening any more; lines that a browser keeps open are cut."""
        self._server.close()
        for writer in self._open:
            writer.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests of one connection, one after the other; each has a head and nothing else."""
        self._open.add(writer)
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(self._answer(urlsplit(head.split(b" ", 2)[1].decode()).path[1:]))
                await writer.drain()
        self._open.discard(writer)
        writer.close()

    def _answer(self, path: str) -> bytes:
        """A whole response. Files of the folder stay the same, so a browser may keep them."""
        files = {**NO_ROOMS, **self._files}
        status, kind, keep = "200 OK", "text/html", "no-store"
        if path in ("", "favicon.ico"):
            body = self._markup.encode()
        else:
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            if path in files:
                body = files[path].encode()
            elif (self._folder / path).is_file():
                body, keep = (self._folder / path).read_bytes(), "max-age=600"
            else:
                body, status = b"", "404 Not Found"
        head = (
            f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            f"Cache-Control: {keep}\r\nContent-Security-Policy: {POLICY}\r\n\r\n"
        )
        return head.encode() + body

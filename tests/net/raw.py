"""A client of bytes: HTTP requests and WebSocket frames as they are, wrong ones too.

Nothing here checks what it sends. Every wait ends after a generous time-out with a failure.
"""

import asyncio
import contextlib
import os
import socket
import struct
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from server.net.kernel import unacknowledged_bytes

CONT: Final = 0x0
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA

PATIENCE_S: Final = 20
"""Longer than anything that a test waits for takes on a busy machine."""

UPGRADE: Final = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


@dataclass(frozen=True)
class Answer:
    """An HTTP response; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


class Gone(Exception):
    """The server has dropped the connection."""


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    fin: bool = True,
    rsv: int = 0,
    masked: bool = True,
    key: bytes | None = None,
) -> bytes:
    """The bytes of one frame (RFC 6455 section 5.2), masked with any key unless one is given."""
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    flag = 0x80 if masked else 0
    size = len(payload)
    if size < 126:
        head += bytes([flag | size])
    elif size < 65_536:
        head += bytes([flag | 126]) + struct.pack("!H", size)
    else:
        head += bytes([flag | 127]) + struct.pack("!Q", size)
    if not masked:
        return head + payload
    key = os.urandom(4) if key is None else key
    return head + key + bytes(byte ^ key[index % 4] for index, byte in enumerate(payload))


class Raw:
    """One TCP connection. `async with await Raw.open(port) as raw:`"""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.close_code: int | None = None
        """Of the close frame that has come."""

    @classmethod
    async def open(cls, port: int, *, deaf: bool = False, source: str = "127.0.0.1") -> Self:
        """Connect. `deaf`: the smallest receive buffer, and nothing is read until asked for.
        `source`: the loopback address to come from."""
        sock = socket.socket()
        if deaf:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        sock.setblocking(False)
        if source != "127.0.0.1":
            sock.bind((source, 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        return cls(*await asyncio.open_connection(sock=sock, limit=1_024 if deaf else 2**20))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.writer.transport.abort()
        with contextlib.suppress(OSError):
            await self.writer.wait_closed()

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    def send(self, opcode: int, payload: bytes = b"", **how: int) -> None:
        """Write one frame; `how` as `frame` takes it."""
        self.write(frame(opcode, payload, **how))  # type: ignore[arg-type]

    def text(self, text: str) -> None:
        self.send(TEXT, text.encode())

    # -- HTTP -------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None) -> None:
        """Write a request; the Host header is the server's own unless given."""
        port = self.writer.get_extra_info("peername")[1]
        lines = {"Host": f"127.0.0.1:{port}"} | (headers or {})
        fields = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self.write(f"{method} {path} HTTP/1.1\r\n{fields}\r\n".encode())

    async def answer(self) -> Answer:
        """The response to a request; after any other than 101 also that the server hangs up."""
        head = await self._read_until(b"\r\n\r\n")
        status_line, *lines = head.decode().split("\r\n")[:-2]
        pairs = [line.split(": ", 1) for line in lines]
        names = {name.lower(): value for name, value in pairs}
        assert len(names) == len(lines), "a header stands twice"
        status = int(status_line.split(" ")[1])
        body = b"" if status == 101 else await self.rest()
        return Answer(status, names, body)

    async def upgrade(self, path: str = "/ws", headers: dict[str, str] | None = None) -> Answer:
        """Ask for a WebSocket."""
        self.ask("GET", path, UPGRADE | (headers or {}))
        return await self.answer()

    async def rest(self) -> bytes:
        """Everything until the server hangs up."""
        async with asyncio.timeout(PATIENCE_S):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    # -- frames -----------------------------------------------------------------------------------

    async def receive(self) -> tuple[int, bytes]:
        """Opcode and payload of the next frame. Raises Gone."""
        first, size = await self._read(2)
        assert first & 0x80, "the server fragments nothing"
        assert not size & 0x80, "the server masks nothing"
        if size == 126:
            (size,) = struct.unpack("!H", await self._read(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self._read(8))
        opcode, payload = first & 0x0F, await self._read(size)
        if opcode == CLOSE:
            self.close_code = int.from_bytes(payload[:2])
        return opcode, payload

    async def receive_text(self) -> str:
        """The next text frame; pings before it are answered. Raises Gone after a close frame."""
        while True:
            opcode, payload = await self.receive()
            if opcode == TEXT:
                return payload.decode()
            if opcode == CLOSE:
                raise Gone
            if opcode == PING:
                self.send(PONG, payload)

    async def closed(self) -> int | None:
        """The code of the close frame, whatever came before; None when dropped without one."""
        with contextlib.suppress(Gone):
            while self.close_code is None:
                await self.receive()
        return self.close_code

    async def _read(self, size: int) -> bytes:
        async with asyncio.timeout(PATIENCE_S):
            try:
                return await self.reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                raise Gone from None

    async def _read_until(self, end: bytes) -> bytes:
        async with asyncio.timeout(PATIENCE_S):
            try:
                return await self.reader.readuntil(end)
            except (asyncio.IncompleteReadError, ConnectionError):
                raise Gone from None


async def fetch(
    port: int, path: str, *, method: str = "GET", headers: dict[str, str] | None = None
) -> Answer:
    """One plain request on a connection of its own."""
    async with await Raw.open(port) as raw:
        raw.ask(method, path, headers)
        return await raw.answer()


async def taken(transport: asyncio.BaseTransport) -> None:
    """Return when the peer's kernel has confirmed all that the server's transport wrote."""
    async with asyncio.timeout(PATIENCE_S):
        while unacknowledged_bytes(transport):  # noqa: ASYNC110 - only the kernel knows when
            await asyncio.sleep(0)

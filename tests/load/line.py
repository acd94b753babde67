"""A WebSocket client that costs less than any server: bytes in, bytes out, no library.

Frames to be sent are made beforehand. Of what comes only the text frames are handed on, unread.
Cuts and checks nothing else: it talks to servers that other suites have tested.
"""

import asyncio
import json
import os
from collections.abc import Callable
from typing import Any, Final

from websockets.speedups import apply_mask

Message = dict[str, Any]

_TEXT: Final = 0x81
_PING: Final = 0x89
_PATIENCE_S: Final = 120.0


def masked(payload: bytes, opcode: int = _TEXT) -> bytes:
    """A frame as clients send it. `opcode`: its whole first byte."""
    size, key = len(payload), os.urandom(4)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
    return bytes([opcode]) + length + key + apply_mask(payload, key)


def message(**fields: Any) -> bytes:
    """A message of the protocol in its frame."""
    return masked(json.dumps(fields, separators=(",", ":")).encode())


class Line(asyncio.Protocol):
    """One connection. Subclasses say in `took` what becomes of a text frame."""

    def __init__(self) -> None:
        self.write: Callable[[bytes], None]
        self.transport: asyncio.Transport
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._rest = b""

    async def connect(self, port: int, path: str = "/ws") -> None:
        """Return when the WebSocket is open."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        self.transport = transport
        self.write = transport.write
        self.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(_PATIENCE_S):
            await self.opened

    def took(self, data: bytes, start: int, end: int) -> None:
        """A text frame with this payload came."""
        raise NotImplementedError

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        if not self.opened.done():
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:200]
            self.opened.set_result(None)
        took = self.took
        while size - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10]), at + 10
            end = start + length
            if end > size:
                break
            if data[at] == _TEXT:
                took(data, start, end)
            elif data[at] == _PING:
                self.write(masked(data[start:end], 0x8A))
            at = end
        self._rest = data[at:] if at < size else b""

    def hang_up(self) -> None:
        """Drop the connection."""
        self.transport.abort()

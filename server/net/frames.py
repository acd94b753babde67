"""WebSocket frames as bytes: making those that are sent, reading the plain ones that come.

RFC 6455 section 5.2. Whatever is not plain (control frames, fragments, anything wrong or cut off)
is not judged here: the library does that.
"""

from typing import Final

from websockets.speedups import apply_mask

_TEXT: Final = 0x81
"""First byte of a whole text frame: final, no reserved bits …"""
_BINARY: Final = 0x82
"""… and of a binary one."""
_MASKED: Final = 0x80
_LONG: Final = _MASKED | 126

_HEADS: Final = tuple(bytes((_TEXT, size)) for size in range(126))


def text_frame(payload: bytes) -> bytes:
    """The unmasked, unfragmented text frame that carries a payload."""
    size = len(payload)
    if size < 126:
        return _HEADS[size] + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2) + payload
    return b"\x81\x7f" + size.to_bytes(8) + payload


class Framer:
    """Makes the frame of a payload once, however many connections it is for: a message to many is
    handed to one after another, as one object."""

    def __init__(self) -> None:
        self._payload = b""
        self._frame = text_frame(b"")

    def frame(self, payload: bytes) -> bytes:
        """What `text_frame` makes of it."""
        if payload is not self._payload:
            self._payload, self._frame = payload, text_frame(payload)
        return self._frame


def short_text(chunk: bytes, longest: int) -> bytes | None:
    """The payload of a chunk that is one text frame of up to 125 bytes, ASCII alone and no longer
    than `longest`; None for any other chunk, which `data_frames` may read."""
    size = len(chunk) - 6
    if 0 <= size < 126 and size <= longest and chunk[0] == _TEXT and chunk[1] == _MASKED | size:
        payload = apply_mask(chunk[6:], chunk[2:6])
        if payload.isascii():
            return payload
    return None


def data_frames(chunk: bytes, longest: int) -> list[tuple[bytes, bool]]:
    """The payloads of a chunk that consists of whole, masked text and binary frames alone, each
    with whether it is text; an empty list for any other chunk.

    Other is too: a payload of more than `longest` bytes, and text that is not ASCII.
    """
    frames: list[tuple[bytes, bool]] = []
    at, end = 0, len(chunk)
    while at < end:
        if end - at < 6:
            return []
        kind, size, start = chunk[at], chunk[at + 1], at + 6
        if size == _LONG:
            size, start = int.from_bytes(chunk[at + 2 : at + 4]), at + 8
        else:
            size -= _MASKED
        at = start + size
        if size < 0 or size == 127 or size > longest or at > end:
            return []
        payload = apply_mask(chunk[start:at], chunk[start - 4 : start])
        if kind == _TEXT:
            if not payload.isascii():
                return []
        elif kind != _BINARY:
            return []
        frames.append((payload, kind == _TEXT))
    return frames

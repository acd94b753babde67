"""Cuts a TCP stream of a WebSocket into its messages, without understanding any of them.

The HTTP head is one unit, then every frame is one; what is no WebSocket passes as it comes.
"""

from typing import Final, Literal, NamedTuple

Kind = Literal["head", "message", "control", "raw"]

_HEAD_END: Final = b"\r\n\r\n"
_CONTROL: Final = 0x08
"""Opcodes from here on are close, ping and pong."""


class Unit(NamedTuple):
    """What is forwarded or lost as a whole."""

    kind: Kind
    octets: bytes


class Splitter:
    """One direction of one connection. `feed` gives the units that are complete."""

    def __init__(self) -> None:
        self._left = bytearray()
        self._state: Literal["head", "frames", "raw"] = "head"

    def feed(self, octets: bytes) -> list[Unit]:
        """The units completed by these octets, in order."""
        self._left += octets
        units: list[Unit] = []
        while (unit := self._next()) is not None:
            units.append(unit)
        return units

    def rest(self) -> bytes:
        """The beginning of a unit that never became complete."""
        return bytes(self._left)

    def _next(self) -> Unit | None:
        if self._state == "raw":
            return self._take("raw", len(self._left))
        if self._state == "head":
            end = self._left.find(_HEAD_END)
            if end < 0:
                return None
            head = bytes(self._left[:end]).lower()
            self._state = "frames" if b"upgrade: websocket" in head else "raw"
            return self._take("head", end + len(_HEAD_END))
        length = frame_length(self._left)
        if length is None or length > len(self._left):
            return None
        control = self._left[0] & 0x0F >= _CONTROL
        return self._take("control" if control else "message", length)

    def _take(self, kind: Kind, length: int) -> Unit | None:
        if not length:
            return None
        unit = Unit(kind, bytes(self._left[:length]))
        del self._left[:length]
        return unit


def frame_length(octets: bytes | bytearray) -> int | None:
    """Length of the frame that begins here, head included; None while that cannot be told."""
    if len(octets) < 2:
        return None
    head, length = 2, octets[1] & 0x7F
    if length == 126:
        head, length = 4, int.from_bytes(octets[2:4], "big")
    elif length == 127:
        head, length = 10, int.from_bytes(octets[2:10], "big")
    if len(octets) < head:
        return None
    return head + (4 if octets[1] & 0x80 else 0) + length

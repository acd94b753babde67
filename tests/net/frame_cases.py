"""Cases of RFC 6455 behaviour in numbered groups: bytes sent, and everything that comes of them.

Each is delivered whole, byte by byte and in sevens. Group numbers follow the public conformance
suites: 1 framing, 2 pings and pongs, 3 reserved bits, 4 opcodes, 5 fragmentation, 6 UTF-8,
7 close, 8 several frames, 9 limits, 10 masks.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import pytest

from server.config import Config
from tests.net.raw import BINARY, CLOSE, PING, PONG, TEXT, Gone, Raw, frame
from tests.net.world import World, listening

PATHS: Final = ("fast path", "library")
"""All cases hold on both: whole messages are read where they arrive, or by the library."""
NO_CODE: Final = 1005
"""A close frame without a code, in either direction."""
DELIVERIES: Final = {"whole": 1 << 20, "sevens": 7, "bytes": 1}
"""Names of ways to deliver, and how many bytes come at once."""
CUT_UP_BYTES: Final = 600
"""So much of what is sent is cut up; the rest comes whole."""
_STILL_HERE: Final = b"still here"


@dataclass(frozen=True)
class Case:
    """What is sent on a fresh connection, and what the server makes of it."""

    number: str
    """Group and case, as `7.9.2`."""
    what: str
    sent: bytes
    code: int | None = None
    """Of the close frame that the server answers; None when the connection stays."""
    texts: tuple[bytes, ...] = ()
    """Payloads handed on as text."""
    binaries: tuple[bytes, ...] = ()
    pongs: tuple[bytes, ...] = ()


def all_ways(cases: list[Case]) -> pytest.MarkDecorator:
    """Parameters `case` and `step` of a test: every case in every delivery."""
    assert len({case.number for case in cases}) == len(cases)
    return pytest.mark.parametrize(
        ("case", "step"),
        [
            pytest.param(case, step, id=f"{case.number} {case.what}: {way}")
            for case in cases
            for way, step in DELIVERIES.items()
        ],
    )


@asynccontextmanager
async def frame_world(path: str) -> AsyncIterator[World]:
    """A server whose clock stands still, so that rates are counts; on one of `PATHS`."""
    async with listening(Config(close_ms=200, fast_path=path == "fast path")) as world:
        yield world


async def check(world: World, case: Case, step: int) -> None:
    """Deliver a case in steps of so many bytes, and look at everything that happens."""
    async with await Raw.open(world.port) as raw:
        assert (await raw.upgrade()).status == 101
        guest = await world.guests.get()
        await deliver(raw, case.sent, step)
        if case.code is None:
            raw.send(PING, _STILL_HERE)
        pongs = await _answers(raw)
        assert raw.close_code == case.code
        assert pongs == [*case.pongs, *([_STILL_HERE] if case.code is None else [])]
        if case.code is not None:
            # and then it hangs up, once we have
            raw.writer.write_eof()
            with pytest.raises(Gone):
                await raw.receive()
        raw.writer.transport.abort()
        await guest.ended.wait()
        frames = [guest.frames.get_nowait() for _ in range(guest.frames.qsize())]
        assert [payload for payload, is_text in frames if is_text] == [*case.texts]
        assert [payload for payload, is_text in frames if not is_text] == [*case.binaries]


async def deliver(raw: Raw, sent: bytes, step: int) -> None:
    """Write it in steps; the server, in the same event loop, takes each by itself."""
    for begin in range(0, min(len(sent), CUT_UP_BYTES), step):
        end = min(begin + step, CUT_UP_BYTES)
        raw.write(sent[begin : end if step < CUT_UP_BYTES else None])
        # one turn to write it, one for the server to read it
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        if step > CUT_UP_BYTES:
            return
    raw.write(sent[CUT_UP_BYTES:])


async def _answers(raw: Raw) -> list[bytes]:
    """Payloads of all pongs, until the last one that is due or the close."""
    pongs: list[bytes] = []
    while _STILL_HERE not in pongs:
        opcode, payload = await raw.receive()
        if opcode == CLOSE:
            raw.close_code = int.from_bytes(payload[:2]) if payload else NO_CODE
            break
        assert opcode == PONG
        pongs.append(payload)
    return pongs


def text(payload: bytes | str = b"", **how: int) -> bytes:
    """A text frame; `how` as `frame` takes it."""
    octets = payload.encode() if isinstance(payload, str) else payload
    return frame(TEXT, octets, **how)  # type: ignore[arg-type]


def binary(payload: bytes = b"", **how: int) -> bytes:
    """A binary frame."""
    return frame(BINARY, payload, **how)  # type: ignore[arg-type]


def close(code: int | None = 1000, reason: bytes = b"") -> bytes:
    """A close frame."""
    return frame(CLOSE, b"" if code is None else code.to_bytes(2) + reason)

"""Data frames: 1 framing, 5 fragmentation (refused), 6 UTF-8, 9 limits, 10 masks."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.net.frame_cases import PATHS, Case, all_ways, binary, check, frame_world, text
from tests.net.raw import BINARY, CONT, PING, TEXT, frame
from tests.net.world import World

SIZES = (0, 1, 2, 124, 125, 126, 127, 128, 255, 256, 4_095, 4_096)
MAX = 4_096


def claimed(opcode: int, size: int, *, wide: bool = True) -> bytes:
    """The head of a masked frame that claims to be so long; no byte of it follows."""
    length = size.to_bytes(8) if wide else size.to_bytes(2)
    return bytes([0x80 | opcode, 0x80 | (127 if wide else 126)]) + length + b"\0\0\0\0"


FRAMING = [
    *(
        Case(f"1.1.{n}", f"text of {size}", text(b"a" * size), texts=(b"a" * size,))
        for n, size in enumerate(SIZES, start=1)
    ),
    *(
        Case(f"1.2.{n}", f"binary of {size}", binary(b"\xff" * size), binaries=(b"\xff" * size,))
        for n, size in enumerate(SIZES, start=1)
    ),
    # RFC 6455 5.2 wants the shortest form; a longer one does no harm
    Case("1.3.1", "length in 16 bits", claimed(TEXT, 1, wide=False) + b"a", texts=(b"a",)),
    Case("1.3.2", "length in 64 bits", claimed(TEXT, 1) + b"a", texts=(b"a",)),
]

FRAGMENTATION = [
    Case("5.1", "in two", text("a", fin=False) + frame(CONT, b"b"), 1009),
    Case("5.2", "in two, binary", binary(b"a", fin=False) + frame(CONT, b"b"), 1009),
    Case("5.3", "empty first", text(fin=False) + frame(CONT, b"ab"), 1009),
    Case("5.4", "first one alone", text("a", fin=False), 1009),
    Case(
        "5.5",
        "ping between: the first fragment counts",
        text("a", fin=False) + frame(PING) + frame(CONT, b"b"),
        1009,
    ),
    Case("5.6", "continuation of nothing", frame(CONT, b"a"), 1009),
    Case("5.7", "continuation of nothing, not the last", frame(CONT, b"a", fin=False), 1009),
    Case("5.8", "empty continuations without end", frame(CONT, fin=False) * 100, 1009),
    Case("5.9", "message, then continuation", text("a") + frame(CONT, b"b"), 1009, (b"a",)),
    Case("5.10", "new message in the midst", text("a", fin=False) + text("b"), 1009),
    Case("5.11", "fragmented ping", frame(PING, b"a", fin=False), 1002),
    Case("5.12", "fragment that is not UTF-8", text(b"\xff", fin=False), 1009),
]

WELL_FORMED = (
    "κόσμε",
    "Hello-µ@ßöäüàá-UTF-8!!",
    "\0",
    "\x7f\x80",
    "\u07ff\u0800",
    "\ud7ff\ue000\ufffd",
    "\ufffe\uffff",
    "\U00010000\U0001fffe\U0010ffff",
    "\ufeffwith a mark",
)
ILL_FORMED = {
    "lone continuation": b"\x80",
    "last continuation": b"\xbf",
    "two-byte sequence cut short": b"\xce",
    "three-byte sequence cut short": b"a\xe2\x82",
    "four-byte sequence cut short": b"\xf0\x9f\x98",
    "cut short in the midst": b"\xe2\x82a",
    "overlong slash in two": b"\xc0\xaf",
    "overlong in two, largest": b"\xc1\xbf",
    "overlong slash in three": b"\xe0\x80\xaf",
    "overlong slash in four": b"\xf0\x80\x80\xaf",
    "overlong null": b"\xc0\x80",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "six bytes": b"\xfc\x84\x80\x80\x80\x80",
    "high surrogate": b"\xed\xa0\x80",
    "low surrogate": b"\xed\xbf\xbf",
    "pair of surrogates": b"\xed\xa0\x80\xed\xb0\x80",
    "above the last": b"\xf4\x90\x80\x80",
    "never a byte of it": b"\xfe",
    "never a byte of it either": b"\xff",
    "wrong at the end": "κόσμε".encode() + b"\xed\xa0\x80",
    "wrong after 4 KiB": b"a" * 4_095 + b"\xff",
}
UTF8 = [
    *(
        Case(f"6.1.{n}", ascii(good), text(good), texts=(good.encode(),))
        for n, good in enumerate(WELL_FORMED, start=1)
    ),
    *(
        Case(f"6.2.{n}", what, text("a") + text(bad) + text("b"), 1007, (b"a",))
        for n, (what, bad) in enumerate(ILL_FORMED.items(), start=1)
    ),
    Case("6.3.1", "binary may be anything", binary(b"\xff\x80"), binaries=(b"\xff\x80",)),
    Case("6.3.2", "ping may be anything", frame(PING, b"\xff\x80"), pongs=(b"\xff\x80",)),
]

LIMITS = [
    Case("9.1.1", "one byte too long", text(b"a" * (MAX + 1)), 1009),
    Case("9.1.2", "one byte too long, binary", binary(b"a" * (MAX + 1)), 1009),
    Case("9.1.3", "64 KiB - 1", text(b"a" * 65_535), 1009),
    Case("9.1.4", "64 KiB", text(b"a" * 65_536), 1009),
    # refused by its head: nothing is waited for, nothing is kept
    Case("9.2.1", "one byte too long, claimed", claimed(TEXT, MAX + 1, wide=False), 1009),
    Case("9.2.2", "1 GiB claimed", claimed(BINARY, 1 << 30), 1009),
    Case("9.2.3", "2^63 - 1 claimed", claimed(TEXT, (1 << 63) - 1), 1009),
    Case("9.2.4", "2^63 claimed", claimed(TEXT, 1 << 63), 1009),
    Case("9.2.5", "2^64 - 1 claimed", claimed(TEXT, (1 << 64) - 1), 1009),
    Case("9.3.1", "what came before counts", text("a") + claimed(TEXT, 1 << 20), 1009, (b"a",)),
]

KEYS = (b"\0\0\0\0", b"\xff\xff\xff\xff", b"abcd", b"\x80\0\0\x01")
MASKS = [
    *(
        Case(
            f"10.1.{n}.{size}",
            f"key {key.hex()}, length {size}",
            frame(TEXT, b"abcdefgh"[:size], key=key),
            texts=(b"abcdefgh"[:size],),
        )
        for n, key in enumerate(KEYS, start=1)
        for size in range(9)
    ),
    Case("10.2.1", "text without mask", text("a", masked=False), 1002),
    Case("10.2.2", "empty text without mask", text(masked=False), 1002),
    Case("10.2.3", "binary without mask", binary(b"a", masked=False), 1002),
    Case("10.2.4", "ping without mask", frame(PING, masked=False), 1002),
    Case("10.2.5", "close without mask", frame(0x8, b"\x03\xe8", masked=False), 1002),
    Case("10.2.6", "after a masked one", text("a") + text("b", masked=False), 1002, (b"a",)),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=PATHS)
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with frame_world(request.param) as world:
        yield world


@all_ways(FRAMING + FRAGMENTATION + UTF8 + LIMITS + MASKS)
async def test_data_frames(world: World, case: Case, step: int) -> None:
    await check(world, case, step)

"""Control frames: 2 pings and pongs, 3 reserved bits, 4 opcodes, 7 close, 8 several frames."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.net.frame_cases import (
    NO_CODE,
    PATHS,
    Case,
    all_ways,
    binary,
    check,
    close,
    frame_world,
    text,
)
from tests.net.raw import BINARY, CLOSE, PING, PONG, TEXT, frame
from tests.net.world import World

ALL = bytes(range(256))

PINGS = [
    Case("2.1", "ping without payload", frame(PING), pongs=(b"",)),
    Case("2.2", "with text", frame(PING, b"Hello"), pongs=(b"Hello",)),
    Case("2.3", "with any bytes", frame(PING, ALL[128:253]), pongs=(ALL[128:253],)),
    Case("2.4", "with 125 bytes", frame(PING, b"a" * 125), pongs=(b"a" * 125,)),
    Case("2.5", "with 126 bytes", frame(PING, b"a" * 126), 1002),
    Case("2.6", "with 64 KiB: longer than any frame", frame(PING, b"a" * 65_536), 1009),
    Case("2.7", "pong nobody asked for", frame(PONG)),
    Case("2.8", "pong with payload nobody asked for", frame(PONG, b"unasked")),
    Case("2.9", "pong, then ping", frame(PONG, b"a") + frame(PING, b"b"), pongs=(b"b",)),
    Case(
        "2.10",
        "ten pings, answered in order",
        b"".join(frame(PING, bytes([n])) for n in range(10)),
        pongs=tuple(bytes([n]) for n in range(10)),
    ),
    Case("2.11", "as many as allowed", frame(PING) * 19, pongs=(b"",) * 19),
    Case("2.12", "one more than allowed", frame(PING) * 21, 1008, pongs=(b"",) * 20),
    Case("2.13", "pongs count too", frame(PONG) * 21, 1008),
    Case("2.14", "pong of 126 bytes", frame(PONG, b"a" * 126), 1002),
]

RESERVED = [
    Case("3.1", "text, RSV1: compressed without agreement", text("a", rsv=4), 1002),
    Case("3.2", "text, RSV2", text("a", rsv=2), 1002),
    Case("3.3", "text, RSV3", text("a", rsv=1), 1002),
    Case("3.4", "text, all of them", text("a", rsv=7), 1002),
    Case("3.5", "binary", binary(b"a", rsv=4), 1002),
    Case("3.6", "ping", frame(PING, rsv=2), 1002),
    Case("3.7", "pong", frame(PONG, rsv=1), 1002),
    Case("3.8", "close", frame(CLOSE, b"\x03\xe8", rsv=1), 1002),
    Case("3.9", "after a good one", text("a") + text("b", rsv=4) + text("c"), 1002, (b"a",)),
    Case("3.10", "fragment with one", text("a", fin=False, rsv=4), 1002),
]

OPCODES = [
    *(
        Case(f"4.1.{opcode}", f"data opcode {opcode}", frame(opcode, b"a"), 1002)
        for opcode in range(0x3, 0x8)
    ),
    *(
        Case(f"4.2.{opcode}", f"control opcode {opcode}", frame(opcode), 1002)
        for opcode in range(0xB, 0x10)
    ),
    Case("4.3", "after a good one", text("a") + frame(0x5) + frame(PING), 1002, (b"a",)),
]

GOOD_CODES = (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014)
OWN_CODES = (3000, 3999, 4000, 4409, 4999)
BAD_CODES = (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 1999, 2000, 2999, 5000, 65_535)
CLOSES = [
    Case("7.1.1", "close", close(), 1000),
    Case("7.1.2", "two of them", close() + close(1001), 1000),
    Case("7.1.3", "ping after it", close() + frame(PING, b"late"), 1000),
    Case("7.1.4", "message after it", text("a") + close() + text("late"), 1000, (b"a",)),
    Case("7.1.5", "nonsense after it", close() + b"\xff" * 300, 1000),
    Case("7.1.6", "large message after it", close() + text(b"a" * 70_000), 1000),
    Case("7.3.1", "without code", close(None), NO_CODE),
    Case("7.3.2", "one byte", frame(CLOSE, b"\x03"), 1002),
    Case("7.3.3", "with reason", close(1000, b"Hello"), 1000),
    Case("7.3.4", "longest reason", close(1000, b"a" * 123), 1000),
    Case("7.3.5", "reason too long", close(1000, b"a" * 124), 1002),
    Case("7.3.6", "not the last fragment", frame(CLOSE, b"\x03\xe8", fin=False), 1002),
    Case("7.5.1", "reason is not UTF-8", close(1000, b"\xce\xba\xff"), 1007),
    Case("7.5.2", "reason in UTF-8", close(1000, "κόσμε".encode()), 1000),
    *(Case(f"7.7.{code}", f"code {code}", close(code), code) for code in GOOD_CODES + OWN_CODES),
    *(Case(f"7.9.{code}", f"code {code}", close(code), 1002) for code in BAD_CODES),
]

SEVERAL = [
    Case("8.1", "two messages", text("a") + text("b"), texts=(b"a", b"b")),
    Case("8.2", "of two kinds", text("a") + binary(b"b"), texts=(b"a",), binaries=(b"b",)),
    Case(
        "8.3",
        "ping and pong between",
        text("a") + frame(PING, b"p") + frame(PONG, b"q") + text("b"),
        texts=(b"a", b"b"),
        pongs=(b"p",),
    ),
    Case("8.4", "a hundred", text("a") * 100, texts=(b"a",) * 100),
    Case("8.9", "five hundred in a second", text() * 500, None, (b"",) * 500),
    Case("8.10", "one more ends it", text() * 501 + text("a", rsv=1), 1008, (b"",) * 500),
    Case("8.5", "empty ones", (frame(TEXT) + frame(BINARY)) * 3, None, (b"",) * 3, (b"",) * 3),
    Case(
        "8.6",
        "pings before a wrong frame are answered, later ones not",
        frame(PING, b"1") + text("a", rsv=1) + frame(PING, b"2"),
        1002,
        pongs=(b"1",),
    ),
    Case("8.7", "ping, close, ping", frame(PING) + close() + frame(PING), 1000, pongs=(b"",)),
    Case("8.8", "wrong frame, then close", text("a", rsv=1) + close(), 1002),
]


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=PATHS)
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with frame_world(request.param) as world:
        yield world


@all_ways(PINGS + RESERVED + OPCODES + CLOSES + SEVERAL)
async def test_control_frames(world: World, case: Case, step: int) -> None:
    await check(world, case, step)

"""The fast path does what the library does: the same bytes, cut in the same way, on both.

Chunks are handed to two connections that differ in nothing else, without sockets; what they hand
on and what they write is compared after each chunk.
"""

import logging
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.server import ServerProtocol

from server.net.connection import GuardedConnection
from server.net.guards import Guards
from tests.manual_clock import ManualClock
from tests.net.frame_cases import binary, close, text
from tests.net.raw import PING, PONG, UPGRADE, frame

MAX = 200
QUIET = logging.getLogger("tests.net.quiet")
QUIET.setLevel(logging.CRITICAL)


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.aborted = False

    def write(self, data: bytes) -> None:
        self.written.append(bytes(data))

    def abort(self) -> None:
        self.aborted = True

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        self.written.append(b"<eof>")

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, *_limits: int | None) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def get_extra_info(self, _name: str) -> Any:
        return self

    def setsockopt(self, *_option: object) -> None: ...


class _Server:
    """What the library wants of its server."""

    def __init__(self) -> None:
        self.handler_tasks: set[Any] = set()

    async def handler(self, _connection: object) -> None: ...


class _Keeper:
    def opened(self, connection: GuardedConnection) -> None: ...
    def lost(self, connection: GuardedConnection) -> None: ...
    def cut_off(self, connection: GuardedConnection, reason: str) -> None: ...
    def finish(self, response: object) -> None: ...


class End:
    """One connection on one of the two paths, its handshake done; `heard` is what it hands on."""

    def __init__(self, *, fast: bool, closes_at: bytes) -> None:
        guards = Guards(
            message_bytes=MAX,
            torrent_per_s=12,
            control_frames_per_s=5,
            unread_bytes=10**6,
            unread_ms=10**6,
            close_ms=1,
            fast_path=fast,
        )
        self.line, self.heard = Line(), list[tuple[bytes, bool]]()
        self.connection = GuardedConnection(
            ServerProtocol(logger=QUIET),
            cast("Any", _Server()),
            guards=guards,
            clock=ManualClock(),
            keeper=cast("Any", _Keeper()),
        )
        self.closes_at = closes_at
        self.connection.connection_made(cast("Any", self.line))
        fields = "".join(f"{name}: {value}\r\n" for name, value in UPGRADE.items())
        self.connection.data_received(f"GET /ws HTTP/1.1\r\nHost: h\r\n{fields}\r\n".encode())
        request = self.connection.request
        assert request is not None
        protocol = self.connection.protocol
        protocol.send_response(protocol.accept(request))
        self.connection.send_data()
        self.connection.receiver = self.receive
        self.line.written.clear()

    def receive(self, payload: bytes, is_text: bool) -> None:
        """Answer everything; some of it by closing."""
        self.heard.append((payload, is_text))
        self.connection.push(b"re " + payload)
        if payload == self.closes_at:
            self.connection.shut(1008, "enough")


PIECES = [
    text(b""),
    text(b"a"),
    text(b"b" * 125),
    text(b"c" * 126),
    text(b"d" * MAX),
    text("κόσμε"),
    binary(b"\xff\x00"),
    binary(b"a" * 130),
    frame(PING, b"p"),
    frame(PONG, b"q"),
    text(b"a", fin=False),
    text(b"a", rsv=4),
    text(b"a", masked=False),
    text(b"\xff"),
    text(b"e" * (MAX + 1)),
    frame(0x3, b"a"),
    frame(0x0, b"a"),
    close(),
]
"""What a stream is made of; the plain ones come more often."""
STREAMS = st.lists(st.one_of(st.sampled_from(PIECES[:9]), st.sampled_from(PIECES)), max_size=16)


@given(STREAMS, st.lists(st.integers(1, 300), max_size=30), st.sampled_from([b"a", b""]))
async def test_any_stream_cut_anyhow(
    pieces: list[bytes], cuts: list[int], closes_at: bytes
) -> None:
    ends = [End(fast=fast, closes_at=closes_at) for fast in (True, False)]
    stream, at = b"".join(pieces), 0
    for size in [*cuts, len(stream)]:
        chunk = stream[at : at + size]
        at += len(chunk)
        seen = []
        for end in ends:
            if chunk:
                end.connection.data_received(chunk)
            written = b"".join(end.line.written)
            seen.append((end.heard, written, end.line.aborted, end.connection.state))
        assert seen[0] == seen[1]
    for end in ends:
        end.connection.connection_lost(None)


@pytest.mark.parametrize("piece", PIECES, ids=range(len(PIECES)))
async def test_each_piece_whole_after_a_plain_one(piece: bytes) -> None:
    ends = [End(fast=fast, closes_at=b"no") for fast in (True, False)]
    for chunk in (text(b"a"), piece, text(b"z") + text(b"y")):
        for end in ends:
            end.connection.data_received(chunk)
        assert ends[0].heard == ends[1].heard
        assert b"".join(ends[0].line.written) == b"".join(ends[1].line.written)
    for end in ends:
        end.connection.connection_lost(None)


async def test_whole_messages_never_reach_the_library() -> None:
    end = End(fast=True, closes_at=b"no")
    read: list[bytes] = []
    end.connection.protocol.receive_data = read.append  # type: ignore[method-assign,assignment]
    end.connection.data_received(text(b"a") + binary(b"b") + text(b"c" * 150))
    assert read == []
    assert end.heard == [(b"a", True), (b"b", False), (b"c" * 150, True)]
    end.connection.data_received(text(b"a") + frame(PING))
    assert len(read) == 1
    end.connection.connection_lost(None)

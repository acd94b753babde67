"""Frames as bytes: those sent, and the plain ones that come."""

import pytest

from server.net.frames import Framer, data_frames, short_text, text_frame
from tests.net.frame_cases import binary, text
from tests.net.raw import PING, frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_text_frames_are_unmasked_and_whole(size: int) -> None:
    assert text_frame(b"x" * size) == frame(0x1, b"x" * size, masked=False)


def test_a_payload_for_many_is_framed_once() -> None:
    framer, many = Framer(), bytes(range(200))
    frame_of_many = framer.frame(many)
    assert frame_of_many == text_frame(many)
    assert framer.frame(many) is frame_of_many
    assert framer.frame(b"another") == text_frame(b"another")
    assert framer.frame(many) == frame_of_many
    assert Framer().frame(b"") == text_frame(b"")


def test_plain_frames_are_read() -> None:
    chunk = text(b"") + binary(b"\xff") + text(b"a" * 126) + text(b"b" * 4_096)
    assert data_frames(chunk, 4_096) == [
        (b"", True),
        (b"\xff", False),
        (b"a" * 126, True),
        (b"b" * 4_096, True),
    ]


@pytest.mark.parametrize(
    "other",
    [
        b"\x81",
        text(b"abc")[:-1],
        text(b"a" * 126)[:7],
        text(b"a" * 4_097),
        text(b"a" * 65_536),
        text("é"),
        text(b"a", masked=False),
        text(b"a" * 200, masked=False),
        text(b"a", fin=False),
        text(b"a", rsv=4),
        binary(b"a", rsv=1),
        frame(PING),
        frame(0x8, b"\x03\xe8"),
    ],
)
@pytest.mark.parametrize("before", [b"", text(b"good")])
def test_any_other_chunk_is_left_whole(before: bytes, other: bytes) -> None:
    assert data_frames(before + other, 4_096) == []


def test_a_short_text_frame_alone_is_read_at_once() -> None:
    for payload in (b"", b"a", b"a" * 125):
        assert short_text(text(payload), 4_096) == payload
    assert short_text(text(b"a" * 20), 19) is None


@pytest.mark.parametrize(
    "other",
    [
        b"",
        b"\x81\x80abc",
        binary(b"a"),
        text("é"),
        text(b"a" * 126),
        text(b"a", fin=False),
        text(b"a", rsv=4),
        text(b"abcdef", masked=False),
        text(b"abc")[:-1],
        text(b"a") + text(b"b"),
        frame(PING, b"a"),
    ],
)
def test_anything_else_is_no_short_text(other: bytes) -> None:
    assert short_text(other, 4_096) is None


def test_nothing_is_no_frame() -> None:
    assert data_frames(b"", 4_096) == []

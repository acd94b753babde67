"""The stream is cut exactly at message boundaries, however its octets arrive."""

import pytest

from tests.fault.frames import Splitter, frame_length

HEAD = b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
SHORT = b"\x81\x02hi"
MASKED = b"\x81\x82abcd\x09\x0b"
MIDDLE = b"\x81\x7e\x00\x80" + b"m" * 128
LONG = b"\x82\x7f" + (70_000).to_bytes(8, "big") + b"l" * 70_000
PING = b"\x89\x00"


@pytest.mark.parametrize("step", [1, 3, 1_000, 200_000])
def test_units_are_the_same_however_the_octets_come(step: int) -> None:
    if step < 1_000:
        frames = [SHORT, MASKED, PING, MIDDLE]
    else:
        frames = [SHORT, LONG, MASKED, PING, MIDDLE, LONG]
    stream = HEAD + b"".join(frames)
    splitter = Splitter()
    units = [
        unit for at in range(0, len(stream), step) for unit in splitter.feed(stream[at : at + step])
    ]
    assert [unit.octets for unit in units] == [HEAD, *frames]
    assert [unit.kind for unit in units] == [
        "head",
        *("control" if frame == PING else "message" for frame in frames),
    ]
    assert splitter.rest() == b""


def test_half_a_frame_waits() -> None:
    splitter = Splitter()
    assert [unit.kind for unit in splitter.feed(HEAD + MIDDLE[:-1])] == ["head"]
    assert splitter.rest() == MIDDLE[:-1]
    assert splitter.feed(MIDDLE[-1:])[0].octets == MIDDLE


def test_plain_http_passes_as_it_comes() -> None:
    splitter = Splitter()
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"
    kinds = [(unit.kind, unit.octets) for unit in splitter.feed(head + b"half")]
    assert kinds == [("head", head), ("raw", b"half")]
    assert [unit.octets for unit in splitter.feed(b" done")] == [b" done"]


def test_the_length_of_a_frame() -> None:
    assert [frame_length(frame) for frame in (SHORT, MASKED, MIDDLE, LONG, PING)] == [
        len(frame) for frame in (SHORT, MASKED, MIDDLE, LONG, PING)
    ]
    assert frame_length(LONG[:9]) is None
    assert frame_length(b"\x81") is None

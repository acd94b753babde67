"""Orders and answers as lines: whole, strict, one tag each."""

from typing import get_args

import msgspec
import pytest

from server.admin import orders as o

EXAMPLES: tuple[o.Order, ...] = (
    o.ListRooms(),
    o.ShowRoom(room="BCDFGHJK"),
    o.ShutRoom(room="BCDFGHJK"),
    o.ShowPlayer(player="P"),
    o.Rename(player="P", name="Ann"),
    o.Ban(player="P"),
    o.Unban(player="P"),
    o.RemovePlayer(player="P"),
    o.DropResult(race="R", player="P", reason="two\nlines"),
    o.ListRemoved(),
    o.Announce(text="Back at nine"),
)


def test_every_order_is_one_line_and_comes_back() -> None:
    assert {type(order) for order in EXAMPLES} == set(get_args(o.Order))
    for order in EXAMPLES:
        line = o.encode(order)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert o.decode_order(line) == order


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b'{"order":"format disk"}',
        b'{"order":"players ban"}',
        b'{"order":"players ban","player":"P","why":1}',
        b'{"order":"results remove","race":"R","player":"P","reason":""}',
        b'{"order":"announce","text":"' + b"x" * 501 + b'"}',
    ],
)
def test_anything_else_is_no_order(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        o.decode_order(line)


def test_answers_come_back() -> None:
    for answer in (o.Answer(lines=["one", "two"]), o.Answer(refused="no")):
        assert o.decode_answer(o.encode(answer)) == answer

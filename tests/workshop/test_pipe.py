"""Orders and replies survive the pipe, one line each; anything else is an error."""

import msgspec
import pytest

from server.workshop.pipe import Order, Reply, read_order, read_reply, written
from server.workshop.tasks import Failure, Found
from server.workshop.work import perform
from tests.workshop.keys import GOOD, beginner


def test_orders_survive() -> None:
    order = Order(7, beginner(*GOOD[:3]))
    line = written(order)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert read_order(line) == order


@pytest.mark.parametrize(
    "answer",
    [
        perform(beginner(GOOD[0])),
        Found(index=None, certificate=None),
        Failure(reason="two\nlines"),
    ],
)
def test_replies_survive(answer: Found | Failure) -> None:
    line = written(Reply(3, answer))
    assert line.count(b"\n") == 1
    assert read_reply(line) == Reply(3, answer)


@pytest.mark.parametrize("line", [b"\n", b"{}\n", b'{"number":1,"task":{"t":"unheard"}}\n', b"x"])
def test_anything_else_is_an_error(line: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_order(line)
    with pytest.raises(msgspec.DecodeError):
        read_reply(line)

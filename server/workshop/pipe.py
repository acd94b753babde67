"""How tasks and answers are written on the pipes: one line of JSON each.

A line that is none of them is our bug or a broken process: `msgspec.DecodeError`.
"""

from typing import Final

import msgspec
from msgspec import Struct

from server.workshop.tasks import Answer, Task


class Order(Struct, frozen=True):
    """A task with its number."""

    number: int
    task: Task


class Reply(Struct, frozen=True):
    """The answer to the task of this number."""

    number: int
    answer: Answer


_encoder: Final = msgspec.json.Encoder()
_orders: Final = msgspec.json.Decoder(Order)
_replies: Final = msgspec.json.Decoder(Reply)


def written(line: Order | Reply) -> bytes:
    """One line, its end included."""
    return _encoder.encode(line) + b"\n"


def read_order(line: bytes) -> Order:
    """The order on this line."""
    return _orders.decode(line)


def read_reply(line: bytes) -> Reply:
    """The reply on this line."""
    return _replies.decode(line)

"""What whoever runs the server can order, and what comes back: one JSON line each on the socket."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

MAX_LINE: Final = 16_384
"""Bytes of an order."""
Word = Annotated[str, Meta(max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]


class _Order(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="order"):
    pass


class ListRooms(_Order, frozen=True, tag="rooms list"):
    """The rooms that are awake."""


class ShowRoom(_Order, frozen=True, tag="rooms show"):
    """A room and who belongs to it."""

    room: Word


class ShutRoom(_Order, frozen=True, tag="rooms close"):
    """Nobody finds it any more."""

    room: Word


class ShowPlayer(_Order, frozen=True, tag="players show"):
    """What is known of a player."""

    player: Word


class Rename(_Order, frozen=True, tag="players rename"):
    """Another name, everywhere."""

    player: Word
    name: Text


class Ban(_Order, frozen=True, tag="players ban"):
    """Not let in any more."""

    player: Word


class Unban(_Order, frozen=True, tag="players unban"):
    """Let in again."""

    player: Word


class RemovePlayer(_Order, frozen=True, tag="players remove"):
    """Forgotten, with all traces, as by the player's own wish."""

    player: Word


class DropResult(_Order, frozen=True, tag="results remove"):
    """Counts nowhere any more."""

    race: Word
    player: Word
    reason: Text


class ListRemoved(_Order, frozen=True, tag="results removed"):
    """The removed results and why."""


class Announce(_Order, frozen=True, tag="announce"):
    """A word to everybody who is connected."""

    text: Text


Look = ListRooms | ShowRoom | ShowPlayer | ListRemoved
"""Changes nothing."""
Decision = ShutRoom | Rename | Ban | Unban | RemovePlayer | DropResult | Announce
"""Is stored and noted."""
Order = Look | Decision


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Lines for people, or why nothing was done."""

    lines: list[str] = []
    refused: str | None = None


_orders = msgspec.json.Decoder(Order)
_answers = msgspec.json.Decoder(Answer)


def decode_order(line: bytes) -> Order:
    """Raises msgspec.DecodeError."""
    order: Order = _orders.decode(line)
    return order


def decode_answer(line: bytes) -> Answer:
    """Raises msgspec.DecodeError."""
    return _answers.decode(line)


def encode(message: Order | Answer) -> bytes:
    """One line, its end included."""
    return msgspec.json.encode(message) + b"\n"

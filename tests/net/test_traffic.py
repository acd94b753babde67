"""Bytes and connections are counted through the end of each."""

from typing import cast

from server.net.connection import GuardedConnection
from server.net.traffic import Traffic


class Line:
    """A connection with as many bytes as it is told."""

    def __init__(self, received_bytes: int, sent_bytes: int) -> None:
        self.received_bytes = received_bytes
        self.sent_bytes = sent_bytes


def test_nothing_is_forgotten_and_nothing_doubled() -> None:
    traffic = Traffic()
    first, second = (cast("GuardedConnection", Line(*of)) for of in ((1, 10), (2, 20)))
    traffic.add(first)
    traffic.add(second)
    assert (traffic.connections, traffic.received_bytes, traffic.sent_bytes) == (2, 3, 30)
    traffic.discard(first)
    traffic.discard(first)
    assert (len(traffic), traffic.received_bytes, traffic.sent_bytes) == (1, 3, 30)
    assert list(traffic) == [second]

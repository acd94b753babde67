"""All open connections of a server, and the bytes that have gone over these and earlier ones."""

from collections.abc import Iterator

from server.net.connection import GuardedConnection


class Traffic:
    """A set of connections. Bytes are those since the start; HTTP and handshakes are in them."""

    def __init__(self) -> None:
        self._open: set[GuardedConnection] = set()
        self._ended_received = 0
        self._ended_sent = 0

    def add(self, connection: GuardedConnection) -> None:
        self._open.add(connection)

    def discard(self, connection: GuardedConnection) -> None:
        """It has ended. A second time does nothing."""
        if connection in self._open:
            self._open.remove(connection)
            self._ended_received += connection.received_bytes
            self._ended_sent += connection.sent_bytes

    def __contains__(self, connection: object) -> bool:
        return connection in self._open

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[GuardedConnection]:
        return iter(self._open)

    @property
    def connections(self) -> int:
        """Those that are open, pages being fetched too."""
        return len(self._open)

    @property
    def received_bytes(self) -> int:
        return self._ended_received + sum(one.received_bytes for one in self._open)

    @property
    def sent_bytes(self) -> int:
        return self._ended_sent + sum(one.sent_bytes for one in self._open)

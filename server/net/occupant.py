"""What lives on a WebSocket, as the listening port sees it: a session, but for tests."""

from collections.abc import Callable
from typing import Protocol

from server.net.connection import GuardedConnection


class Occupant(Protocol):
    """What lives on a WebSocket: a session."""

    def received(self, payload: bytes, is_text: bool) -> None:
        """A data frame came."""

    def lost(self) -> None:
        """The connection is gone."""

    async def run(self) -> None:
        """Return when the connection is gone."""

    @property
    def place(self) -> str:
        """See `server.net.farewell.Guest`."""

    def warn(self, in_ms: int) -> None:
        """See `server.net.farewell.Guest`."""

    def see_off(self) -> None:
        """See `server.net.farewell.Guest`."""


MakeSession = Callable[[GuardedConnection, str, str | None], Occupant]
"""Given the connection, its address and the room's code as asked for (`?r=`)."""

"""What one client has received, and waiting for more of it. No socket, no meaning of messages."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tests.suites.picture import Message

TIMEOUT_S = 10.0
_REFUSABLE = {"welcome": "hello", "snapshot": "hello", "created": "create"}
"""What is waited for, and the message whose rejection may come instead."""

T = TypeVar("T")


class Refused(Exception):
    """The server answered `rejected`; `code` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message["code"])
        self.code: str = message["code"]


class Closed(Exception):
    """The connection was closed while something was waited for."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"{code} {reason}".rstrip())
        self.code = code
        self.reason = reason


class Inbox:
    """Messages in order of coming, over all connections of one client."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.messages: list[Message] = []
        self.closed: Closed | None = None
        """How the present connection ended; None while it is open."""
        self._arrived = asyncio.Event()
        self._looked: dict[str, int] = {}
        """Per tag the index up to which `wait_for` has looked."""

    def add(self, message: Message) -> None:
        self.messages.append(message)
        self._wake()

    def end(self, closed: Closed) -> None:
        self.closed = closed
        self._wake()

    def look_from_here(self, *tags: str) -> None:
        """Let the next `wait_for` of these tags see only what comes from now on."""
        for tag in tags:
            self._looked[tag] = len(self.messages)

    async def wait_for(
        self, tag: str, predicate: Callable[[Message], bool] | None, timeout_s: float
    ) -> Message:
        """See `Peer.wait_for`."""
        found = await self.find(lambda: self._next(tag, predicate), tag, timeout_s)
        if found["t"] == "rejected" and tag != "rejected":
            raise Refused(found)
        return found

    async def find(
        self,
        look: Callable[[], T | None],
        what: str,
        timeout_s: float = TIMEOUT_S,
        *,
        needs_open: bool = True,
    ) -> T:
        """What `look` finds, now or after some message. Raises Closed, TimeoutError."""
        try:
            async with asyncio.timeout(timeout_s):
                while (found := look()) is None:
                    if self.closed is not None and needs_open:
                        raise self.closed
                    await self._arrived.wait()
        except TimeoutError:
            last = [message["t"] for message in self.messages[-8:]]
            raise TimeoutError(
                f"{self.name}: no {what} in {timeout_s} s; last came {last}"
            ) from None
        return found

    def _next(self, tag: str, predicate: Callable[[Message], bool] | None) -> Message | None:
        for index in range(self._looked.get(tag, 0), len(self.messages)):
            message = self.messages[index]
            self._looked[tag] = index + 1
            if message["t"] == "rejected" and message["re"] == _REFUSABLE.get(tag):
                return message
            if message["t"] == tag and (predicate is None or predicate(message)):
                return message
        return None

    def _wake(self) -> None:
        self._arrived.set()
        self._arrived = asyncio.Event()

"""A client of its own for the suites: one player's connection to one room, all frames kept.

Written from protocol/PROTOCOL.md alone, over `websockets` and `json`: it must not import `protocol`
or `server`, so that a mistake shared by both sides of the real code shows here.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Self
from urllib.parse import urljoin

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.suites.inbox import TIMEOUT_S, Closed, Inbox, Refused
from tests.suites.picture import Grid, Message, Picture, State

__all__ = ["Closed", "Frame", "Peer", "Refused"]

VERSION = 1


class Frame(NamedTuple):
    """One text frame as it went over the wire."""

    by: Literal["client", "server"]
    text: str
    connection: int
    """Which of the peer's connections it went over, from 1."""


class Peer:
    """One client. Made by `create_room`, `join` or `connect`; end it with `close`."""

    def __init__(self, base_url: str, code: str | None, name: str) -> None:
        self.base_url = base_url
        self.code = code
        self.name = name
        self.frames: list[Frame] = []
        self.inbox = Inbox(name)
        self.picture = Picture()
        self.connections = 0
        self._connection: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    # -- coming and going -------------------------------------------------------------------------

    @classmethod
    async def create_room(
        cls, base_url: str, name: str, settings: Message | None = None
    ) -> tuple[Self, str]:
        """A new player in a new room of his own, and the room's code. Raises Refused, Closed."""
        maker = cls(base_url, None, name)
        await maker.open()
        await maker.hello()
        code = await maker.create(settings)
        await maker.close()
        owner = cls(base_url, code, name)
        owner.picture.token = maker.token
        owner.frames, owner.connections = maker.frames, maker.connections
        await owner.open()
        await owner.enter()
        return owner, code

    @classmethod
    async def join(
        cls,
        base_url: str,
        code: str,
        name: str,
        *,
        token: str | None = None,
        watch: bool = False,
    ) -> Self:
        """A player, new without a token, in a room. Raises Refused, Closed."""
        peer = cls(base_url, code, name)
        peer.picture.token = token
        await peer.open()
        await peer.enter(watch=watch)
        return peer

    async def open(self) -> None:
        """Open a connection and read from it; nothing is said yet."""
        address = "ws" if self.code is None else f"ws?r={self.code}"
        url = urljoin(self.base_url, address)
        self._connection = await connect(
            url.replace("http", "ws", 1),
            compression=None,
            max_size=None,
            proxy=None,
            close_timeout=2,
        )
        self.connections += 1
        self.inbox.closed = None
        self._reader = asyncio.create_task(self._read(self._connection))

    async def hello(self, *, watch: bool = False) -> Message:
        """Say hello, with the token if there is one; gives `welcome`. Raises Refused, Closed."""
        self.inbox.look_from_here("welcome", "snapshot")
        await self.send("hello", version=VERSION, token=self.token, name=self.name, watch=watch)
        return await self.wait_for("welcome")

    async def create(self, settings: Message | None = None) -> str:
        """Create a room, on a connection without one; gives its code. Raises Refused, Closed."""
        self.inbox.look_from_here("created")
        await self.send("create", settings=settings or {})
        code: str = (await self.wait_for("created"))["room"]
        return code

    async def enter(self, *, watch: bool = False) -> Message:
        """Say hello to a room; gives the `snapshot`. Raises Refused, Closed."""
        await self.hello(watch=watch)
        return await self.wait_for("snapshot")

    async def reconnect(self) -> Message:
        """Come back by the resume rule: new connection, snapshot, unanswered moves sent again."""
        if self._connection is not None:
            await self.close()
        await self.open()
        snapshot = await self.enter()
        for move in list(self.picture.pending.values()):
            await self.send_text(json.dumps(move))
        return snapshot

    async def close(self) -> None:
        """Close the connection properly."""
        if self._connection is not None:
            await self._connection.close()
        await self._ended()

    async def cut(self) -> None:
        """Lose the connection without a word, as a network does."""
        if self._connection is not None:
            self._connection.transport.abort()
        await self._ended()

    async def wait_closed(self, timeout: float = TIMEOUT_S) -> Closed:  # noqa: ASYNC109
        """How the server closes the connection."""
        await self.until(lambda peer: peer.closed is not None, timeout)
        await self._ended()
        return self._how_it_ended()

    # -- saying -----------------------------------------------------------------------------------

    async def send(self, tag: str, **fields: Any) -> None:
        """Send a message; what comes of it must be waited for."""
        message = {"t": tag, **fields}
        self.picture.sent(message)
        await self.send_text(json.dumps(message, ensure_ascii=False))

    async def send_text(self, text: str) -> None:
        """Send any text as a frame, message or not."""
        self.frames.append(Frame("client", text, self.connections))
        try:
            if self._connection is not None:
                await self._connection.send(text)
                return
        except ConnectionClosed:
            await self._ended()
        raise self._how_it_ended()

    async def send_move(self, kind: str, cell: int, n: int | None = None) -> int:
        """Send a move of the present race without waiting; gives its number."""
        number = self.picture.number() if n is None else n
        await self.send("move", race=self.race, n=number, kind=kind, cell=cell)
        return number

    async def move(self, kind: str, cell: int, n: int | None = None) -> Message:
        """Make a move; gives the answer: `moved`, `rejected`, or a `snapshot` for an old number."""
        seen = len(self.messages)
        return await self.answer(await self.send_move(kind, cell, n), seen)

    async def answer(self, n: int, seen: int = 0) -> Message:
        """The answer to move `n` among the messages from index `seen` on; waits for it."""

        def fits(message: Message) -> bool:
            if message["t"] == "snapshot":
                own = (message["view"] or {}).get("own")
                return bool(own and own["n"] >= n)
            of_this_race = message.get("race", self.race) == self.race
            return message["t"] in {"moved", "rejected"} and message["n"] == n and of_this_race

        return await self.inbox.find(
            lambda: next(filter(fits, self.messages[seen:]), None), f"answer to move {n}"
        )

    # -- waiting ----------------------------------------------------------------------------------

    async def wait_for(
        self,
        tag: str,
        predicate: Callable[[Message], bool] | None = None,
        timeout: float = TIMEOUT_S,  # noqa: ASYNC109
    ) -> Message:
        """The next message with this tag that fits and that no earlier call with the tag has seen.

        It may have come already: for what is true *now* use `until`. Raises Refused when instead of
        `welcome`, `snapshot` or `created` a rejection of the wish comes; Closed; TimeoutError.
        """
        return await self.inbox.wait_for(tag, predicate, timeout)

    async def until(
        self,
        condition: Callable[[Self], bool],
        timeout: float = TIMEOUT_S,  # noqa: ASYNC109
    ) -> None:
        """Wait until the peer is in a state; also after its connection has ended."""
        await self.inbox.find(
            lambda: condition(self) or None, "such state", timeout, needs_open=False
        )

    # -- what is known ----------------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """All that was received, decoded."""
        return self.inbox.messages

    @property
    def closed(self) -> Closed | None:
        """How the present connection ended; None while it is open."""
        return self.inbox.closed

    @property
    def state(self) -> State:
        return self.picture.state

    @property
    def grid(self) -> Grid:
        assert self.picture.grid is not None, f"{self.name} has no board"
        return self.picture.grid

    @property
    def room(self) -> Message:
        assert self.state.room is not None, f"{self.name} is in no room"
        return self.state.room

    @property
    def race(self) -> str:
        return self.picture.race

    @property
    def player(self) -> str:
        return self.picture.player

    @property
    def token(self) -> str | None:
        return self.picture.token

    @property
    def received(self) -> list[str]:
        """The text of every frame received, in order."""
        return [frame.text for frame in self.frames if frame.by == "server"]

    # -- reading ----------------------------------------------------------------------------------

    async def _read(self, connection: ClientConnection) -> None:
        how = Closed(1006, "the peer's reader failed")
        try:
            while True:
                self._take(await connection.recv())
        except ConnectionClosed as ended:
            close = ended.rcvd
            how = Closed(1006, "") if close is None else Closed(close.code, close.reason)
        finally:
            self.inbox.end(how)

    def _take(self, frame: str | bytes) -> None:
        assert isinstance(frame, str), "the server sends text frames only"
        self.frames.append(Frame("server", frame, self.connections))
        message = json.loads(frame)
        self.picture.take(message)
        self.inbox.add(message)

    async def _ended(self) -> None:
        if self._reader is not None:
            await self._reader
        self._connection = self._reader = None

    def _how_it_ended(self) -> Closed:
        return self.closed or Closed(1006, "there is no connection")

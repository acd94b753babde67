"""A WebSocket connection that no peer can make grow: the library's, with guards.

Measured: the library answers pings of a peer that never reads without bound, takes any number of
empty fragments, and its keepalive never ends for a non-reader. Here all three end the connection.
Must never await: everything below runs within one callback of the event loop.
"""

from asyncio import BaseTransport, TimerHandle
from collections.abc import Callable
from typing import Any, Final, Protocol

from websockets.asyncio.server import Server, ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import CONNECTING, Event
from websockets.server import ServerProtocol

from server.clock import Clock
from server.net.frames import Framer, data_frames, short_text
from server.net.guarded_protocol import Finisher, GuardedProtocol
from server.net.guards import Guards
from server.net.kernel import drop_unsent, unacknowledged_bytes

_framed: Final = Framer().frame


class Keeper(Finisher, Protocol):
    """Who looks after all connections."""

    def opened(self, connection: "GuardedConnection") -> None:
        """A TCP connection was made."""

    def lost(self, connection: "GuardedConnection") -> None:
        """It is gone."""

    def cut_off(self, connection: "GuardedConnection", reason: str) -> None:
        """It is about to be cut off."""


class GuardedConnection(ServerConnection):
    """One peer. Data frames go to `receiver` at once, with no queue and no task between.

    `push` and `shut` are all that a session needs. A peer that does not read is cut off by the size
    of what it left unread, or by `sweep`, which somebody has to call about twice a second.
    """

    __slots__ = (
        "_clock",
        "_end_timer",
        "_ending",
        "_fast",
        "_guards",
        "_keeper",
        "_mark_bytes",
        "_mark_ms",
        "_protocol",
        "_taken_bytes",
        "_unread_bytes",
        "_written_bytes",
        "received_bytes",
        "receiver",
    )

    def __init__(
        self,
        protocol: ServerProtocol,
        server: Server,
        *,
        guards: Guards,
        clock: Clock,
        keeper: Keeper,
        **options: Any,
    ) -> None:
        guarded = GuardedProtocol(guards, clock, keeper, protocol.logger)
        protocol.parser.close()  # else its frame and the protocol hold each other
        super().__init__(guarded, server, **options)
        self._protocol = guarded
        self._fast = guards.fast_path
        self.receiver: Callable[[bytes, bool], None] | None = None
        """Called with the payload of each data frame and whether it is a text frame."""
        self._guards = guards
        self._unread_bytes = guards.unread_bytes
        self._clock = clock
        self._keeper = keeper
        self.received_bytes = 0
        self._written_bytes = 0
        self._taken_bytes = 0
        # the peer has to take everything up to `_mark_bytes` until `unread_ms` after `_mark_ms`
        self._mark_bytes = 0
        self._mark_ms = clock.monotonic_ms()
        self._ending = False
        self._end_timer: TimerHandle | None = None

    @property
    def sent_bytes(self) -> int:
        """All that was written, what the peer has not taken yet too."""
        return self._written_bytes

    # -- what sessions use -----------------------------------------------------------------------

    def push(self, payload: bytes) -> None:
        """Write one text frame now; nothing when the connection is no longer open."""
        self.push_frame(_framed(payload))

    def push_frame(self, frame: bytes) -> None:
        """Write a frame made by `text_frame`."""
        if not self._protocol.is_open or self._ending:
            return
        self._written_bytes += len(frame)
        transport = self.transport
        transport.write(frame)
        if transport.get_write_buffer_size() > self._unread_bytes:
            self._check_unread()

    def shut(self, code: int, reason: str) -> bool:
        """Send a close frame and be deaf from now on; cut off unless answered in time.

        False when the connection was ending already: then nothing happens.
        """
        if not self._protocol.is_open or self._ending:
            return False
        self.protocol.send_close(code, reason)
        self.send_data()
        self._end()
        return True

    def cut(self, reason: str) -> None:
        """Drop the connection without a word: the peer would not read it."""
        self._keeper.cut_off(self, reason)
        self._ending = True
        drop_unsent(self.transport)
        self.transport.abort()

    def sweep(self, now_ms: int) -> None:
        """Cut off a peer that left something unread for too long.

        What its own kernel has taken counts as read: such a peer is found by ping.
        """
        if self._taken_bytes == self._written_bytes:
            self._mark_ms = now_ms
            return
        unread = self.transport.get_write_buffer_size() + unacknowledged_bytes(self.transport)
        self._taken_bytes = self._written_bytes - unread
        if self._taken_bytes >= self._mark_bytes:
            self._mark_bytes = self._written_bytes
            self._mark_ms = now_ms
        elif (
            now_ms - self._mark_ms >= self._guards.unread_ms
            and self._protocol.is_open
            and not self._ending
        ):
            self.cut(f"{unread} bytes unread for {now_ms - self._mark_ms} ms")

    # -- the library's hooks ---------------------------------------------------------------------

    def send_data(self) -> None:
        writes = self.protocol.writes
        if not writes:
            # the library asks after each chunk that came
            return
        self._written_bytes += sum(map(len, writes))
        super().send_data()
        self._check_unread()

    def data_received(self, data: bytes) -> None:
        self.received_bytes += len(data)
        if self._fast and self._protocol.between_frames and self._received_whole(data):
            return
        super().data_received(data)
        # the library failed the connection, or the peer closed it
        if self.protocol.close_expected():
            self._end()

    def _received_whole(self, data: bytes) -> bool:
        """Deal with a chunk that is whole text or binary messages and nothing else, as most are:
        False leaves all of it to the library. What comes of it is the same either way."""
        receiver, protocol = self.receiver, self._protocol
        if receiver is None or self._ending or not protocol.is_open:
            return False
        longest = self._guards.message_bytes
        payload = short_text(data, longest)
        if payload is not None:
            # nearly all that players send
            if not protocol.take(1):
                return False
            receiver(payload, True)
            return True
        frames = data_frames(data, longest)
        if not frames or not protocol.take(len(frames)):
            return False
        for payload, is_text in frames:
            if not self._ending:
                receiver(payload, is_text)
        return True

    def process_event(self, event: Event) -> None:
        if self.request is None:
            super().process_event(event)
        elif self.protocol.state is CONNECTING:
            self.cut("frames before the handshake was answered")
        elif not isinstance(event, Frame) or event.opcode not in (Opcode.TEXT, Opcode.BINARY):
            super().process_event(event)
        elif self.receiver is not None and not self._ending:
            self.receiver(bytes(event.data), event.opcode is Opcode.TEXT)

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._keeper.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._ending = True
        if self._end_timer is not None:
            self._end_timer.cancel()
        super().connection_lost(exc)
        self._keeper.lost(self)
        # no ring: a connection that is over is gone at once, and not when the collector comes by
        self.receiver = None
        self._protocol.come_apart(exc, self.connection_exc)

    def _check_unread(self) -> None:
        if self._ending:
            return
        unread = self.transport.get_write_buffer_size()
        if unread > self._guards.unread_bytes:
            self.cut(f"{unread} bytes unread")

    def _end(self) -> None:
        if not self._ending:
            self._ending = True
            # not `cut`: the kernel may go on trying to deliver the close frame, and its code counts
            self._end_timer = self.loop.call_later(
                self._guards.close_ms / 1_000, self.transport.abort
            )

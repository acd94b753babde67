"""The one listening port: lets connections in, or turns them away, and looks after them all.

Plain requests go to the site, `/ws` to sessions. A browser must come from our own host or from an
allowed origin; programs without an Origin are welcome, since no cookie could act for anybody.
Addresses are those of the connections, or what trusted proxies say. Times are milliseconds.
"""

import asyncio
import functools
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from server.clock import Clock
from server.config import Config
from server.net.connection import GuardedConnection
from server.net.farewell import departures
from server.net.forwarded import HEADER, TrustedProxies
from server.net.guards import guards_of
from server.net.http import (
    Inquiry,
    Refused,
    Site,
    header,
    read_query,
    refusal,
    secure,
    without_body,
)
from server.net.limits import Tally, address_key
from server.net.notes import Notes
from server.net.occupant import MakeSession, Occupant
from server.net.origin import own_origin
from server.net.traffic import Traffic

log = logging.getLogger("server.net.server")

SOCKET_PATH: Final = "/ws"
SWEEP_EVERY_S: Final = 0.5
SHOWN_CHARS: Final = 100
"""Of what somebody else has written, in the log."""
ALWAYS_ANSWERED: Final = ("/healthz", "/readyz")
SPARE_CONNECTIONS: Final = 256
"""So many beyond the limit are still told why they are turned away."""


class NetServer:
    """Listens from `start` to `stop`. `sweepers` are called with the time now and then."""

    def __init__(
        self,
        config: Config,
        clock: Clock,
        site: Site,
        make_session: MakeSession,
        notes: Notes,
        sweepers: tuple[Callable[[int], None], ...] = (),
    ) -> None:
        self._config = config
        self._clock = clock
        self._site = site
        self._make_session = make_session
        self._notes = notes
        self._sweepers = (notes.sweep, *sweepers)
        self._open = Traffic()
        self._addresses: dict[GuardedConnection, str] = {}
        self._sessions: dict[GuardedConnection, Occupant] = {}
        self._tally = Tally(config.connections_per_address)
        self._peers: dict[GuardedConnection, str] = {}
        """Who holds a TCP connection, long before it says for whom; without trusted proxies."""
        self._sockets = Tally(config.sockets_per_address)
        self._proxies = TrustedProxies(config.trusted_proxies)
        self._stopping = False
        self._server: Server | None = None
        self._sweep_timer: asyncio.TimerHandle | None = None

    async def start(self) -> None:
        """Listen. Raises OSError when the address is taken or not ours."""
        config = self._config
        guards = guards_of(config)
        # half the time for a ping to become due, half for its answer, when they are set that close
        ping_ms = min(config.ping_ms, config.pong_ms / 2)
        make = functools.partial(GuardedConnection, guards=guards, clock=self._clock, keeper=self)
        self._server = await serve(
            self._live,
            config.host,
            config.port,
            process_request=cast("Any", self._answer),
            create_connection=cast("type[ServerConnection]", make),
            compression=None,
            server_header=None,
            open_timeout=config.handshake_ms / 1_000,
            ping_interval=ping_ms / 1_000,
            ping_timeout=(config.pong_ms - ping_ms) / 1_000,
            close_timeout=config.close_ms / 1_000,
            backlog=1_024,
        )
        for listening in self._server.sockets:
            # accepted sockets inherit it: what the kernel keeps for a slow reader is bounded too
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, config.unread_bytes)
        self._sweep_on()

    async def drain(self) -> None:
        """Turn newcomers away, tell everybody, close room by room with 1012.

        Returns when the last ones have been asked to go. Plain requests are still answered, so that
        a load balancer can see the server getting ready to stop.
        """
        self._stopping = True
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        leaving = departures(self._sessions.values(), self._config.drain_ms)
        for at_ms, guests in leaving:
            for guest in guests:
                guest.warn(at_ms)
        for at_ms, guests in leaving:
            await asyncio.sleep(began_s + at_ms / 1_000 - loop.time())
            for guest in guests:
                guest.see_off()

    async def stop(self) -> None:
        """Turn newcomers away, close every WebSocket with 1012, return when all are gone."""
        if self._server is None:
            return
        self._stopping = True
        for connection in list(self._open):
            connection.shut(1012, "restarting")
        self._server.close(close_connections=False)
        loop = asyncio.get_running_loop()
        last_call = loop.call_later(self._config.close_ms / 1_000, self._cut_all)
        await self._server.wait_closed()
        last_call.cancel()
        if self._sweep_timer is not None:
            self._sweep_timer.cancel()

    @property
    def port(self) -> int:
        """The port listened on, also when a free one was asked for."""
        if self._server is None:
            raise RuntimeError("not started")
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def traffic(self) -> Traffic:
        """The open connections of any kind, and what has gone over all."""
        return self._open

    @property
    def occupants(self) -> tuple[Occupant, ...]:
        """What lives on the open WebSockets."""
        return tuple(self._sessions.values())

    # -- what connections tell their keeper -------------------------------------------------------

    def opened(self, connection: GuardedConnection) -> None:
        self._open.add(connection)
        host = _host_of(connection)
        if not self._proxies.trusts(host):
            peer = address_key(host)
            if not self._sockets.enter(peer):
                connection.cut("too many connections from its address")
                return
            self._peers[connection] = peer
        if len(self._open) > self._config.connections + SPARE_CONNECTIONS:
            connection.cut("far too many connections")

    def lost(self, connection: GuardedConnection) -> None:
        self._open.discard(connection)
        session = self._sessions.pop(connection, None)
        if session is not None:
            session.lost()
        peer = self._peers.pop(connection, None)
        if peer is not None:
            self._sockets.leave(peer)
        address = self._addresses.pop(connection, None)
        if address is not None:
            self._tally.leave(address)

    def cut_off(self, connection: GuardedConnection, reason: str) -> None:
        address = self._addresses.get(connection) or address_key(_host_of(connection))
        self._notes.take(log, address, "cut_off", reason=reason)

    def finish(self, response: Response) -> None:
        secure(response)

    # -- one request ------------------------------------------------------------------------------

    def _answer(
        self, connection: GuardedConnection, request: Request
    ) -> Response | Awaitable[Response | None] | None:
        """The response to a plain request; None lets the library answer a WebSocket's."""
        if connection not in self._open:
            # it was cut off before its request came to be looked at: nobody gets this
            return _refusal(request, Refused(503, "try_later"))
        path, _, query_text = request.path.partition("?")
        address = self._address(connection, request)
        full = len(self._open) > self._config.connections and path not in ALWAYS_ANSWERED
        if full or (self._stopping and path == SOCKET_PATH):
            why = "stopping" if self._stopping else "full"
            self._notes.take(log, address, "turned_away", reason=why)
            return _refusal(request, Refused(503, "try_later", self._config.retry_after_s))
        if path != SOCKET_PATH:
            return self._site.answer(Inquiry(request, address))
        try:
            code = self._admit(request, query_text, address)
        except Refused as refused:
            return _refusal(request, refused)
        if self._tally.enter(address):
            self._addresses[connection] = address
            session = self._make_session(connection, address, code)
            self._sessions[connection] = session
            connection.receiver = session.received
        return None

    def _address(self, connection: GuardedConnection, request: Request) -> str:
        """Who asks, as a key for limits."""
        forwarded = request.headers.get_all(HEADER)
        return address_key(self._proxies.client_of(_host_of(connection), forwarded))

    def _admit(self, request: Request, query_text: str, address: str) -> str | None:
        """The room asked for. Raises Refused unless the request may become a WebSocket."""
        if request.method != "GET":
            raise Refused(405, "method_not_allowed")
        host, origin = header(request, "Host"), header(request, "Origin")
        if origin and not own_origin(origin, host, self._config.allowed_origins):
            asked = {"origin": origin[:SHOWN_CHARS], "host": host[:SHOWN_CHARS]}
            self._notes.take(log, address, "origin_refused", **asked)
            raise Refused(403, "foreign_origin")
        return read_query(query_text).get("r")

    async def _live(self, connection: ServerConnection) -> None:
        """The handler of the library: returns when the connection is gone."""
        guarded = cast("GuardedConnection", connection)
        session = self._sessions.get(guarded)
        if session is None:
            guarded.shut(4429, "too_many_connections")
            await guarded.wait_closed()
        else:
            await session.run()

    # -- now and then -----------------------------------------------------------------------------

    def sweep(self) -> None:
        """Cut off who leaves things unread; forget counters that are no longer needed."""
        now_ms = self._clock.monotonic_ms()
        for connection in list(self._open):
            connection.sweep(now_ms)
        for sweeper in self._sweepers:
            sweeper(now_ms)

    def _sweep_on(self) -> None:
        # first of all: a sweep that fails must not be the last one
        self._sweep_timer = asyncio.get_running_loop().call_later(SWEEP_EVERY_S, self._sweep_on)
        self.sweep()

    def _cut_all(self) -> None:
        for connection in list(self._open):
            connection.cut("stopping")


def _host_of(connection: GuardedConnection) -> str:
    """The address that the connection itself comes from."""
    peer = connection.remote_address
    return peer[0] if isinstance(peer, tuple) else ""


def _refusal(request: Request, refused: Refused) -> Response:
    response = refusal(refused)
    return without_body(response) if request.method == "HEAD" else response

"""One connection's life: hello, who it is, which room; then every message goes straight there.

Until it has entered, messages wait in order for the steps that ask the store. Rights and rules are
not judged here: a session knows shapes, rates and identities. Times are milliseconds.
"""

import asyncio
import logging
from typing import NoReturn

from protocol import messages as m
from protocol.codec import BadMessage, decode_client, decode_client_text, encode_server
from protocol.codes import CLOSE_CODES, PROTOCOL_VERSION, ROOM_CHARS
from server.logs import fields
from server.net.connection import GuardedConnection
from server.net.door import Door
from server.net.identity import Banned, Identity, UnknownCode, UnknownToken
from server.net.limits import Throttle, TokenBucket, Verdict
from server.net.own_affairs import OWN_AFFAIRS, Line, OwnAffairs
from server.net.written import read_code
from server.records import Write
from server.rooms.room import Room
from server.rooms.wanted import Refused
from server.rooms.wire import notice, rejected

log = logging.getLogger("server.net.session")


class TooMany(Exception):
    """The address has made so many players that it must wait."""


class Session:
    """Fulfils `server.rooms.ports.Peer`. `received` and `lost` are called by the connection."""

    __slots__ = (
        "_address", "_asked_for", "_clock", "_connection", "_door", "_identity", "_lost",
        "_own_affairs", "_room", "_throttle", "_waiting", "player",
    )  # fmt: skip

    def __init__(
        self, connection: GuardedConnection, address: str, asked_for: str | None, door: Door
    ) -> None:
        self._connection = connection
        self._address = address
        self._asked_for = asked_for
        self._door = door
        self._clock = door.clock
        self._identity: Identity | None = None
        self.player = ""
        self._room: Room | None = None
        self._lost = False
        self._waiting: asyncio.Queue[m.ClientMessage] = asyncio.Queue()
        """Messages until a room is entered."""
        self._own_affairs = OwnAffairs(door)
        config, now_ms = door.config, door.clock.monotonic_ms()
        bucket = TokenBucket(config.messages_per_s, config.message_burst, now_ms)
        self._throttle = Throttle(bucket, config.flood_ms)

    # -- for rooms --------------------------------------------------------------------------------

    @property
    def token_hash(self) -> bytes:
        return b"" if self._identity is None else self._identity.token_hash

    def send(self, frame: bytes) -> None:
        self._connection.push(frame)

    def close(self, code: int, reason: str) -> None:
        if self._connection.shut(code, reason):
            self._lost = True
            self._note("closed", code=code, reason=reason, player=self.player or "unknown")

    # -- for the connection -----------------------------------------------------------------------

    def received(self, payload: bytes, is_text: bool) -> None:
        """One data frame. Whatever is in it, nothing is raised."""
        try:
            message = decode_client_text(payload) if is_text else decode_client(payload)
            verdict = self._throttle.judge(self._clock.monotonic_ms())
            if verdict is Verdict.PASS:
                self._pass_on(message)
            else:
                self._hold_back(message, verdict)
        except BadMessage as bad:
            self._tell(m.Error(path=bad.path, reason=bad.reason))
            self._close(4400)
        except Exception as bug:  # noqa: BLE001 - logged there
            self._failed("with a message", bug)

    def lost(self) -> None:
        """The connection is gone."""
        self._lost = True
        try:
            if self._room is not None:
                self._room.gone(self)
        except Exception as bug:  # noqa: BLE001 - logged there
            self._failed("when going", bug)

    async def run(self) -> None:
        """Return when the connection is gone, whatever it was waiting for."""
        arriving = asyncio.create_task(self._arrive())
        await self._connection.wait_closed()
        arriving.cancel()
        await asyncio.wait({arriving})

    # -- for whoever runs the server --------------------------------------------------------------

    def hear(self, text: str) -> None:
        """Tell a word to everybody, if there is somebody."""
        if self._identity is not None:
            self._tell(notice(text))

    def shut(self, code: int) -> None:
        """Close, after what was told before."""
        self._close(code)

    # -- when the server stops --------------------------------------------------------------------

    @property
    def place(self) -> str:
        """The room asked for; empty for those who are about to create one."""
        return read_code(self._asked_for or "", ROOM_CHARS) or ""

    def warn(self, in_ms: int) -> None:
        """Say that the connection will be closed so soon."""
        if self._identity is not None:
            self._tell(m.Restarting(in_ms=in_ms))

    def see_off(self) -> None:
        """Close with 1012, after the answers to everything that was asked before."""
        self._door.recorder.append((), lambda: self._close(1012))

    # -- messages ---------------------------------------------------------------------------------

    def _hold_back(self, message: m.ClientMessage, verdict: Verdict) -> None:
        if verdict is Verdict.TELL:
            self._reject("too_fast", message)
        elif verdict is Verdict.CLOSE:
            self._close(1008)

    @property
    def _line(self) -> Line:
        return Line(self._tell, self._reject, self._close, self._note)

    def _pass_on(self, message: m.ClientMessage) -> None:
        if self._room is not None and isinstance(message, m.Move):
            self._room.receive(self, message)
        elif self._identity is not None and isinstance(message, OWN_AFFAIRS):
            self._own_affairs.ask(self._line, self._identity, message)
        elif self._room is not None:
            self._room.receive(self, message)
        elif isinstance(message, m.Ping):
            self._tell(m.Pong())
        elif self._waiting.qsize() >= self._door.config.message_burst:
            self._reject("busy", message)
        else:
            self._waiting.put_nowait(message)

    async def _arrive(self) -> None:
        """Greet until a hello leads somewhere. Behind one that led out nothing is heard."""
        try:
            while self._room is None and not self._lost:
                hello = await self._hello()
                try:
                    await self._greet(hello)
                except Refused as refused:
                    self._reject(refused.code, hello)
                except UnknownCode:
                    self._door.failed_joins.take(self._address, self._door.clock.monotonic_ms())
                    self._reject("recovery_invalid", hello)
                except UnknownToken:
                    self._close(4401)
                except Banned:
                    self._close(4413)
                except TooMany:
                    self._close(4429)
        except TimeoutError:
            self._close(4408)
        except Exception as bug:  # noqa: BLE001 - logged there
            self._failed("when arriving", bug)

    async def _hello(self) -> m.Hello:
        """The next hello. Raises TimeoutError."""
        async with asyncio.timeout(self._door.config.hello_ms / 1_000):
            while True:
                message = await self._waiting.get()
                if isinstance(message, m.Hello):
                    return message
                self._reject("not_in_a_room", message)

    async def _greet(self, hello: m.Hello) -> None:
        """Find out who it is and where to. Raises Refused, UnknownCode, UnknownToken, Banned."""
        door = self._door
        if hello.version != PROTOCOL_VERSION:
            self._close(4426)
            return
        now_ms = door.clock.monotonic_ms()
        if hello.recovery is not None and door.failed_joins.spent(self._address, now_ms):
            self._close(4429)
            return
        who, writes = await door.identities.recognise(hello, self._identity)
        if self._asked_for is None:
            self._welcome(who, writes, hello)
            await self._stay_outside()
        room = await self._find(self._asked_for, who)
        if room is not None and not self._lost:
            self._welcome(who, writes, hello)
            if room.enter(self, who.name, watch=hello.watch, bot=who.bot) is None:
                self._settle(room)

    async def _find(self, asked_for: str, who: Identity) -> Room | None:
        """The room, or None after closing. Raises Refused: busy."""
        door, code = self._door, read_code(asked_for, ROOM_CHARS)
        room = None if code is None else await door.rooms.find(code)
        now_ms = door.clock.monotonic_ms()
        # Members may always come in: somebody else's typing must not lock them out.
        is_member = room is not None and room.members.find(who.player) is not None
        if not is_member and door.failed_joins.spent(self._address, now_ms):
            self._close(4429)
            return None
        if room is None:
            door.failed_joins.take(self._address, now_ms)
            self._close(4404)
        return room

    def _welcome(self, who: Identity, writes: tuple[Write, ...], hello: m.Hello) -> None:
        """Say welcome, once the player is stored. Raises UnknownCode, UnknownToken, Banned,
        TooMany."""
        door = self._door
        if door.rooms.is_forgotten(who.player):
            raise UnknownToken
        if door.rooms.is_banned(who.player):
            raise Banned
        now_ms = door.clock.monotonic_ms()
        if who.new_token is not None and not door.new_players.take(self._address, now_ms):
            raise TooMany
        door.identities.use_up(who)
        self._identity = who
        self.player = who.player
        welcome = m.Welcome(
            version=PROTOCOL_VERSION, player=who.player, name=who.name, token=who.new_token
        )
        door.recorder.append(writes, lambda: self._tell(welcome))
        self._note("hello", player=who.player, client=hello.client)

    def _settle(self, room: Room) -> None:
        """From now on messages go to the room, first of all those that have waited."""
        self._room = room
        while not self._waiting.empty():
            self._pass_on(self._waiting.get_nowait())

    async def _stay_outside(self) -> NoReturn:
        """Without a room there is one thing to do: create one."""
        while True:
            message = await self._waiting.get()
            if self._door.rooms.is_forgotten(self.player):
                self._close(4411)
            elif isinstance(message, m.Create):
                await self._create(message)
            elif self._identity is not None and isinstance(message, OWN_AFFAIRS):
                self._own_affairs.ask(self._line, self._identity, message)
            else:
                greeted = isinstance(message, m.Hello)
                self._reject("already_greeted" if greeted else "not_in_a_room", message)

    async def _create(self, message: m.Create) -> None:
        if self._door.recorder.full:
            self._reject("busy", message)
            return
        if not self._door.new_rooms.take(self._address, self._clock.monotonic_ms()):
            self._reject("too_many_rooms", message)
            return
        try:
            code = await self._door.rooms.create(self.player, message.settings, message.challenge)
        except Refused as refused:
            self._door.new_rooms.give_back(self._address)
            self._reject(refused.code, message)
            return
        self._note("room_created", room=code, player=self.player)
        self._door.recorder.append((), lambda: self._tell(m.Created(room=code)))

    # -- answers ----------------------------------------------------------------------------------

    def _tell(self, message: m.ServerMessage) -> None:
        self.send(encode_server(message))

    def _reject(self, code: str, message: m.ClientMessage) -> None:
        self._tell(rejected(code, message))

    def _close(self, code: int) -> None:
        self.close(code, CLOSE_CODES[code][0])

    def _note(self, event: str, **fields: object) -> None:
        self._door.notes.take(log, self._address, event, **fields)

    def _failed(self, doing: str, bug: Exception) -> None:
        who = self.player or "unknown"
        log.error("failed %s", doing, exc_info=bug, extra=fields(player=who, room=self._asked_for))
        self._close(1011)

"""What is between a player and the server, whatever room he is in: a code for another device, all
that is stored about him, and being forgotten.

Called by the session of one connection, which says who asks.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from protocol import messages as m
from server.net.door import Door
from server.net.identity import Identity
from server.records import ForgetPlayer
from server.rooms.accounts import AT_ONCE, own_data

OwnAffair = m.Recovery | m.MyData | m.ForgetMe
OWN_AFFAIRS: Final = (m.Recovery, m.MyData, m.ForgetMe)

log = logging.getLogger("server.net.own_affairs")


class Note(Protocol):
    """Logs what a connection does."""

    def __call__(self, event: str, **fields: object) -> None: ...


@dataclass(frozen=True, slots=True)
class Line:
    """The connection, as far as it is needed."""

    tell: Callable[[m.ServerMessage], None]
    reject: Callable[[str, m.ClientMessage], None]
    close: Callable[[int], None]
    note: Note


class OwnAffairs:
    """Of one connection. The line comes with each wish: kept here, line and session would hold
    each other until the collector comes by."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._reading: asyncio.Task[None] | None = None

    def ask(self, line: Line, who: Identity, message: OwnAffair) -> None:
        """Do it, or say why not."""
        door = self._door
        if door.rooms.is_forgotten(who.player):
            line.close(4411)
        elif door.recorder.full:
            line.reject("busy", message)
        elif isinstance(message, m.Recovery):
            code, row = door.identities.new_code(who.player)
            door.recorder.append((row,), lambda: line.tell(m.RecoveryCode(code=code)))
        elif isinstance(message, m.MyData):
            self._tell_all(line, who, message)
        else:
            # The rooms come first: what they write about the player must not come after the end.
            door.rooms.forget(who.player)
            gone = ForgetPlayer(player=who.player)
            door.recorder.append((gone,), lambda: line.close(4411))
            line.note("player_forgotten", player=who.player)

    def _tell_all(self, line: Line, who: Identity, message: m.MyData) -> None:
        """One reading at a time: it costs more than a message does."""
        if self._reading is not None and not self._reading.done():
            line.reject("too_fast", message)
            return
        self._reading = asyncio.create_task(self._read(line, who.player, message.skip))

    async def _read(self, line: Line, player: str, skip: int) -> None:
        try:
            account = await self._door.accounts.account(player, skip, AT_ONCE)
            # Forgotten meanwhile, then: the connection is closed by that.
            if account is not None:
                line.tell(own_data(account, skip))
        except Exception:
            log.exception("what is stored about player %s cannot be read", player)
            line.close(1011)

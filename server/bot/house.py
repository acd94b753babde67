"""Keeps the process of the server's bots, and knows which of them are in which room.

The process is started when a host first wants a bot. Should it die it is started anew, after a
pause that grows, and what it had goes on; while it cannot be started there are no bots.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Final

from protocol.messages import BotSpeed
from server.bot.identities import NAMES, identities
from server.bot.pipe import Job, read_done, written
from server.children import PAUSES_S, TRIES, Child, python
from server.net.identity import hash_token
from server.records import PutPlayer
from server.rooms.ports import Clock, Recorder

PER_ROOM: Final = 4
COMMAND: Final = python("server.bot")

log = logging.getLogger("server.bot.house")


class _Errand:
    """One bot that was sent to one room."""

    def __init__(self, job: Job, room: str, player: str) -> None:
        self.job = job
        self.room = room
        self.player = player
        self.known = False
        """The store knows the bot: it may come."""
        self.deaths = 0


class BotHouse:
    """Fulfils `server.rooms.ports.Bots`. `address_of` gives a room's WebSocket on this machine;
    `most`: bots in all rooms together; `pauses_s`: first and longest pause."""

    def __init__(
        self,
        secret: bytes,
        recorder: Recorder,
        clock: Clock,
        address_of: Callable[[str], str],
        most: int,
        command: tuple[str, ...] = COMMAND,
        pauses_s: tuple[float, float] = PAUSES_S,
    ) -> None:
        self._known = identities(secret)
        self._recorder = recorder
        self._clock = clock
        self._address_of = address_of
        self._most = most
        self._errands: dict[int, _Errand] = {}
        self._count = 0
        self._child = Child(
            "bots",
            command,
            began=self._began,
            heard=self._heard,
            died=self._died,
            pauses_s=pauses_s,
        )

    # -- for rooms --------------------------------------------------------------------------------

    def of(self, speed: BotSpeed) -> Sequence[tuple[str, str]]:
        if not self._most:
            return ()
        own = [one for one in self._known.values() if one.speed == speed]
        own.sort(key=lambda one: NAMES[speed].index(one.name))
        return [(one.player, one.name) for one in own]

    def owns(self, player: str) -> bool:
        return player in self._known

    def sent_to(self, room: str) -> Collection[str]:
        return [errand.player for errand in self._errands.values() if errand.room == room]

    def send(self, room: str, player: str) -> str | None:
        if self._child.down or not self._most:
            return "bots_unavailable"
        if len(self._errands) >= self._most or len(self.sent_to(room)) >= PER_ROOM:
            return "too_many_bots"
        bot = self._known[player]
        self._count += 1
        address = self._address_of(room)
        job = Job(number=self._count, address=address, token=bot.token, speed=bot.speed)
        self._errands[job.number] = _Errand(job, room, player)
        row = PutPlayer(
            player=player,
            name=bot.name,
            token_hash=hash_token(bot.token),
            date_ms=self._clock.date_ms(),
            bot=True,
        )
        # The server knows it before it comes.
        self._recorder.append((row,), lambda: self._set_out(job.number))
        return None

    # -- the process ------------------------------------------------------------------------------

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return self._child.pid

    async def close(self) -> None:
        """End the process, and with it all that its bots do."""
        self._errands.clear()
        await self._child.close()

    def _set_out(self, number: int) -> None:
        """The bot is known: off with it. What no process hears, the next one is told."""
        errand = self._errands.get(number)
        if errand is not None:
            errand.known = True
            self._child.start()
            self._child.say(written(errand.job))

    def _began(self) -> None:
        for errand in self._errands.values():
            if errand.known:
                self._child.say(written(errand.job))

    def _heard(self, line: bytes) -> None:
        """A bot is back. Raises msgspec.DecodeError when that is not what the line says."""
        done = read_done(line)
        errand = self._errands.pop(done.number, None)
        if errand is not None:
            log.info("bot %s has left %s: %s", errand.player, errand.room, done.reason)

    def _died(self) -> None:
        """Whoever was in its company so often is not sent again."""
        for number, errand in list(self._errands.items()):
            errand.deaths += 1
            if errand.deaths >= TRIES:
                del self._errands[number]

"""Keeps the process of the server's bots, and knows which of them are in which room.

The process is started when a host first wants a bot. Should it die it is started anew, after a
pause that grows, and what it had goes on; while it cannot be started there are no bots.
"""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from protocol.messages import BotSpeed
from server.bot.identities import NAMES, identities
from server.bot.pipe import Job, read_done, written
from server.net.identity import hash_token
from server.records import PutPlayer
from server.rooms.ports import Clock, Recorder

PER_ROOM: Final = 4
FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 30.0
LIVED_S: Final = 60.0
"""After so long a life a death begins with the first pause again."""
TRIES: Final = 3
"""In whose company the process died so often is not sent again."""
CLOSE_S: Final = 0.5

COMMAND: Final = (sys.executable, "-m", "server.bot")
ROOT: Final = Path(__file__).parents[2]

log = logging.getLogger("server.bot.house")


class _Errand:
    """One bot that was sent to one room."""

    def __init__(self, job: Job, room: str, player: str) -> None:
        self.job = job
        self.room = room
        self.player = player
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
        command: Sequence[str] = COMMAND,
        pauses_s: tuple[float, float] = (FIRST_PAUSE_S, LONGEST_PAUSE_S),
    ) -> None:
        self._known = identities(secret)
        self._recorder = recorder
        self._clock = clock
        self._address_of = address_of
        self._most = most
        self._command = command
        self._pauses_s = pauses_s
        self._errands: dict[int, _Errand] = {}
        self._count = 0
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._down = False
        """The last process died, or could not be started."""

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
        if self._down or not self._most:
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
        return None if self._process is None else self._process.pid

    async def close(self) -> None:
        """End the process, and with it all that its bots do."""
        self._errands.clear()
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper

    def _set_out(self, number: int) -> None:
        """The bot is known: off with it."""
        if number not in self._errands:
            return
        if self._keeper is None:
            self._keeper = asyncio.get_running_loop().create_task(self._keep(), name="bots")
        elif self._process is not None:
            self._give(self._process, self._errands[number].job)

    async def _keep(self) -> None:
        """Let there always be a process."""
        first_s, longest_s = self._pauses_s
        pause_s, loop = first_s, asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            try:
                await self._live()
                log.error("the process of the bots has ended; it is started anew")
            except Exception:
                # Whatever it was: without a keeper there would never be bots again.
                log.exception("the process of the bots cannot be started")
            if loop.time() - began_s >= LIVED_S:
                pause_s = first_s
            self._down = True
            for number, errand in list(self._errands.items()):
                errand.deaths += 1
                if errand.deaths >= TRIES:
                    del self._errands[number]
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, longest_s)

    async def _live(self) -> None:
        """One process, from its start to its end. Raises OSError when it cannot be started."""
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, env=os.environ | {"PYTHONPATH": path}
        )
        self._process, self._down = process, False
        try:
            for errand in self._errands.values():
                self._give(process, errand.job)
            await self._listen(process)
        finally:
            self._process = None
            await asyncio.shield(_ended(process))

    async def _listen(self, process: Process) -> None:
        """Hear which bots are back until nothing comes any more."""
        if process.stdout is None:
            raise RuntimeError("a process without pipes")
        try:
            while line := await process.stdout.readline():
                done = read_done(line)
                errand = self._errands.pop(done.number, None)
                if errand is not None:
                    log.info("bot %s has left %s: %s", errand.player, errand.room, done.reason)
        except (OSError, ValueError, msgspec.DecodeError):
            log.exception("the process of the bots cannot be understood")

    def _give(self, process: Process, job: Job) -> None:
        if process.stdin is not None:
            # A dead process's jobs are given to the next one. Short lines: no need to drain.
            with suppress(OSError, RuntimeError):
                process.stdin.write(written(job))


async def _ended(process: Process) -> None:
    """Tell it to end by closing its pipe; else kill it."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(CLOSE_S):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

"""Scripted players over the suites' own client: they play, lose their server and come back.

A player's journal is all frames of all its connections, in order: every move sent, every answer.
Chance is seeded; how things interleave is left to the machine. Times are seconds.
"""

import asyncio
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from websockets.exceptions import InvalidHandshake, InvalidMessage

from tests.fault.choices import FAR_OFF, Choice, Nature, pick
from tests.suites.peer import Closed, Frame, Peer, Refused

LOST: Final = (Closed, OSError, InvalidHandshake, InvalidMessage, EOFError, TimeoutError)
"""How a connection, or the attempt to have one, ends when a server dies."""
BACK_OFF_S: Final = (0.05, 0.5)
"""First and longest bound of the full jitter; the page's own are ten times as long."""
OUTSTANDING: Final = 4
"""Moves sent ahead of their answers."""
ASK_AGAIN_S: Final = 0.3
PATIENCE_S: Final = 1.5
"""How long a ready player waits in the lobby for others to be back."""


@dataclass(frozen=True)
class Journal:
    """What one player has said and heard, and what stood on the screen at the end."""

    player: str
    frames: Sequence[Frame]
    race: str = ""
    n: int = 0
    grid: str | None = None
    """None when there is no board to compare: no race, or moves without an answer."""


class Player:
    """One player in one room. `live` until cancelled; `rest` lets it come back and say nothing."""

    def __init__(self, peer: Peer, seed: str, companions: int, nature: Nature) -> None:
        self.peer = peer
        self.is_back = asyncio.Event()
        """Set while it is in its room. Whoever knows better that the server died may clear it."""
        self._companions = companions
        self._nature = nature
        self._chance = random.Random(seed)
        self._resting = False
        self._past_race = ""
        self._asked_s = 0.0
        self._lobby_since_s: float | None = None

    def rest(self) -> None:
        """Send no more of its own accord; what is unanswered is still sent again."""
        self._resting = True

    @property
    def is_settled(self) -> bool:
        """Whether it is there and every move has its answer."""
        here = self.is_back.is_set() and self.peer.closed is None
        return here and not self.peer.picture.pending

    def journal(self) -> Journal:
        """All until now."""
        picture = self.peer.picture
        grid = None if picture.grid is None or picture.pending else str(picture.grid)
        return Journal(self.peer.player, tuple(self.peer.frames), picture.race, picture.n, grid)

    async def live(self) -> None:
        """Play; come back with full jitter whenever the connection is lost."""
        failures = 0
        while True:
            try:
                if not self.is_back.is_set():
                    await self._come_back()
                failures = 0
                await self._step()
            except (*LOST, Refused):
                self.is_back.clear()
                failures += 1
                first, longest = BACK_OFF_S
                await asyncio.sleep(self._chance.uniform(0, min(longest, first * 2**failures)))

    async def _come_back(self) -> None:
        peer = self.peer
        unanswered, race = list(peer.picture.pending.values()), peer.race
        await peer.reconnect()
        if peer.race == race and self._chance.random() < 0.5:
            # as if it had not heard that some of these are known
            for move in unanswered:
                await peer.send_text(json.dumps(move))
        self.is_back.set()

    async def _step(self) -> None:
        await asyncio.sleep(self._chance.uniform(0.2, 1.8) * self._nature.pace_s)
        peer = self.peer
        if peer.closed is not None:
            raise peer.closed
        if self._resting:
            return
        phase = peer.room["phase"]
        if phase != "lobby":
            self._lobby_since_s = None
        if phase in {"finished", "aborted"}:
            self._past_race = peer.race
            await self._ask("rematch", seed="new")
        elif phase == "lobby":
            await self._get_ready()
        elif peer.state.paused:
            await self._ask("pause", race=peer.race, want=False)
        elif len(peer.picture.pending) < OUTSTANDING:
            await self._play()

    async def _ask(self, tag: str, **fields: Any) -> None:
        """Ask, but not again and again while the answer is on its way."""
        now_s = asyncio.get_running_loop().time()
        if now_s - self._asked_s >= ASK_AGAIN_S:
            self._asked_s = now_s
            await self.peer.send(tag, **fields)

    async def _get_ready(self) -> None:
        room, now_s = self.peer.room, asyncio.get_running_loop().time()
        if self._lobby_since_s is None:
            self._lobby_since_s = now_s
        is_ready = {who["player"]: who["ready"] for who in room["members"]}
        present = sum(who["present"] for who in room["members"])
        waited = now_s - self._lobby_since_s > PATIENCE_S
        if not is_ready.get(self.peer.player) and (waited or present >= self._companions):
            await self._ask("ready", ready=True)

    async def _play(self) -> None:
        peer, chance, nature = self.peer, self._chance, self._nature
        drawn = chance.random()
        if drawn < nature.pauses:
            await peer.send("pause", race=peer.race, want=chance.random() < 0.8)
        elif drawn < nature.pauses + nature.refused:
            await self._play_wrongly()
        elif peer.picture.grid is not None:
            choice = pick(peer.picture.grid, nature, chance)
            if set(peer.picture.grid.cells) <= {".", "F"}:
                # an own first tap, or a countdown: too early for anything
                choice = Choice("open", choice.cell)
            if peer.state.outcome is None or chance.random() < 0.05:
                await peer.send_move(*choice)
                if chance.random() < nature.doubled:
                    await peer.send_text(peer.frames[-1].text)

    async def _play_wrongly(self) -> None:
        """A move off the board, or of a race that is over."""
        peer = self.peer
        race = self._chance.choice((peer.race, self._past_race or peer.race))
        cell = FAR_OFF if race == peer.race else 0
        number = peer.picture.number()
        await peer.send("move", race=race, n=number, kind="open", cell=cell)

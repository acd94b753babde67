"""Several rooms full of scripted players: the load under which a server is killed.

`async with await Crowd.gather(url, rooms=4, players=4, seed=1) as crowd:` — they play at once.
Times are seconds; every wait is bounded.
"""

import asyncio
from collections.abc import Awaitable, Iterable
from types import TracebackType
from typing import Final, Self

from tests.fault.choices import Nature, settings_of
from tests.fault.players import Journal, Player
from tests.suites.peer import Peer

WITHIN_S: Final = 30.0
QUIET_TURNS: Final = 50


class Crowd:
    """Players who live until the block ends."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.players = tuple(players)
        self._lives: list[asyncio.Task[None]] = []

    @classmethod
    async def gather(
        cls, url: str, *, rooms: int, players: int, seed: int, nature: Nature | None = None
    ) -> Self:
        """Make the rooms and fill them; nobody plays yet."""
        nature = nature or Nature()
        groups = await asyncio.gather(
            *(_room_full(url, number, players, seed, nature) for number in range(rooms))
        )
        return cls(player for group in groups for player in group)

    async def __aenter__(self) -> Self:
        for player in self.players:
            player.is_back.set()
            self._lives.append(asyncio.create_task(player.live()))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for life in self._lives:
            life.cancel()
        await asyncio.wait(self._lives)
        for player in self.players:
            await player.peer.cut()
        if error is None:
            bugs = [life for life in self._lives if not life.cancelled()]
            assert not bugs, bugs[0].exception()

    def lost(self) -> None:
        """The server is dead, whether each of them has noticed or not."""
        for player in self.players:
            player.is_back.clear()

    async def all_back(self, within_s: float = WITHIN_S) -> float:
        """Return when all are in their rooms again; the seconds that it took."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        await _all((player.is_back.wait() for player in self.players), within_s)
        return loop.time() - began

    async def some_move_answered(self, within_s: float = WITHIN_S) -> None:
        """Return after the next move that is acknowledged to anybody."""
        waits = [
            asyncio.ensure_future(player.peer.wait_for("moved", timeout=within_s))
            for player in self.players
        ]
        for player in self.players:
            player.peer.inbox.look_from_here("moved")
        try:
            async with asyncio.timeout(within_s):
                while waits:
                    done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                    if any(wait.exception() is None for wait in done):
                        return
                    waits = [wait for wait in waits if not wait.done()]
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def settle(self, within_s: float = WITHIN_S) -> None:
        """Let them come to rest: all there, every move answered."""
        for player in self.players:
            player.rest()

        async def settled(player: Player) -> None:
            while not player.is_settled:
                await player.is_back.wait()
                await player.peer.until(
                    lambda peer: peer.closed is not None or not peer.picture.pending, within_s
                )
                await asyncio.sleep(0)

        await _all(map(settled, self.players), within_s)

    async def hear_out(self) -> None:
        """Take in all that a server which stands still had sent: it is in our sockets already, so
        it has come when turn after turn of the event loop brings nothing new."""
        heard, quiet = -1, 0
        while quiet < QUIET_TURNS:
            await asyncio.sleep(0)
            now = sum(len(player.peer.frames) for player in self.players)
            heard, quiet = now, quiet + 1 if now == heard else 0

    def journals(self) -> list[Journal]:
        """Everybody's, as they are now."""
        return [player.journal() for player in self.players]


async def _room_full(
    url: str, number: int, players: int, seed: int, nature: Nature
) -> list[Player]:
    owner, code = await Peer.create_room(url, f"Player {number}.0", settings_of(number))
    names = [f"Player {number}.{other}" for other in range(1, players)]
    peers = [owner, *[await Peer.join(url, code, name) for name in names]]
    return [
        Player(peer, f"{seed}/{number}/{place}", players, nature)
        for place, peer in enumerate(peers)
    ]


async def _all(waits: Iterable[Awaitable[object]], within_s: float) -> None:
    async with asyncio.timeout(within_s), asyncio.TaskGroup() as group:
        for wait in waits:
            group.create_task(_awaited(wait))


async def _awaited(wait: Awaitable[object]) -> None:
    await wait

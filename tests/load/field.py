"""Rooms full of racers on one server: races begun together, moves played in slices."""

import asyncio
import sqlite3
from collections.abc import Iterable
from random import Random
from typing import Any, Final

from server.engine.levels import LEVELS
from server.store.sqlite import NAME
from server.store.sqlite_log import read_facts
from tests.load.line import message
from tests.load.seats import Seat, Sender
from tests.load.servers import ServerProcess
from tests.suites.plans import Step, board_in, clearing

VARIANTS: Final = 8
"""So many orders in which the cells of one board are opened."""
_AT_ONCE: Final = 32
"""Connections that are being opened at a time."""


_STARTING: Final = 100
"""Rooms that begin their race at a time: thousands at once would be refused as too many writes."""


class Field:
    """`await field.open()`, then `await field.race()` and slices."""

    def __init__(self, server: ServerProcess, rooms: int, players: int, level: int) -> None:
        self.server = server
        self.players = players
        self.level = list(LEVELS)[level - 1]
        self.rooms: list[list[Seat]] = [
            [Seat(f"r{room} p{player}") for player in range(players)] for room in range(rooms)
        ]
        self._codes: list[str] = []
        self._raced = False
        self._orders: dict[int, list[list[Step]]] = {}

    @property
    def seats(self) -> list[Seat]:
        return [seat for room in self.rooms for seat in room]

    @property
    def moves_left(self) -> int:
        """Moves that all racers together still have."""
        return sum(len(seat.frames) for seat in self.seats)

    @property
    def fewest(self) -> int:
        """Moves that the racer who has fewest still has."""
        return min(len(seat.frames) for seat in self.seats)

    @property
    def standings_heard(self) -> int:
        """Standings that all racers together were told."""
        return sum(seat.standings for seat in self.seats)

    async def open(self) -> None:
        """Make the rooms and let everybody in."""
        turns = asyncio.Semaphore(_AT_ONCE)

        async def fill(room: list[Seat]) -> str:
            async with turns:
                owner = room[0]
                await owner.enter(self.server.port, None)
                owner.say(t="create", settings=self._settings())
                code: str = (await owner.told("created"))["room"]
                owner.hang_up()
                room[0] = again = Seat(owner.name)
                again.token = owner.token
                for seat in room:
                    await seat.enter(self.server.port, code)
                return code

        self._codes = await asyncio.gather(*map(fill, self.rooms))

    def _settings(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "auto_start": True,
            "time_limit": False,
            "guess_free": False,
        }

    async def race(self) -> None:
        """Begin a race in every room; return when all are running and all moves are made ready."""
        turns = asyncio.Semaphore(_STARTING)
        wish = {"t": "rematch"} if self._raced else {"t": "ready", "ready": True}

        async def begin(room: list[Seat]) -> str:
            async with turns:
                for seat in room:
                    seat.say(**wish)
                for seat in room:
                    told = await seat.told("go")
                    seat.forget()
                race: str = told["race"]
                return race

        races = await asyncio.gather(*map(begin, self.rooms))
        self._raced = True
        self._make_moves(races)

    def _make_moves(self, races: list[str]) -> None:
        database = self.server.folder
        assert database is not None
        log = sqlite3.connect(f"file:{database / NAME}?mode=ro", uri=True)
        dice = Random(7)
        try:
            for room, race in zip(self.rooms, races, strict=True):
                orders = self._orders_of(log, race, dice)
                frames = [
                    [
                        message(t="move", race=race, n=n, kind=kind, cell=cell)
                        for n, (kind, cell) in enumerate(order, start=1)
                    ][::-1]
                    for order in orders[: self.players]
                ]
                for index, seat in enumerate(room):
                    seat.frames = list(frames[index % VARIANTS])
        finally:
            log.close()

    def _orders_of(self, log: sqlite3.Connection, race: str, dice: Random) -> list[list[Step]]:
        (number,) = log.execute("SELECT number FROM races WHERE race = ?", (race,)).fetchone()
        board, play = board_in(list(read_facts(log, number)))
        known = board.mines
        if known not in self._orders:
            steps = list(clearing(board, play))
            self._orders[known] = [dice.sample(steps, len(steps)) for _ in range(VARIANTS)]
        return self._orders[known]

    async def play(self, each: int | None = None) -> int:
        """A slice in which every racer makes that many moves, one after another, or all that are
        left; how many all made together."""
        before = self.moves_left
        await all_of((seat, len(seat.frames) if each is None else each) for seat in self.seats)
        return before - self.moves_left

    async def finish(self) -> None:
        """Play what is left, to the results."""
        await self.play()
        await self.results()

    async def results(self) -> None:
        """Return when all races are over."""
        for seat in self.seats:
            await seat.told("results")

    def hang_up(self) -> None:
        """Everybody goes."""
        for seat in self.seats:
            seat.hang_up()


async def all_of(shares: Iterable[tuple[Sender, int]]) -> None:
    """Return when each of these senders has sent so many and has all answers."""
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    work = [(sender, share) for sender, share in shares if share]
    left = len(work)

    def done() -> None:
        nonlocal left
        left -= 1
        if not left:
            ended.set_result(None)

    for sender, share in work:
        sender.go(share, done)
    async with asyncio.timeout(300):
        await ended

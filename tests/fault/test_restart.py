"""A restart with much in the store: soon serving, and clients soon back in their races (R14).

What took longer is measured again, twice at most, and the bounds grow with the load of a machine
whose processors have more to do than this.
"""

import asyncio
import hashlib
import os
import random
from pathlib import Path
from typing import Any, Final

import pytest

from server.engine.play import MoveKind
from server.race import commands as c
from server.race.decide import decide, new_race
from server.race.events import Event, decode_event, encode_event
from server.race.evolve import evolve, follow
from server.race.phases import Rejection
from server.race.settings import COUNTDOWN_MS, RaceSettings
from server.race.state import Race
from server.records import Append, PutPlayer, PutRoom, Write
from server.rooms.boards import Dealer
from server.rooms.members import Person
from server.rooms.rows import RoomSettings, member_row, room_row
from server.store.sqlite import SqliteStore
from server.workshop.inline import InlineWorkshop
from tests.fault.players import LOST
from tests.fault.server import ServerUnderTest
from tests.suites.peer import Peer

pytestmark = [pytest.mark.suite("kills"), pytest.mark.timeout(600)]

ROOMS: Final = 1_000
EVENTS: Final = 100
"""A room: 100 000 in all."""
CLIENTS: Final = 200
"""Each in a room of its own."""
SERVING_S: Final = 2.0
BACK_S: Final = 5.0
TRIES: Final = 3
TEMPLATES: Final = 10
NOON_MS: Final = 1_791_979_200_000
SETTINGS: Final = RaceSettings(level="expert", columns=30, rows=16, mines=60, mine_hit="penalty")
RACERS: Final = ("PPPPPPPPPP", "QQQQQQQQQQ")
KINDS: Final[tuple[MoveKind, ...]] = ("open", "flag", "flag", "chord")
RACE: Final = "RRRRRRRRRR"


def running_race(chance: random.Random) -> list[bytes]:
    """The events of a race of two, 100 in all; it still runs."""
    events: list[Event] = [new_race(RACE, SETTINGS)]
    race = evolve(None, events[0])
    now_ms = 0

    def ask(command: c.Command) -> Race:
        answer = decide(race, command, now_ms)
        if isinstance(answer, Rejection):
            return race
        events.extend(answer)
        return follow(race, answer)

    dealer = Dealer(chance.randbytes(32), lambda count: "B" * count, InlineWorkshop())
    deals: list[c.Deal] = []
    dealer.deal(SETTINGS, repeated=False, date_ms=NOON_MS, then=deals.append)
    for racer in RACERS:
        race = ask(c.Join(racer))
    race = ask(c.Start(deals[0], anyway=True))
    now_ms += COUNTDOWN_MS
    race = ask(c.Tick())
    numbers = dict.fromkeys(RACERS, 0)
    while len(events) < EVENTS:
        now_ms += chance.randint(100, 900)
        racer = chance.choice(RACERS)
        numbers[racer] += 1
        kind = chance.choice(KINDS)
        cell = chance.randrange(SETTINGS.columns * SETTINGS.rows)
        race = ask(c.Move(racer, RACE, numbers[racer], kind, cell))
    return [encode_event(event) for event in events[:EVENTS]]


def letters(number: int, first: str) -> str:
    """An id of ten letters, another one for each number."""
    digits = "BCDFGHJKLM"
    return first + "".join(digits[int(digit)] for digit in f"{number:09d}")


def token_of(player: str) -> str:
    return (player * 5)[:43]


def room_of(number: int) -> str:
    return letters(number, "Z")[-8:]


def room_rows(number: int, template: list[bytes]) -> list[Write]:
    """A room with its two players, members and race."""
    code, race = room_of(number), letters(number, "R")
    racers = [letters(number, first) for first in "PQ"]
    writes: list[Write] = []
    for colour, player in enumerate(racers):
        token_hash = hashlib.sha256(token_of(player).encode()).digest()
        writes.append(PutPlayer(player=player, name=player, token_hash=token_hash, date_ms=NOON_MS))
        writes.append(member_row(code, Person(player, player, colour, watching=False)))
    writes.insert(1, stored_room(code, racers[0]))
    renamed = []
    for body in template:
        for old, new in zip((RACE, *RACERS), (race, *racers), strict=True):
            body = body.replace(old.encode(), new.encode())  # noqa: PLW2901
        renamed.append(decode_event(body))
    writes.append(Append(room=code, race=race, seq=0, events=tuple(renamed)))
    return writes


def stored_room(code: str, owner: str) -> PutRoom:
    kept = RoomSettings(settings=SETTINGS)
    return room_row(code, owner, kept, locked=False, public=False, date_ms=NOON_MS)


async def fill(directory: Path) -> None:
    """Make the database that the server is to start with."""
    chance = random.Random(1_000)
    templates = [running_race(chance) for _ in range(TEMPLATES)]
    store = await SqliteStore.open(directory)
    try:
        for first in range(0, ROOMS, 50):
            group = [
                write
                for number in range(first, first + 50)
                for write in room_rows(number, templates[number % TEMPLATES])
            ]
            await store.commit(group)
    finally:
        await store.close()


async def come_back(peer: Peer, chance: random.Random) -> None:
    """Until it is in its race again."""
    while True:
        try:
            await peer.reconnect()
        except LOST:
            await asyncio.sleep(chance.uniform(0.1, 0.4))
        else:
            assert peer.room["phase"] == "running"
            return


async def test_a_restart_with_a_full_store(tmp_path: Path, figures: dict[str, Any]) -> None:
    await fill(tmp_path / "data")
    chance = random.Random(7)
    loop = asyncio.get_running_loop()
    peers = []
    for number in chance.sample(range(ROOMS), CLIENTS):
        player = letters(number, "P")
        peer = Peer("", room_of(number), player)
        peer.picture.token = token_of(player)
        peers.append(peer)
    async with ServerUnderTest(tmp_path / "data") as server:
        await server.start()
        for peer in peers:
            peer.base_url = server.url
        await asyncio.gather(*(come_back(peer, chance) for peer in peers))
        serving_s: list[float] = []
        back_s: list[float] = []
        while len(back_s) < TRIES:
            await asyncio.gather(*(peer.move("flag", 0) for peer in peers))
            before = [(peer.race, peer.picture.n, str(peer.grid)) for peer in peers]
            await server.kill()
            began = loop.time()
            returns = [asyncio.create_task(come_back(peer, chance)) for peer in peers]
            serving_s.append(await server.start())
            await asyncio.gather(*returns)
            back_s.append(loop.time() - began)
            assert [(peer.race, peer.picture.n, str(peer.grid)) for peer in peers] == before
            if min(serving_s) <= SERVING_S and min(back_s) <= BACK_S:
                break
        await asyncio.gather(*(peer.cut() for peer in peers))
    figures |= {
        "stored_rooms": ROOMS,
        "stored_events": ROOMS * EVENTS,
        "seconds_to_serve": round(min(serving_s), 2),
        "clients_back": CLIENTS,
        "seconds_to_be_back": round(min(back_s), 2),
    }
    crowded = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert min(serving_s) <= SERVING_S * crowded, (serving_s, crowded)
    assert min(back_s) <= BACK_S * crowded, (back_s, crowded)

"""Many rooms raced to the end through real sockets, every figure compared with the event log.

The clients are `Peer`s, written from the reference alone. In each room one racer clears the board
by openings and numbers, one with flags and chords, one hits a mine, one gives up or goes on late
(R1, R6, R7, R8, R10–R12, R16).
"""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest

from server.app import App
from server.config import Config
from server.race import events as facts
from tests.race.stories import running
from tests.suites.folds import Fold
from tests.suites.peer import Peer
from tests.suites.plans import Step, a_mine, board_in, clearing, with_flags_and_chords
from tests.suites.traffic import leaks

pytestmark = pytest.mark.timeout(300)

LEVELS = ("beginner", "intermediate", "hard")
LIMITS: dict[str, Any] = {
    "connections_per_address": 2_000,
    "sockets_per_address": 4_000,
    "rooms_per_minute": 2_000,
    "players_per_minute": 10_000,
    "lookups_per_minute": 10_000,
    "messages_per_s": 400,
    "message_burst": 800,
}
"""All players of this suite share one address and do not stop to think."""


async def fetched(url: str) -> Any:
    """A JSON document of the server under test."""

    def fetch() -> Any:
        with urlopen(url, timeout=10) as answer:
            return json.load(answer)

    return await asyncio.to_thread(fetch)


async def play(peer: Peer, steps: list[Step]) -> None:
    for kind, cell in steps:
        answer = await peer.move(kind, cell)
        if answer["t"] == "rejected":
            return


def steps_of(seat: int, log: tuple[facts.Event, ...], dice: Random) -> list[Step]:
    """What the player in this seat of a room does."""
    board, start = board_in(log)
    straight = list(clearing(board, start))
    match seat:
        case 0:
            return straight
        case 1:
            return list(with_flags_and_chords(board, start, dice))
        case 2:
            return [*straight[: dice.randrange(len(straight))], a_mine(board)]
        case _:
            return straight[: dice.randrange(len(straight))]


async def race_in(app: App, number: int, players: int) -> tuple[str, list[Peer]]:
    """One room from its making to its results; gives the race and the peers."""
    dice = Random(number)
    settings = {"level": LEVELS[number % len(LEVELS)], "time_limit": number % 2 == 0}
    host, code = await Peer.create_room(app.url, f"Host {number}", settings)
    guests = [f"Guest {number} {seat}" for seat in range(1, players)]
    peers = [host, *[await Peer.join(app.url, code, guest) for guest in guests]]
    for peer in peers:
        await peer.send("ready", ready=True)
    await host.until(lambda peer: all(member["ready"] for member in peer.room["members"]))
    await host.send("start")
    for peer in peers:
        await peer.wait_for("go")
    race = host.race
    stored = await app.store.race(race)
    assert stored is not None
    await asyncio.gather(
        *(play(peer, steps_of(seat, stored.events, dice)) for seat, peer in enumerate(peers))
    )
    for peer in peers[3:]:
        await peer.send("give_up", race=race)
    for peer in peers:
        await peer.wait_for("results", timeout=60)
    return race, peers


@pytest.mark.suite("rooms")
async def test_r8_every_figure_of_many_rooms_agrees_with_the_log(
    tmp_path: Path, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    rooms, players = suite_options.get("rooms", 50), suite_options.get("players", 4)
    async with App(Config(port=0, data=tmp_path, **LIMITS)) as app:
        raced = await asyncio.gather(*(race_in(app, number, players) for number in range(rooms)))
        told = moves = 0
        for race, peers in raced:
            stored = await app.store.race(race)
            assert stored is not None
            fold = Fold(stored.events)
            assert fold.race.phase == "finished"
            for peer in peers:
                assert fold.disagreements(peer.received) == []
                assert leaks(peer.player, peer.received, {race: stored.events}) == []
                told += len(peer.received)
                await peer.close()
            moves += sum(isinstance(event, facts.Moved) for event in stored.events)
            board = await fetched(f"{app.url}api/room/{peers[0].code}")
            assert sum(row["races"] for level in board["levels"] for row in level["rows"]) == len(
                peers
            )
            shown = await fetched(f"{app.url}api/race/{race}")
            assert [row["place"] for row in shown["rows"]] == [
                placing.place for placing in fold.race.placings
            ]
        before = [await app.store.results(race) for race, _ in raced]
        rebuilt = await app.store.rebuild()
        assert rebuilt == rooms * players
        assert [await app.store.results(race) for race, _ in raced] == before
    figures |= {"rooms": rooms, "players": players, "moves": moves, "frames_checked": told}


@pytest.mark.suite("rooms")
def test_a_wrong_figure_would_be_seen() -> None:
    """The comparison is no rubber stamp: one changed number is found."""
    log = running("A B").tell("4000 A clears").log
    fold = Fold(log)

    def standings(**changed: int) -> str:
        rows = [row | changed for row in fold.steps[-1]]
        return json.dumps(
            {"t": "standings", "race": fold.race.id, "elapsed_ms": 0, "rows": rows}, default=str
        )

    assert fold.disagreements([standings()]) == ["no results"]
    assert "never were" in fold.disagreements([standings(progress=7)])[0]

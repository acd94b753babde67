"""Whole races over real sockets, all traffic searched for what it must not tell yet (R6).

Beside the racers a spectator watches, one racer reloads, one repeats a move, one hits a mine under
penalty, a pause is asked for, and somebody looks at every HTTP address before the end.
"""

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from server.app import App
from server.config import Config
from server.engine.cells import scan
from server.race import events as facts
from server.workshop.outside import OutsideWorkshop
from tests.race.stories import RACE, running
from tests.suites.paths import fast_path
from tests.suites.peer import Peer
from tests.suites.plans import Step, a_mine, board_in, clearing
from tests.suites.traffic import leaks

pytestmark = pytest.mark.suite("secrecy")

VARIANTS: list[dict[str, Any]] = [
    {"level": "beginner"},
    {"level": "intermediate", "mine_hit": "penalty"},
    {"level": "beginner", "start": "own"},
    {"level": "custom", "columns": 12, "rows": 8, "mines": 20},
]


async def looked_up(url: str) -> str:
    """Whatever the server answers at this address."""

    def fetch() -> str:
        try:
            with urlopen(url, timeout=10) as answer:
                return str(answer.read().decode())
        except HTTPError as refusal:
            return str(refusal.read().decode())

    return await asyncio.to_thread(fetch)


async def one_race(
    app: App, settings: dict[str, Any]
) -> tuple[list[Peer], str, tuple[facts.Event, ...], list[str]]:
    """A race with all that can happen in it; gives peers, race, log, and answers over HTTP."""
    host, code = await Peer.create_room(app.url, "Host", settings)
    guest = await Peer.join(app.url, code, "Guest")
    watcher = await Peer.join(app.url, code, "Watcher", watch=True)
    for peer in (host, guest):
        await peer.send("ready", ready=True)
    await host.until(lambda peer: sum(m["ready"] for m in peer.room["members"]) == 2)
    await host.send("start")
    for peer in (host, guest, watcher):
        await peer.wait_for("go")
    race = host.race
    if settings.get("start") == "own":
        for peer in (host, guest):
            await peer.move("open", 40)
    started = await app.store.race(race)
    assert started is not None
    if settings.get("start") == "own":
        hidden = [cell for cell, shown in enumerate(guest.grid.cells) if shown == "."]
        steps: list[Step] = [("open", hidden[0])]
        fatal: Step = ("open", hidden[-1])
    else:
        board, play = board_in(started.events)
        steps, fatal = list(clearing(board, play)), a_mine(board)
        await guest.move("flag", next(scan(board.mines)))
        await guest.move("flag", fatal[1])
    for step in steps[:2]:
        await guest.move(*step)
    await guest.move(*steps[0], n=1)
    for peer in (host, guest):
        await peer.send("pause", race=race, want=True)
    await watcher.wait_for("pause_state", lambda state: bool(state["paused"]))
    await guest.reconnect()
    await host.send("pause", race=race, want=False)
    await host.until(lambda peer: not peer.state.paused, timeout=10)
    await guest.move(*fatal)
    await guest.reconnect()
    looks = [
        await looked_up(app.url + path)
        for path in (
            *(f"api/race/{race}{part}" for part in ("", "/replay", "/insight")),
            *(f"api/room/{code}", f"api/player/{guest.player}"),
            *("api/rooms", "api/best", "metrics", "version"),
        )
    ]
    for peer in (host, guest):
        await peer.send("give_up", race=race)
    for peer in (host, guest, watcher):
        await peer.wait_for("results")
    stored = await app.store.race(race)
    assert stored is not None
    return [host, guest, watcher], race, stored.events, looks


async def test_r6_no_frame_and_no_page_tells_more_than_the_receiver_opened(
    tmp_path: Path, figures: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    frames = 0
    async with App(
        Config(
            port=0,
            data=tmp_path,
            rooms_per_minute=100,
            players_per_minute=1_000,
            metrics_networks=("127.0.0.1/32",),
            fast_path=fast_path(),
        ),
        workshop=OutsideWorkshop(),
    ) as app:
        for peers, race, log, looks in await asyncio.gather(
            *(one_race(app, settings) for settings in VARIANTS)
        ):
            dealt = next(event for event in log if isinstance(event, facts.Dealt))
            for peer in peers:
                assert leaks(peer.player, peer.received, {race: log}) == []
                frames += len(peer.received)
                await peer.close()
            for text in looks:
                assert dealt.key not in text
                assert dealt.seed not in text
                assert '"boards"' not in text
                assert '"laid"' not in text
            assert dealt.key not in caplog.text
            for peer in peers:
                assert peer.token is not None
                assert peer.token not in caplog.text
    figures |= {"races_searched": len(VARIANTS), "frames_searched": frames}


@pytest.mark.parametrize(
    "mutant",
    [
        {"t": "moved", "n": 1, "cells": [[0, "9"]], "hit": [], "flag": None},
        {"t": "standings", "elapsed_ms": 1, "rows": [{"player": "x", "cells": [1]}]},
        {"t": "standings", "elapsed_ms": 1, "rows": [{"player": "x", "bbbv": 3}]},
        {"t": "ended", "elapsed_ms": 1, "tries": 3},
        {"t": "go", "cells": [[0, "000000000"]]},
    ],
    ids=lambda frame: frame["t"],
)
def test_r6_a_frame_that_tells_too_much_is_found(mutant: dict[str, Any]) -> None:
    """The search is no rubber stamp."""
    log = running("A B").tell("4000 A clears").log
    assert leaks("B", [json.dumps(mutant | {"race": RACE})], {RACE: log}) != []

"""Replays over HTTP: packed, as a file when asked for, and of finished races only."""

import gzip
import json
from collections.abc import AsyncIterator
from typing import cast

import pytest
import pytest_asyncio

from server.net.api import Api
from server.net.limits import Window
from server.rooms.replays import MovesGone, TooManyMoves
from server.store.base import Store
from tests.manual_clock import ManualClock
from tests.net.raw import fetch
from tests.net.world import World, listening

RACE, LONG, OTHER = "CCCCCCCCCC", "LLLLLLLLLL", "DDDDDDDDDD"
OLD = "PPPPPPPPPP"
DOCUMENT = b'{"format":"demineur-replay"}'


async def past_race(race: str) -> None:
    return None


async def past_replay(race: str) -> bytes | None:
    if race == LONG:
        raise TooManyMoves
    if race == OLD:
        raise MovesGone
    return gzip.compress(DOCUMENT) if race == RACE else None


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    window = Window(20, 60_000)
    api = Api(
        cast("Store", None), past_race, past_replay, ManualClock(date_ms=1), window, window, 5
    )
    async with listening(routes=api.routes()) as world:
        yield world


async def test_a_replay(world: World) -> None:
    path = f"/api/race/{RACE}/replay"
    plain = await fetch(world.port, path)
    assert (plain.status, plain.body) == (200, DOCUMENT)
    assert plain.headers["content-type"] == "application/json"
    assert "content-disposition" not in plain.headers
    packed = await fetch(world.port, path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == DOCUMENT


async def test_a_replay_as_a_file(world: World) -> None:
    answer = await fetch(world.port, f"/api/race/{RACE}/replay?download")
    assert (answer.status, answer.body) == (200, DOCUMENT)
    named = answer.headers["content-disposition"]
    assert named == f'attachment; filename="demineur-{RACE}.json"'


@pytest.mark.parametrize(
    ("path", "error"),
    [
        (f"{OTHER}/replay", "no_such_race"),
        ("x/replay", "no_such_race"),
        ("/replay", "no_such_race"),
        (f"{LONG}/replay", "too_many_moves"),
        (f"{RACE}/replay/", "not_found"),
        (f"{RACE}/", "not_found"),
    ],
)
async def test_errors(world: World, path: str, error: str) -> None:
    answer = await fetch(world.port, f"/api/race/{path}")
    assert (answer.status, json.loads(answer.body)) == (404, {"error": error})


async def test_moves_that_were_dropped_are_gone(world: World) -> None:
    answer = await fetch(world.port, f"/api/race/{OLD}/replay")
    assert (answer.status, json.loads(answer.body)) == (410, {"error": "moves_gone"})


async def test_an_address_may_look_up_so_many(world: World) -> None:
    """All races together: making a replay costs more than asking for it."""
    for _ in range(20):
        assert (await fetch(world.port, f"/api/race/{RACE}/replay")).status == 200
    assert (await fetch(world.port, f"/api/race/{RACE}/replay")).status == 429

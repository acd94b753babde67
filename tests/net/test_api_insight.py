"""The look back over HTTP: packed, of finished races only, and honest when there is none."""

import gzip
from collections.abc import AsyncIterator
from typing import cast

import pytest
import pytest_asyncio

from server.net.api import Api, PastInsight
from server.net.limits import Window
from server.rooms.insights import NoInsight
from server.rooms.replays import MovesGone, TooManyMoves
from server.store.base import Store
from tests.manual_clock import ManualClock
from tests.net.raw import fetch
from tests.net.world import World, listening

RACE, LONG, HARD, OTHER = "CCCCCCCCCC", "LLLLLLLLLL", "HHHHHHHHHH", "DDDDDDDDDD"
OLD = "PPPPPPPPPP"
DOCUMENT = b'{"race":"CCCCCCCCCC"}'


async def nothing(race: str) -> None:
    return None


async def past_insight(race: str) -> bytes | None:
    if race == LONG:
        raise TooManyMoves
    if race == OLD:
        raise MovesGone
    if race == HARD:
        raise NoInsight
    return gzip.compress(DOCUMENT) if race == RACE else None


def api_with(past: PastInsight | None) -> Api:
    clock, window = ManualClock(date_ms=1), Window(20, 60_000)
    store = cast("Store", None)
    return Api(store, nothing, nothing, clock, window, window, 5, past_insight=past)


@pytest_asyncio.fixture
async def world() -> AsyncIterator[World]:
    async with listening(routes=api_with(past_insight).routes()) as world:
        yield world


async def test_a_look_back(world: World) -> None:
    path = f"/api/race/{RACE}/insight"
    plain = await fetch(world.port, path)
    assert (plain.status, plain.body) == (200, DOCUMENT)
    assert plain.headers["content-type"] == "application/json"
    packed = await fetch(world.port, path, headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.body) == DOCUMENT


@pytest.mark.parametrize(
    ("race", "status", "error"),
    [
        (OLD, 410, "moves_gone"),
        (OTHER, 404, "no_such_race"),
        ("x", 404, "no_such_race"),
        (LONG, 404, "too_many_moves"),
        (HARD, 503, "no_insight"),
    ],
)
async def test_what_has_none(world: World, race: str, status: int, error: str) -> None:
    answer = await fetch(world.port, f"/api/race/{race}/insight")
    assert answer.status == status
    assert error.encode() in answer.body
    assert ("retry-after" in answer.headers) == (status == 503)


async def test_without_a_workshop_there_is_no_such_address() -> None:
    async with listening(routes=api_with(None).routes()) as world:
        answer = await fetch(world.port, f"/api/race/{RACE}/insight")
    assert (answer.status, b"not_found" in answer.body) == (404, True)

"""The JSON routes and the health check, from a store that answers what the test says."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
import pytest_asyncio

from server.net import api as api_module
from server.net.api import Api
from server.net.limits import Window
from server.records import BestRow, BoardRow, ResultRow, StatsRow, StoredPlayer
from server.rooms.listing import Listed
from server.store.base import Store
from tests.manual_clock import ManualClock
from tests.net.raw import fetch
from tests.net.world import World, listening

ROOM, EMPTY, NOWHERE = "BCDFGHJK", "CCCCCCCC", "DDDDDDDD"
ANN, RACE = "BBBBBBBBBB", "CCCCCCCCCC"
BEST = BestRow(place=1, player=ANN, name="Ann", time_ms=9, bbbv=3, race=RACE, date_ms=4)
STATS = StatsRow(
    level="beginner",
    played=2,
    cleared=1,
    streak=0,
    best_streak=1,
    best_ms=9,
    races_won=1,
    bbbv_per_s=1.5,
    efficiency=None,
)
PAST = ResultRow(
    race=RACE,
    room=ROOM,
    player=ANN,
    level="beginner",
    date_ms=4,
    place=1,
    racers=2,
    outcome="cleared",
    time_ms=9,
    progress=100,
    bbbv=3,
    bbbv_done=3,
    clicks=5,
    ranked=True,
    clean=True,
    guess_free=True,
)
LISTED = Listed(
    code=ROOM,
    level="hard",
    columns=20,
    rows=12,
    mines=40,
    host="Ann",
    players=2,
    seats=32,
    watching=0,
    phase="lobby",
)
RESULTS = b'{"race":"CCCCCCCCCC","seed":"SEED"}'


def board_row(level: str, player: str) -> BoardRow:
    return BoardRow(
        player=player,
        name="Ann",
        level=level,
        races=1,
        cleared=1,
        wins=1,
        podiums=1,
        best_ms=9,
        average_ms=9,
    )


class FakeStore:
    """Notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []
        self.health: bool | None = True

    async def healthy(self) -> bool:
        if self.health is None:
            await asyncio.Event().wait()
        return bool(self.health)

    async def leaderboard(self, code: str) -> list[BoardRow]:
        rows = [board_row("beginner", "B"), board_row("beginner", "C"), board_row("expert", "B")]
        return rows if code == ROOM else []

    async def room_exists(self, code: str) -> bool:
        return code == EMPTY

    async def best_times(self, *asked: object, guess_free: bool, bots: bool) -> list[BestRow]:
        self.asked.append((*asked, guess_free, bots))
        return [BEST]

    async def player(self, player: str) -> StoredPlayer | None:
        return StoredPlayer(player=ANN, name="Ann", date_ms=1) if player == ANN else None

    async def statistics(self, player: str, *, guess_free: bool | None) -> list[StatsRow]:
        return [STATS] if guess_free is None else [STATS] * (2 if guess_free else 3)

    async def recent(self, *asked: object) -> list[ResultRow]:
        self.asked.append(asked)
        return [PAST]


async def past_race(race: str) -> bytes | None:
    return RESULTS if race == RACE else None


async def no_replay(race: str) -> None:
    return None


class ApiWorld:
    def __init__(self, world: World, store: FakeStore, clock: ManualClock) -> None:
        self.world = world
        self.store = store
        self.clock = clock

    async def get(self, path: str) -> tuple[int, Any]:
        answer = await fetch(self.world.port, path)
        if answer.headers["content-type"] == "application/json":
            return answer.status, json.loads(answer.body)
        return answer.status, answer.body


@pytest_asyncio.fixture
async def api() -> AsyncIterator[ApiWorld]:
    store, clock = FakeStore(), ManualClock(date_ms=1_234)
    api = Api(
        cast("Store", store),
        past_race,
        no_replay,
        clock,
        Window(2, 60_000),
        Window(20, 60_000),
        5,
        public_rooms=lambda: [LISTED],
    )
    routes = api.routes()
    async with listening(routes=routes) as world:
        yield ApiWorld(world, store, clock)


async def test_a_rooms_leaderboard_by_level(api: ApiWorld) -> None:
    status, body = await api.get(f"/api/room/{ROOM}")
    assert (status, body["code"]) == (200, ROOM)
    assert [(level["level"], len(level["rows"])) for level in body["levels"]] == [
        ("beginner", 2),
        ("expert", 1),
    ]
    assert body["levels"][0]["rows"][0] == {
        "player": "B",
        "name": "Ann",
        "level": "beginner",
        "races": 1,
        "cleared": 1,
        "wins": 1,
        "podiums": 1,
        "best_ms": 9,
        "average_ms": 9,
        "bot": False,
    }


async def test_a_room_without_races(api: ApiWorld) -> None:
    assert await api.get(f"/api/room/{EMPTY}") == (200, {"code": EMPTY, "levels": []})


async def test_best_times(api: ApiWorld) -> None:
    status, body = await api.get("/api/best?level=expert&period=week")
    assert (status, body["level"], body["period"]) == (200, "expert", "week")
    assert body["rows"][0]["time_ms"] == 9
    await api.get("/api/best")
    assert api.store.asked == [
        ("expert", "week", 1_234, api_module.BEST_TIMES, True, False),
        ("beginner", "all", 1_234, api_module.BEST_TIMES, True, False),
    ]


async def test_a_player(api: ApiWorld) -> None:
    status, body = await api.get(f"/api/player/{ANN}")
    assert (status, body["player"], body["name"]) == (200, ANN, "Ann")
    assert body["levels"][0]["bbbv_per_s"] == 1.5
    assert "token" not in json.dumps(body)


async def test_a_players_races_do_not_say_in_which_room(api: ApiWorld) -> None:
    """R15: who knows a room's code can enter it, so a public page must not tell it."""
    _, body = await api.get(f"/api/player/{ANN}")
    (past,) = body["recent"]
    assert (past["race"], past["time_ms"], past["place"], past["racers"]) == (RACE, 9, 1, 2)
    assert ROOM not in json.dumps(body)
    assert api.store.asked == [(ANN, api_module.RECENT_RACES)]


async def test_public_rooms(api: ApiWorld) -> None:
    status, body = await api.get("/api/rooms")
    assert status == 200
    assert body == {
        "rooms": [
            {
                "code": ROOM,
                "level": "hard",
                "columns": 20,
                "rows": 12,
                "mines": 40,
                "host": "Ann",
                "players": 2,
                "seats": 32,
                "watching": 0,
                "phase": "lobby",
            }
        ]
    }


async def test_a_finished_race(api: ApiWorld) -> None:
    status, body = await api.get(f"/api/race/{RACE}")
    assert (status, body["race"], body["seed"]) == (200, RACE, "SEED")


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        (f"/api/room/{NOWHERE}", 404, "no_such_room"),
        ("/api/room/", 404, "no_such_room"),
        ("/api/room/bcdfghjk", 404, "no_such_room"),
        (f"/api/room/{ROOM}/x", 404, "no_such_room"),
        (f"/api/room/{ROOM}%0a", 404, "no_such_room"),
        ("/api/room/' OR 1=1 --".replace(" ", "%20"), 404, "no_such_room"),
        ("/api/player/DDDDDDDDDD", 404, "no_such_player"),
        ("/api/player/x", 404, "no_such_player"),
        ("/api/race/DDDDDDDDDD", 404, "no_such_race"),
        ("/api/race/", 404, "no_such_race"),
        (f"/api/race/{RACE}/x", 404, "not_found"),
        ("/api/best?level=custom", 400, "bad_level"),
        ("/api/best?level=", 400, "bad_level"),
        ("/api/best?period=year", 400, "bad_period"),
        ("/api/best?guess_free=", 400, "bad_guess_free"),
        (f"/api/player/{ANN}?guess_free=maybe", 400, "bad_guess_free"),
    ],
)
async def test_errors(api: ApiWorld, path: str, status: int, error: str) -> None:
    assert await api.get(path) == (status, {"error": error})


async def test_best_times_are_counted_again_after_some_seconds(api: ApiWorld) -> None:
    """Everybody looks at the same few tables: one count answers all who ask meanwhile."""
    answers = await asyncio.gather(*(api.get("/api/best") for _ in range(3)))
    assert answers[0] == answers[2]
    assert len(api.store.asked) == 1
    await api.get("/api/best?period=week")
    assert len(api.store.asked) == 2
    api.clock.advance(api_module.BEST_FOR_MS)
    await api.get("/api/best")
    assert len(api.store.asked) == 3


async def test_an_address_may_look_up_so_much(api: ApiWorld) -> None:
    """All routes together; the health check and the page are no lookups."""
    paths = ("/api/rooms", f"/api/room/{ROOM}", "/api/best", f"/api/player/{ANN}")
    for number in range(20):
        assert (await api.get((*paths, "/api/race/?")[number % 5]))[0] in (200, 404)
    for path in paths:
        answer = await fetch(api.world.port, path)
        assert (answer.status, answer.headers["retry-after"]) == (429, "5")
        assert json.loads(answer.body) == {"error": "too_many_requests"}
    assert (await api.get("/healthz"))[0] == 200
    api.clock.advance(60_000)
    assert (await api.get(paths[0]))[0] == 200


async def test_health(api: ApiWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await api.get("/healthz") == (200, b"ok\n")
    api.store.health = False
    assert await api.get("/healthz") == (503, b"store\n")
    monkeypatch.setattr(api_module, "HEALTH_WITHIN_S", 0.01)
    api.store.health = None
    assert await api.get("/healthz") == (503, b"store\n")


async def test_pictures_are_drawn_so_often_for_an_address(api: ApiWorld) -> None:
    path = f"/qr.svg?r={ROOM}"
    assert [(await api.get(path))[0] for _ in range(3)] == [200, 200, 429]
    api.clock.advance(60_000)
    answer = await fetch(api.world.port, path)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert (await api.get("/qr.svg?u=nonsense"))[0] == 400

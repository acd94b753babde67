"""A server that follows a script, for the whole page: what it says, and what it was told."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from playwright.async_api import Page, Route, WebSocketRoute

from tests.client.conftest import CLIENT, doors
from tests.client.test_store import room, view

INDEX = (CLIENT / "index.html").read_text(encoding="utf-8")
PICTURE = {"qr.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>"}
PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TWO = [
    {"player": "ME", "name": "Ada", "colour": 0, "present": True, "watching": False, "ready": True},
    {
        "player": "BO", "name": "<b>Bo</b> שרה", "colour": 1, "present": True,
        "watching": False, "ready": False,
    },
]  # fmt: skip
STANDINGS = [
    {"player": "ME", "place": 1, "progress": 40, "outcome": None, "time_ms": None, "away": False},
    {"player": "BO", "place": 2, "progress": 20, "outcome": None, "time_ms": None, "away": True},
]
RESULTS: dict[str, Any] = {
    "race": "RACE", "settings": {"level": "beginner"}, "seed": "SEED", "origin": "fresh",
    "key": "ab" * 32, "commitment": "cd" * 32, "label": "guess_free", "tries": 3,
    "certificate": {
        "difficulty": "hard", "steps": 9, "single": 30, "pair": 6, "enumeration": 2, "count": 0,
    },
    "ranked": True, "bbbv": 9, "boards": [{"player": None, "start": 0, "mines": [8]}],
    "rows": [
        {
            "player": player, "name": name, "place": place, "outcome": outcome, "time_ms": 61_234,
            "progress": 100, "bbbv": 9, "bbbv_done": 9, "clicks": 12, "flags_right": 1,
            "flags_wrong": 0,
        }
        for player, name, place, outcome in [("ME", "Ada", 1, "cleared"), ("BO", "Bo", 2, "out")]
    ],
}  # fmt: skip


class Server:
    """Answers hello with welcome, in a room also with what `then` gives; keeps what it was told."""

    def __init__(self, page: Page, then: Callable[[], list[dict[str, Any]]]) -> None:
        self.page = page
        self.then = then
        self.told: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self.silent = False
        """It hears and says nothing."""
        self._news = asyncio.Event()

    async def start(self) -> "Server":
        """From now on the page's sockets are answered; what is on the page stays."""
        doors[self.page] = self._opened
        return self

    def _opened(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._heard(socket, json.loads(text)))

    def _heard(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        self.told.append(message)
        self._news.set()
        if message["t"] == "hello" and not self.silent:
            welcome = {"t": "welcome", "version": 1, "player": "ME", "name": "Ada"}
            welcome["token"] = None if message.get("token") else "T"
            for answer in [welcome, *(self.then() if "r=" in socket.url else [])]:
                self.say(answer, socket)

    async def hears(self, tag: str, times: int = 1) -> None:
        """Returns when a message with this tag has come so often."""
        async with asyncio.timeout(10):
            while sum(one["t"] == tag for one in self.told) < times:
                self._news.clear()
                await self._news.wait()

    def say(self, message: dict[str, Any], socket: WebSocketRoute | None = None) -> None:
        (socket or self.sockets[-1]).send(json.dumps(message))


def snapshot(**changes: Any) -> dict[str, Any]:
    state = room(members=TWO, **changes.pop("room", {}))
    return {"t": "snapshot", "room": state, "view": None, "results": None, **changes}


def racing() -> dict[str, Any]:
    return view(racers=["ME", "BO"], standings=STANDINGS)


async def join(page: Page, name: str | None = "Ada") -> None:
    if name is not None:
        await page.get_by_label("Your name").fill(name)
    await page.get_by_label("Room code").fill("bcdf-ghjk")
    await page.get_by_role("button", name="Join").click()


async def held(page: Page, pattern: str) -> Callable[[], None]:
    """Hold back what is asked for under these addresses, until what is returned is called."""
    free = asyncio.Event()

    async def hold(route: Route) -> None:
        await free.wait()
        await route.fallback()

    await page.route(pattern, hold)
    return free.set

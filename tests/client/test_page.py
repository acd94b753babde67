"""The whole page against a scripted server: ways in, refusals, a broken line, barriers."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, WebSocketRoute, expect

from tests.client.conftest import CLIENT, OpenPage
from tests.client.test_store import room, view

pytestmark = pytest.mark.browser

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
    "key": "ab" * 32, "commitment": "cd" * 32, "label": "guessing_may_be_needed",
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
    """Answers hello with welcome and what `then` gives; keeps what it was told."""

    def __init__(self, page: Page, then: Callable[[], list[dict[str, Any]]]) -> None:
        self.page = page
        self.then = then
        self.told: list[dict[str, Any]] = []
        self.sockets: list[WebSocketRoute] = []
        self._news = asyncio.Event()

    async def start(self) -> "Server":
        await self.page.route_web_socket("**/ws*", self._opened)
        await self.page.reload()  # a page that is open already keeps its own sockets
        return self

    def _opened(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._heard(socket, json.loads(text)))

    def _heard(self, socket: WebSocketRoute, message: dict[str, Any]) -> None:
        self.told.append(message)
        self._news.set()
        if message["t"] == "hello":
            welcome = {"t": "welcome", "version": 1, "player": "ME", "name": "Ada", "token": "T"}
            for answer in [welcome, *self.then()]:
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


async def test_the_first_screen_has_one_primary_action_and_fits_320_pixels(
    open_page: OpenPage,
) -> None:
    page = await open_page(INDEX, files=PICTURE, **PHONE)
    await expect(page.locator("main .button.primary")).to_have_text("Play with friends")
    assert await page.evaluate(OVERFLOW) == 0


async def test_a_code_that_is_none_is_told_at_once(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await page.get_by_label("Room code").fill("HELLO")
    await page.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("alert").filter(has_text="eight letters")).to_be_visible()
    await expect(page.get_by_label("Room code")).to_be_focused()


async def test_who_has_no_name_is_asked_for_one_before_entering(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page, name=None)
    await expect(page.get_by_role("heading", name="Join the room")).to_be_visible()
    assert server.told == []
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_role("button", name="Just watch").click()
    await expect(page.locator(".lobby")).to_be_visible()
    assert server.told[0]["name"] == "Ada"
    assert server.told[0]["watch"] is True


async def test_a_refused_name_is_asked_for_again_with_the_reason(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    refused = {"t": "rejected", "code": "name_taken", "re": "hello", "n": None}
    server = await Server(page, lambda: [refused]).start()
    await join(page)
    await expect(page.get_by_role("alert").filter(has_text="has this name")).to_be_visible()
    server.then = lambda: [snapshot(room={"phase": "lobby"})]
    await page.get_by_label("Your name").fill("Ada 2")
    await page.get_by_role("button", name="Join").click()
    await expect(page.locator(".lobby")).to_be_visible()
    assert [one["name"] for one in server.told] == ["Ada", "Ada 2"]


@pytest.mark.parametrize(
    ("code", "title", "action"),
    [
        (4404, "There is no such room", "Create a room"),
        (4409, "Opened in another tab", "Play here"),
        (4403, "You cannot enter this room", "Home"),
        (4400, "The connection was closed", "Try again"),
    ],
)
async def test_a_final_close_says_what_happened_and_what_to_do(
    open_page: OpenPage, code: int, title: str, action: str
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page)
    await expect(page.locator(".lobby")).to_be_visible()
    await server.sockets[-1].close(code=code)
    await expect(page.get_by_role("heading", name=title)).to_be_visible()
    await expect(page.get_by_role("button", name=action)).to_be_visible()
    assert len(server.sockets) == 1


async def test_a_seat_is_taken_back_from_another_tab(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page)
    await expect(page.locator(".lobby")).to_be_visible()
    await server.sockets[-1].close(code=4409)
    await page.get_by_role("button", name="Play here").click()
    await expect(page.locator(".lobby")).to_be_visible()


async def test_r14_a_restart_is_survived_with_the_same_identity(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    await expect(page.get_by_role("grid")).to_be_visible()
    await page.locator('.race [data-c="4"]').click()
    await server.sockets[-1].close(code=1012)
    await expect(page.locator('.race [data-c="4"]')).to_be_visible()
    await server.hears("move", 2)
    await expect(page.locator(".line-banner")).to_be_hidden()
    hellos = [one for one in server.told if one["t"] == "hello"]
    moves = [one for one in server.told if one["t"] == "move"]
    assert hellos[1]["token"] == "T"
    assert [move["n"] for move in moves] == [1, 1]


async def test_names_are_text_and_isolated(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page)
    name = page.locator(".member bdi").nth(1)
    await expect(name).to_have_text("<b>Bo</b> שרה")
    assert await page.locator(".member b").count() == 0


async def test_g7_the_counter_below_zero_is_a_plain_minus(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    own = {"grid": "FF.......", "n": 2}
    await Server(page, lambda: [snapshot(view=view(own=own))]).start()
    await join(page)
    await expect(page.locator(".hud-mines .hud-value")).to_have_text("\u22121")


async def test_r6_who_watches_sees_lanes_and_no_board(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    seen = {**racing(), "own": None}
    await Server(page, lambda: [snapshot(view=seen)]).start()
    await join(page)
    await expect(page.locator(".lane")).to_have_count(2)
    await expect(page.get_by_role("grid")).to_have_count(0)


async def test_r13_the_menu_alone_pauses_and_closing_it_goes_on(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(view=view())]).start()
    await join(page)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("dialog").get_by_role("button", name="Close").click()
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await server.hears("pause", 2)
    wishes = [one["want"] for one in server.told if one["t"] == "pause"]
    assert wishes == [True, False]


async def test_giving_up_asks_first(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Give up").click()
    await page.get_by_role("button", name="Cancel").click()
    assert [one["t"] for one in server.told] == ["hello"]
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Give up").click()
    await page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    await server.hears("give_up")


async def test_play_alone_takes_two_taps(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    members = [{**TWO[0], "ready": False}]
    lobby = snapshot(room={"phase": "lobby"})
    lobby["room"] = {**lobby["room"], "members": members}
    server = await Server(page, list).start()
    await page.get_by_role("button", name="Play alone").click()
    await page.get_by_role("button", name="Intermediate").click()
    await server.hears("create")
    server.then = lambda: [lobby]
    server.say({"t": "created", "room": "KLMNPQRS"})
    await server.hears("start")
    assert server.told[1]["settings"]["level"] == "intermediate"
    assert [one["t"] for one in server.told[-2:]] == ["ready", "start"]


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
async def test_everything_but_clock_and_board_is_mirrored(
    open_page: OpenPage, direction: str
) -> None:
    page = await open_page(INDEX, files=PICTURE, **PHONE)
    await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    await expect(page.get_by_role("grid")).to_be_visible()
    await page.evaluate("(dir) => { document.documentElement.dir = dir; }", direction)
    assert await page.evaluate(OVERFLOW) == 0
    flag = await page.get_by_role("button", name="Flag mode").bounding_box()
    assert flag is not None
    assert (flag["x"] > 160) is (direction == "ltr")
    assert flag["width"] >= 56
    assert flag["height"] >= 56
    assert await page.get_by_role("timer").evaluate("(e) => getComputedStyle(e).direction") == "ltr"


SCREENS: dict[str, dict[str, Any]] = {
    "lobby": {"room": {"phase": "lobby"}},
    "race": {"view": racing()},
    "results": {"room": {"phase": "finished", "last_race": "RACE"}, "results": RESULTS},
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", ["home", *SCREENS])
async def test_no_barrier_is_found(open_page: OpenPage, screen: str, scheme: str) -> None:
    page = await open_page(INDEX, files=PICTURE, color_scheme=scheme, reduced_motion="reduce")
    if screen != "home":
        await Server(page, lambda: [snapshot(**SCREENS[screen])]).start()
        await join(page)
    await expect(page.locator(f"main .{screen}")).to_be_visible()
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(
    ("path", "answer", "words"),
    [
        ("best", {"api/best": {"level": "beginner", "period": "all", "rows": []}}, "Nobody yet"),
        ("rules", {}, "The start is safe"),
    ],
)
async def test_pages_that_only_read(
    open_page: OpenPage, path: str, answer: dict[str, Any], words: str
) -> None:
    files = {name: json.dumps(body) for name, body in answer.items()}
    page = await open_page(INDEX, files=files, **PHONE)
    name = {"best": "Best times", "rules": "How to play"}[path]
    await page.get_by_role("main").get_by_role("link", name=name).click()
    await expect(page.get_by_text(words)).to_be_visible()
    assert await page.evaluate(OVERFLOW) == 0
    assert await page.evaluate("location.search") == f"?v={path}"

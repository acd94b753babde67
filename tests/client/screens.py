"""Every screen and dialog of the page against a scripted server, in any language.

Nothing is found by its words here: a screen is asked for by its address or its place.
"""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Page, expect

from tests.client.conftest import ORIGIN
from tests.client.looked_back import looked_back
from tests.client.replay.recorded import recorded
from tests.client.scripted import RESULTS, Server, racing, snapshot
from tests.client.test_statistics import PROFILE, ROOMS, STATS

LONG = "Wilhelmiina Aatu 123"
ROOM = "BCDFGHJK"
PLAYER = "BCDFGHJKLM"
BOARD_ROW: dict[str, Any] = {
    "player": PLAYER, "name": LONG, "races": 12, "wins": 3, "podiums": 9, "best_ms": 61_234,
    "average_ms": 99_999, "cleared": 7,
}  # fmt: skip
BEST_ROW: dict[str, Any] = {
    "place": 1, "player": PLAYER, "name": LONG, "time_ms": 61_234, "bbbv": 93,
    "date_ms": 1_700_000_000_000, "race": PLAYER, "label": "guess_free",
}  # fmt: skip
REPLAY = recorded("screens")
REPLAY["players"][0]["name"] = LONG
MARATHON = {"level": "custom:80x40x240", "played": 1234}
FILES = {
    "qr.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>",
    "api/best": json.dumps({"level": "beginner", "period": "all", "rows": [BEST_ROW]}),
    f"api/room/{ROOM}": json.dumps({"levels": [{"level": "marathon", "rows": [BOARD_ROW]}]}),
    f"api/player/{PLAYER}": json.dumps(
        PROFILE | {"name": LONG, "levels": [STATS, STATS | MARATHON]}
    ),
    f"api/race/{PLAYER}": json.dumps(RESULTS),
    f"api/race/{PLAYER}/replay": json.dumps(REPLAY),
    f"api/race/{PLAYER}/insight": json.dumps(looked_back() | {"race": PLAYER}),
    "api/rooms": json.dumps(ROOMS),
}
"""What the server answers, by path."""

Look = Callable[[str], Awaitable[None]]


async def open_dialog(page: Page, button: str, look: Look, name: str) -> None:
    """Presses what a selector names, looks, and closes the dialog again."""
    await page.locator(button).first.click()
    await expect(page.locator("dialog[open]")).to_be_visible()
    for fold in await page.locator("dialog[open] details:not([open]) > summary").all():
        await fold.click()
    await look(name)
    await page.locator("dialog[open] .dialog-head button").last.click()
    await expect(page.locator("dialog")).to_have_count(0)


async def without_a_room(page: Page, look: Look) -> None:
    """Home, tables, profile, a finished race, rules, addresses that lead nowhere."""
    await expect(page.locator(".home")).to_be_visible()
    await look("home")
    await page.locator("#home-code").fill("WRONG")
    await page.locator(".home-join button").click()
    await expect(page.locator("#home-code-wrong")).to_be_visible()
    await look("home with a complaint")
    await open_dialog(page, ".home-play button >> nth=0", look, "new room")
    await open_dialog(page, ".home-play button >> nth=1", look, "play alone")
    await open_dialog(page, ".bar > button", look, "settings")
    for address, shown in (
        ("?v=rules", ".rule"),
        ("?v=best", "table"),
        (f"?r={ROOM}&v=board", "table"),
        (f"?p={PLAYER}", "table"),
        (f"?race={PLAYER}", "table"),
        (f"?replay={PLAYER}", ".replay-board"),
        (f"?insight={PLAYER}", ".insight-moment"),
        (f"?challenge={PLAYER}", ".ghost-table"),
        (f"?replay={PLAYER}&t=999999", ".replay-board"),
        ("?r=NOWHERE", ".problem"),
        (f"?r={ROOM}", ".entry-card"),
    ):
        await page.goto(f"{ORIGIN}/{address}")
        await expect(page.locator(f"main {shown}").first).to_be_visible()
        await look(address)


async def in_a_room(page: Page, look: Look) -> None:
    """Lobby, race with its menu, pause, penalty and end, results, closed lines."""
    state: dict[str, Any] = snapshot(room={"phase": "lobby", "locked": True})
    server = await Server(page, lambda: [state]).start()
    await page.evaluate("localStorage.setItem('demineur:/:name', 'Ada')")
    await page.goto(f"{ORIGIN}/?r={ROOM}")
    await expect(page.locator(".lobby .member").first).to_be_visible()
    await look("lobby")
    await open_dialog(page, ".member button:visible", look, "member")
    view = racing() | {"cutoff_in_ms": 30_000}
    own = view["own"]
    for name, changes, shown in (
        ("race", {}, ".board"),
        ("a wish to pause", {"wanting_pause": ["BO"]}, ".banner[data-look=wait]"),
        ("watching", {"own": None}, ".banner[data-look=plain]"),
        ("paused", {"paused": True, "wanting_pause": ["ME", "BO"]}, ".cover[data-kind=paused]"),
        ("out", {"own": own | {"outcome": "out", "time_ms": 5000}}, ".banner[data-look=bad]"),
    ):
        state = snapshot(view=view | changes)
        server.say(state)
        await expect(page.locator(f"main > .race {shown}")).to_be_visible()
        await look(name)
        if name == "race":
            await open_dialog(page, ".hud > button", look, "menu")
    state = snapshot(room={"phase": "finished", "last_race": "RACE"}, results=RESULTS)
    await page.reload()
    await expect(page.locator(".results table")).to_be_visible()
    await page.locator(".fair summary").click()
    await look("results")
    await open_dialog(page, ".fair .stack > button", look, "proof")
    await server.sockets[-1].close(code=1012)
    await expect(page.locator(".line-banner")).to_be_visible()
    await look("line lost")
    for code in (4403, 4404, 4409, 4400):
        await page.reload()
        await expect(page.locator(".results table")).to_be_visible()
        await server.sockets[-1].close(code=code)
        await expect(page.locator(".problem")).to_be_visible()
        await look(f"closed with {code}")

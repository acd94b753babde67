"""The whole page against a scripted server: ways in, refusals, a broken line."""

import json
from typing import Any

import pytest
from playwright.async_api import expect

from tests.client.conftest import OpenPage
from tests.client.scripted import (
    INDEX,
    OVERFLOW,
    PHONE,
    PICTURE,
    STANDINGS,
    TWO,
    Server,
    join,
    racing,
    snapshot,
)
from tests.client.test_store import view

pytestmark = pytest.mark.browser


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
    hellos = [(one["name"], one.get("token")) for one in server.told]
    assert hellos == [("Ada", None), ("Ada", "T"), ("Ada 2", "T")]


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
    assert ["r=" in socket.url for socket in server.sockets] == [False, True]


async def test_a_seat_is_taken_back_from_another_tab(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page)
    await expect(page.locator(".lobby")).to_be_visible()
    await server.sockets[-1].close(code=4409)
    await page.get_by_role("button", name="Play here").click()
    await expect(page.locator(".lobby")).to_be_visible()


async def test_r14_the_token_comes_before_the_seat(open_page: OpenPage) -> None:
    """A welcome that gets lost costs nobody a seat: nobody enters a room without a token."""
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    server.silent = True
    await join(page)
    await server.hears("hello")
    await server.sockets[-1].close(code=1012)
    await server.hears("hello", 2)
    server.silent = False
    await server.sockets[-1].close(code=1012)
    await expect(page.locator(".lobby")).to_be_visible()
    asked = [("r=" in socket.url) for socket in server.sockets]
    assert asked == [False, False, False, True]
    assert [one.get("token") for one in server.told] == [None, None, None, "T"]


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
    assert [one.get("token") for one in hellos] == [None, "T", "T"]
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


@pytest.mark.parametrize("alone", [True, False], ids=["the last one", "one of two"])
async def test_r13_the_menu_offers_no_pause_that_would_be_refused(
    open_page: OpenPage, *, alone: bool
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    rows = [STANDINGS[0], STANDINGS[1] | {"outcome": "cleared", "time_ms": 400}]
    if not alone:
        rows.append(STANDINGS[0] | {"player": "CY", "place": 3})
    seen = view(racers=[row["player"] for row in rows], standings=rows)
    server = await Server(page, lambda: [snapshot(view=seen)]).start()
    await join(page)
    await page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog", name="Menu")
    await expect(dialog.get_by_role("button", name="Give up")).to_be_visible()
    await expect(dialog.get_by_role("button", name="pause")).to_have_count(0)
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_have_count(0)
    assert "pause" not in [one["t"] for one in server.told]


async def test_giving_up_asks_first(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Give up").click()
    await page.get_by_role("button", name="Cancel").click()
    assert "give_up" not in {one["t"] for one in server.told}
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

"""What a broken line swallowed is wished again, if it is still wanted (R14)."""

from typing import Any

import pytest
from playwright.async_api import expect

from tests.client.catalogues import catalogue
from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX, PICTURE, TWO, Server, join, snapshot
from tests.client.test_store import room

pytestmark = pytest.mark.browser
OPEN = """async ([before, message, now, at]) => {
  const { createWishes } = await import('/src/wishes.js');
  const wishes = createWishes();
  const me = { player: 'ME', name: 'Ada' };
  wishes.add(message, { me, room: before }, 0);
  wishes.settle({ me, room: now }, at);
  return wishes.open();
}"""
LOBBY = room(members=TWO, phase="lobby", race="RACE")
MINE: dict[str, Any] = TWO[0]


def changed(**me: Any) -> dict[str, Any]:
    """The room with my row changed."""
    return LOBBY | {"members": [MINE | me, TWO[1]]}


WISHES: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({"t": "ready", "ready": True}, changed(ready=False), changed(ready=True)),
    ({"t": "ready", "ready": False}, changed(ready=True), changed(ready=False)),
    ({"t": "seat", "watch": True}, LOBBY, changed(watching=True)),
    ({"t": "lock", "locked": True}, LOBBY, LOBBY | {"locked": True}),
    ({"t": "publish", "public": True}, LOBBY | {"public": False}, LOBBY | {"public": True}),
    ({"t": "rename", "name": "Eve"}, LOBBY, changed(name="Eve")),
    (
        {"t": "configure", "settings": {"level": "hard"}},
        LOBBY,
        LOBBY | {"settings": {"level": "hard", "columns": 16}},
    ),
    (
        {"t": "rematch", "seed": "new"},
        LOBBY | {"phase": "finished"},
        LOBBY | {"phase": "lobby", "race": "NEXT"},
    ),
]


@pytest.mark.parametrize(("wish", "before", "after"), WISHES, ids=lambda one: one.get("t", ""))
async def test_r14_a_wish_is_open_until_it_holds(
    open_page: OpenPage, wish: dict[str, Any], before: dict[str, Any], after: dict[str, Any]
) -> None:
    page = await open_page()
    assert await page.evaluate(OPEN, [before, wish, before, 1000]) == [wish]
    assert await page.evaluate(OPEN, [before, wish, after, 1000]) == []
    assert await page.evaluate(OPEN, [before, wish, before, 30_001]) == []


@pytest.mark.parametrize(
    "message",
    [
        {"t": "start", "anyway": True},
        {"t": "react", "kind": "wow"},
        {"t": "leave"},
        {"t": "pause", "race": "RACE", "want": True},
    ],
    ids=lambda one: one["t"],
)
async def test_what_nobody_expects_later_is_not_kept(
    open_page: OpenPage, message: dict[str, Any]
) -> None:
    page = await open_page()
    assert await page.evaluate(OPEN, [LOBBY, message, LOBBY, 1]) == []


async def test_ready_is_not_carried_into_another_race(open_page: OpenPage) -> None:
    page = await open_page()
    before, wish = changed(ready=False), {"t": "ready", "ready": True}
    assert await page.evaluate(OPEN, [before, wish, before | {"race": "NEXT"}, 1]) == []


async def test_r14_ready_said_into_a_broken_line_is_said_again_and_once(
    open_page: OpenPage,
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    state = snapshot() | {"room": changed(ready=False)}
    server = await Server(page, lambda: [state]).start()
    await join(page)
    ready = page.get_by_role("button", name="I’m ready")
    await expect(ready).to_be_visible()
    await ready.click()
    await server.hears("ready")
    await server.sockets[-1].close(code=1012)
    await server.hears("ready", times=2)
    server.say({"t": "room", "room": changed(ready=True)})
    await expect(page.get_by_role("button", name="Ready!")).to_be_visible()
    state = snapshot() | {"room": changed(ready=True)}
    hellos = sum(message["t"] == "hello" for message in server.told)
    await server.sockets[-1].close(code=1012)
    await server.hears("hello", times=hellos + 1)
    await expect(page.locator(".line-banner")).to_be_hidden()
    assert sum(message["t"] == "ready" for message in server.told) == 2


async def test_a_refused_wish_is_not_wished_again(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    state = snapshot() | {"room": changed(ready=False)}
    server = await Server(page, lambda: [state]).start()
    await join(page)
    await page.get_by_role("button", name="I’m ready").click()
    await server.hears("ready")
    server.say({"t": "rejected", "re": "ready", "code": "too_fast", "n": None})
    await expect(page.locator(".toast")).to_be_visible()
    hellos = sum(message["t"] == "hello" for message in server.told)
    await server.sockets[-1].close(code=1012)
    await server.hears("hello", times=hellos + 1)
    await expect(page.locator(".line-banner")).to_be_hidden()
    assert sum(message["t"] == "ready" for message in server.told) == 1


@pytest.mark.parametrize("language", ["en", "he"])
async def test_a_restart_is_told_before_the_line_ends_and_until_the_seat_is_back(
    open_page: OpenPage, language: str
) -> None:
    page = await open_page(INDEX, files=PICTURE, locale=language)
    banner, words = page.locator(".line-banner"), catalogue(language)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await page.evaluate("localStorage.setItem('demineur:/:name', 'Ada')")
    await page.goto(f"{ORIGIN}/?r=KLMNPQRS")
    await expect(page.locator(".lobby")).to_be_visible()
    await expect(banner).to_be_hidden()
    server.say({"t": "restarting", "in_ms": 1200})
    await expect(banner.locator("span").nth(1)).to_have_text(words["line.restarting"])
    await expect(banner.get_by_role("button")).to_be_hidden()
    server.silent = True
    hellos = sum(message["t"] == "hello" for message in server.told)
    await server.sockets[-1].close(code=1012)
    await server.hears("hello", times=hellos + 1)
    await expect(banner).to_be_visible()
    await expect(banner.locator("span").nth(1)).to_have_text(words["line.restarting"])
    server.silent = False
    await banner.get_by_role("button").click()
    await expect(banner).to_be_hidden()

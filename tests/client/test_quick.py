"""Play alone: two taps to the race, one to the next, a reload changes nothing (R9)."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, RESULTS, TWO, Server, snapshot

pytestmark = pytest.mark.browser
ALONE: list[dict[str, Any]] = [TWO[0] | {"ready": False}]
STARTS: list[dict[str, Any]] = [{"t": "ready", "ready": True}, {"t": "start", "anyway": True}]


def lobby(race: str = "RACE") -> dict[str, Any]:
    return snapshot(room={"phase": "lobby", "race": race}) | {"room": room_of("lobby", race)}


def room_of(phase: str, race: str = "RACE") -> dict[str, Any]:
    last = "RACE" if phase == "finished" or race != "RACE" else None
    state: dict[str, Any] = snapshot(room={"phase": phase, "race": race, "last_race": last})["room"]
    return state | {"members": ALONE}


def finished() -> dict[str, Any]:
    return snapshot(results=RESULTS) | {"room": room_of("finished")}


async def play_alone(page: Page, then: list[dict[str, Any]]) -> Server:
    """From the home page into a room of one's own, which answers with `then`."""
    server = await Server(page, lambda: then).start()
    await page.get_by_role("button", name="Play alone").click()
    await page.get_by_role("dialog").get_by_text("Beginner", exact=True).click()
    await server.hears("create")
    server.say({"t": "created", "room": "KLMNPQRS"})
    await page.wait_for_url("**/?r=KLMNPQRS")
    return server


async def test_the_race_starts_as_soon_as_there_is_a_lobby(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await play_alone(page, [lobby()])
    await server.hears("start")
    assert server.told[-2:] == STARTS


async def test_again_starts_the_next_one_at_once_after_a_reload_too(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await play_alone(page, [finished()])
    await page.reload()
    await page.get_by_role("button", name="Play again").click()
    await server.hears("rematch")
    server.say({"t": "room", "room": room_of("lobby", "NEXT")})
    await server.hears("start")
    assert server.told[-2:] == STARTS


async def test_back_to_the_lobby_stays_there(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await play_alone(page, [finished()])
    await page.reload()
    await page.get_by_role("button", name="Back to the lobby").click()
    await server.hears("rematch")
    server.say({"t": "room", "room": room_of("lobby", "NEXT")})
    await expect(page.get_by_role("button", name="I’m ready")).to_be_visible()
    server.say({"t": "room", "room": room_of("lobby", "NEXT") | {"locked": True}})
    await expect(page.get_by_text("The room is locked")).to_be_visible()
    assert "start" not in [message["t"] for message in server.told]


async def test_after_a_break_it_is_asked_for_again(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await play_alone(page, [lobby()])
    await server.hears("start")
    await server.sockets[-1].close(code=1012)
    await server.hears("start", times=2)
    assert server.told[-2:] == STARTS


async def test_another_room_is_not_started_by_itself(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await play_alone(page, [lobby()])
    await server.hears("start")
    other = lobby()
    other["room"] = other["room"] | {"code": "LMNPQRST"}
    server.then = lambda: [other]
    await page.goto(f"{page.url.partition('?')[0]}?r=LMNPQRST")
    await expect(page.get_by_role("button", name="I’m ready")).to_be_visible()
    server.say({"t": "room", "room": other["room"] | {"locked": True}})
    await expect(page.get_by_text("The room is locked")).to_be_visible()
    assert [message["t"] for message in server.told].count("start") == 1

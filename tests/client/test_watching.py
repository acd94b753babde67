"""Who watches a race: the countdown and the pause, their place in the next race, their results."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import (
    INDEX,
    PICTURE,
    RESULTS,
    STANDINGS,
    TWO,
    Server,
    join,
    racing,
    snapshot,
)

pytestmark = pytest.mark.browser
WIDE = {"viewport": {"width": 1280, "height": 900}}
NARROW = {"viewport": {"width": 390, "height": 844}}


def members(*, watching: bool) -> dict[str, Any]:
    """A room that a third one has come into, to watch or in mid race."""
    al = TWO[0] | {"player": "AL", "name": "Al"}
    me = TWO[0] | {"colour": 2, "watching": watching, "ready": False}
    return {"members": [al, TWO[1], me], "owner": "AL", "host": "AL"}


def rows(of: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with somebody else in the viewer's place."""
    return [row | {"player": "AL", "name": "Al"} if row["player"] == "ME" else row for row in of]


async def watch(page: Page, *, watching: bool = True, **changes: Any) -> Server:
    seen = racing() | {"racers": ["AL", "BO"], "standings": rows(STANDINGS), "own": None} | changes
    said = snapshot(view=seen)
    said["room"] |= members(watching=watching) | {"phase": seen["phase"]}
    server = await Server(page, lambda: [said]).start()
    await join(page)
    await expect(page.locator(".race")).to_be_visible()
    return server


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("paused", [False, True], ids=["countdown", "pause"])
async def test_countdown_and_pause_are_above_the_lanes(
    open_page: OpenPage, size: dict[str, Any], *, paused: bool
) -> None:
    page = await open_page(INDEX, files=PICTURE, **size)
    if paused:
        await watch(page, paused=True, wanting_pause=["AL", "BO"])
        shown = page.get_by_role("heading", name="Paused")
    else:
        await watch(page, phase="countdown", go_in_ms=60_000)
        shown = page.locator(".cover-digit")
    await expect(shown).to_be_visible()
    parts = [".cover", ".cover > :visible", ".lanes"]
    cover, first, lanes = [await page.locator(part).first.bounding_box() for part in parts]
    assert cover is not None
    assert first is not None
    assert lanes is not None
    assert cover["y"] <= first["y"]
    assert cover["y"] + cover["height"] <= lanes["y"]


@pytest.mark.parametrize("watching", [True, False], ids=["chosen", "came late"])
async def test_a_seat_in_the_next_race_is_promised_to_who_has_one(
    open_page: OpenPage, *, watching: bool
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await watch(page, watching=watching)
    told = page.locator(".banner")
    await expect(told).to_contain_text("You are watching.")
    await (expect(told).not_to_contain_text if watching else expect(told).to_contain_text)("next")


async def test_results_offer_no_seat_and_no_own_board(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    said = snapshot(results=RESULTS | {"rows": rows(RESULTS["rows"])})
    said["room"] |= members(watching=True) | {"phase": "finished", "last_race": "RACE"}
    server = await Server(page, lambda: [said]).start()
    await join(page)
    await expect(page.get_by_role("heading", name="The board", exact=True)).to_be_visible()
    await expect(page.get_by_role("region", name="The board", exact=True)).to_be_visible()
    await expect(page.get_by_role("button", name="rematch")).to_have_count(0)
    await expect(page.get_by_role("button", name="Back to the lobby")).to_be_focused()
    server.say({"t": "room", "room": said["room"] | {"phase": "lobby"}})
    await expect(page.locator(".wishes")).to_be_visible()
    await expect(page.get_by_role("button", name="rematch")).to_have_count(0)

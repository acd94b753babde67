"""A background tab tells of the start; what is left is said; the gap to the one ahead is told."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, STANDINGS, Server, join, racing, snapshot
from tests.client.test_store import view

pytestmark = pytest.mark.browser

HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


async def entered(open_page: OpenPage, state: dict[str, Any]) -> tuple[Page, Server]:
    """A page whose seconds pass when a test says so: each is shown for one second alone."""
    page = await open_page(INDEX, files=PICTURE, clock=True)
    server = await Server(page, lambda: [state]).start()
    await join(page)
    await expect(page.locator("main > .race")).to_be_visible()
    return page, server


async def test_the_title_counts_down_and_calls_a_tab_in_the_background(
    open_page: OpenPage,
) -> None:
    counting = view(phase="countdown", go_in_ms=60_000, racers=["ME"], standings=STANDINGS[:1])
    page, server = await entered(open_page, snapshot(view=counting))
    await expect(page).to_have_title("Starts in 60 s · Race · Démineur")
    icon = page.locator("link[rel=icon]")
    await expect(icon).to_have_attribute("href", "./icon-calling.svg")
    await page.clock.run_for(1_100)
    await expect(page).to_have_title("Starts in 59 s · Race · Démineur")
    await page.evaluate(HIDE, True)
    server.say({"t": "go", "race": "RACE", "cells": []})
    await expect(page).to_have_title("GO! · Race · Démineur")
    await page.evaluate(HIDE, False)
    await expect(page).to_have_title("Race · Démineur")
    await expect(icon).to_have_attribute("href", "./icon.svg")


async def test_r11_what_is_left_is_seen_and_said(open_page: OpenPage) -> None:
    page, server = await entered(open_page, snapshot(view=racing()))
    finished = {**STANDINGS[1], "place": 1, "outcome": "cleared", "time_ms": 9_000, "progress": 100}
    ended = {"t": "ended", "race": "RACE", "standing": finished}
    timer = page.get_by_role("timer")
    server.say({**ended, "elapsed_ms": 9_000, "cutoff_in_ms": 90_000})
    await expect(timer).to_have_text("0:09.0")
    await page.clock.run_for(50)
    await expect(page.locator(".hud-cutoff")).to_contain_text("1:30")
    said = page.locator(".sr[role=status]").filter(has_text="90 seconds left.")
    await expect(said).to_have_count(1)
    assert await page.locator(".hud-cutoff").get_attribute("data-hurry") is None
    server.say({**ended, "elapsed_ms": 88_000, "cutoff_in_ms": 10_900})
    await expect(timer).to_have_text("1:28.0")
    await page.clock.run_for(1_000)
    await expect(page.locator(".sr[role=alert]")).to_have_text("10 seconds left.")
    await expect(page.locator(".hud-cutoff")).to_have_attribute("data-hurry", "true")


GAPS = """async (rows) => {
  const { gapOf } = await import('/src/selectors.js');
  return gapOf({ me: { player: 'ME' }, race: { standings: rows } });
}"""


def row(player: str, place: int, progress: int, time_ms: int | None = None) -> dict[str, Any]:
    outcome = "cleared" if time_ms is not None else None
    return {
        "player": player, "place": place, "progress": progress,
        "outcome": outcome, "time_ms": time_ms,
    }  # fmt: skip


async def test_the_gap_to_the_one_ahead(open_page: OpenPage) -> None:
    page = await open_page()

    async def gap(*rows: dict[str, Any]) -> Any:
        return await page.evaluate(GAPS, list(rows))

    first, mine = row("BO", 1, 100, 9_000), row("ME", 2, 100, 9_750)
    assert await gap(first, mine) == {"player": "BO", "ahead": False, "ms": 750, "percent": 0}
    won = row("ME", 1, 100, 9_000)
    second = row("BO", 2, 100, 9_100)
    assert await gap(won, second) == {"player": "BO", "ahead": True, "ms": 100, "percent": 0}
    assert await gap(won, row("BO", 2, 60)) is None
    out = {**row("ME", 2, 40), "outcome": "out", "time_ms": 5_000}
    assert await gap(row("BO", 1, 60), out) == {
        "player": "BO", "ahead": False, "ms": None, "percent": 20,
    }  # fmt: skip
    assert await gap(row("BO", 1, 60), row("ME", 2, 40)) is None
    assert await gap(won) is None

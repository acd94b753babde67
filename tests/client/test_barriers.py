"""Nobody is kept out: axe finds nothing, right-to-left mirrors all but board and clock."""

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from axe_playwright_python.base import AxeResults
from playwright.async_api import Page, expect

from tests.client.catalogues import LANGUAGES
from tests.client.conftest import ORIGIN, OpenPage
from tests.client.screens import FILES, PLAYER, ROOM
from tests.client.scripted import (
    INDEX,
    OVERFLOW,
    PHONE,
    PICTURE,
    RESULTS,
    Server,
    join,
    racing,
    snapshot,
)

pytestmark = pytest.mark.browser


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


PAGES = ("?v=best", f"?r={ROOM}&v=board", f"?p={PLAYER}", f"?race={PLAYER}")


OF_COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"], "resultTypes": ["violations"]}
"""What can be different in the dark: a scheme changes colours and nothing else of the page."""


SETTLED = """() => {
  const onTheirWay = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
  for (let found = onTheirWay(); found.length > 0; found = onTheirWay())
    for (const one of found) one.finish();
}"""
"""Colours that are on their way to others are neither's, so they arrive at once."""

FOUND = """async (options) =>
  ({ ...await axe.run(options), passes: [], incomplete: [], inapplicable: [] })"""
"""What is wrong, and of what is right nothing: it would take longer on its way than to find."""


async def find_none(page: Page, options: dict[str, Any]) -> None:
    await page.evaluate(SETTLED)
    found = AxeResults(await page.evaluate(FOUND, options))
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_barrier_is_found(open_page: OpenPage, language: str) -> None:
    """Every screen and the dialogs of the first one, light and dark."""
    page = await open_page(INDEX, files=FILES, reduced_motion="reduce", locale=language)
    axe = Axe().axe_script

    async def look(shown: str) -> None:
        await expect(page.locator(shown).first).to_be_visible()
        assert await page.evaluate("document.documentElement.lang") == language
        if not await page.evaluate("'axe' in window"):
            await page.evaluate(axe)
        await find_none(page, {"resultTypes": ["violations"]})
        await page.emulate_media(color_scheme="dark")
        await find_none(page, OF_COLOURS)
        await page.emulate_media(color_scheme="light")

    await look("main .home")
    for opens in (".home-play .primary", ".bar > button"):
        await page.locator(opens).click()
        await look("dialog[open]")
        await page.locator("dialog[open] .dialog-head button").click()
        await expect(page.locator("dialog")).to_have_count(0)
    await page.locator('main a[href="./?v=rules"]').click()
    await look("main .rule")
    for address in PAGES:
        await page.goto(f"{ORIGIN}/{address}")
        await look("main table")
    await page.goto(f"{ORIGIN}/?replay={PLAYER}&t=4000")
    await look("main .replay-foot")
    await page.goto(f"{ORIGIN}/?insight={PLAYER}")
    await look("main .insight-moment")
    await page.goto(f"{ORIGIN}/?r=NOWHERE")
    await look("main .problem")
    await page.evaluate("localStorage.setItem('demineur:/:name', 'Ada')")
    shown = dict(SCREENS["lobby"])
    await Server(page, lambda: [snapshot(**shown)]).start()
    for screen, state in SCREENS.items():
        shown = state
        await page.goto(f"{ORIGIN}/?r=BCDFGHJK")
        await look(f"main .{screen}")

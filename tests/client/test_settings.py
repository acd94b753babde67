"""The settings dialog: every choice is kept, holds at once, and goes back to the defaults."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, Server, join, racing, snapshot

pytestmark = pytest.mark.browser

CHOSEN = {
    "theme": "dark", "hand": "left", "digits": "distinct", "hold": 600, "swap": True,
    "vibration": False, "sound": True, "coordinates": False,
}  # fmt: skip
SWITCHES = {
    "swap": "Swap tap and hold", "vibration": "Vibration", "sound": "Sound",
    "coordinates": "Row and column in cell names",
}  # fmt: skip
STORED = "JSON.parse(localStorage.getItem('demineur:/:preferences') ?? '{}')"


async def opened(page: Page) -> Locator:
    await page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    await expect(dialog).to_be_visible()
    return dialog


async def choose_everything(dialog: Locator) -> None:
    for name in ("Dark", "Left side", "Distinct"):
        await dialog.get_by_role("radio", name=name).check(force=True)
    for name in SWITCHES.values():
        await dialog.get_by_role("switch", name=name).click()
    await dialog.get_by_role("slider", name="Long press").fill("600")


async def shown(dialog: Locator) -> dict[str, Any]:
    """What the dialog's controls say."""
    checked = dialog.locator("[type=radio]:checked")
    theme, hand, digits = [await one.input_value() for one in await checked.all()]
    switches = {
        key: await dialog.get_by_role("switch", name=name).is_checked()
        for key, name in SWITCHES.items()
    }
    hold = int(await dialog.get_by_role("slider", name="Long press").input_value())
    return {"theme": theme, "hand": hand, "digits": digits, "hold": hold, **switches}


async def test_every_choice_is_kept_and_can_be_reset(open_page: OpenPage) -> None:
    page = await open_page(INDEX)
    root = page.locator("html")
    dialog = await opened(page)
    first = await shown(dialog)
    await choose_everything(dialog)
    assert await shown(dialog) == CHOSEN
    assert all(first[key] != value for key, value in CHOSEN.items())
    await page.reload()
    await expect(root).to_have_attribute("data-theme", "dark")
    await expect(root).to_have_attribute("data-digits", "distinct")
    dialog = await opened(page)
    assert await shown(dialog) == CHOSEN

    await dialog.get_by_role("button", name="Reset to defaults").click()
    await expect(page.get_by_role("dialog")).to_have_count(1)
    await expect(page.get_by_text("The settings are as they were at first.")).to_be_visible()
    assert await shown(page.get_by_role("dialog")) == first
    await expect(root).not_to_have_attribute("data-theme", "dark")
    await expect(root).not_to_have_attribute("data-digits", "distinct")
    stored = await page.evaluate(STORED)
    assert {key: stored[key] for key in first} == first


async def test_a_reset_keeps_what_was_never_chosen_there(open_page: OpenPage) -> None:
    page = await open_page()
    kept = await page.evaluate(
        """async () => {
          const { DEFAULTS, resetOf } = await import('/src/preferences.js');
          return resetOf({ ...DEFAULTS, hold: 700, level: 'expert', introduced: true });
        }"""
    )
    assert (kept["hold"], kept["level"], kept["introduced"]) == (350, "expert", True)


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
async def test_the_flag_switch_changes_hands_in_a_race(open_page: OpenPage, direction: str) -> None:
    page = await open_page(INDEX, files=PICTURE, viewport={"width": 412, "height": 839})
    await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    flag = page.get_by_role("button", name="Flag mode")
    await expect(flag).to_be_visible()
    await page.evaluate("(dir) => { document.documentElement.dir = dir; }", direction)
    right = {}
    for hand in ("Right side", "Left side"):
        await page.get_by_role("button", name="Menu").click()
        await page.get_by_role("dialog").get_by_role("button", name="Settings").click()
        dialog = page.get_by_role("dialog", name="Settings")
        await dialog.get_by_role("radio", name=hand).check(force=True)
        await dialog.get_by_role("button", name="Close").click()
        box = await flag.bounding_box()
        assert box is not None
        right[hand] = box["x"] > 206
    assert right == {"Right side": True, "Left side": False}


async def test_cell_names_without_row_and_column(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    dialog = await opened(page)
    await dialog.get_by_role("switch", name=SWITCHES["coordinates"]).click()
    await dialog.get_by_role("button", name="Close").click()
    # It has a field of the same name as the first page, and goes a moment after it has closed.
    await expect(page.locator("#settings-name")).to_have_count(0)
    await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    await expect(page.locator('[data-c="8"]')).to_have_attribute("aria-label", "hidden")

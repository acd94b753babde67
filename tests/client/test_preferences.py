"""What a device remembers; anything odd in storage falls back to its default."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX

pytestmark = pytest.mark.browser


async def parsed(page: Page, text: str | None) -> dict[str, Any]:
    value: dict[str, Any] = await page.evaluate(
        "async (text) => (await import('/src/preferences.js')).parsePreferences(text)", text
    )
    return value


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "null",
        "{broken",
        '{"theme": "pink", "hold": "x", "hand": 3, "digits": "none", "swap": "yes"}',
    ],
)
async def test_odd_storage_is_as_good_as_none(open_page: OpenPage, text: str | None) -> None:
    page = await open_page()
    assert await parsed(page, text) == await page.evaluate(
        "async () => ({ ...(await import('/src/preferences.js')).DEFAULTS })"
    )


@pytest.mark.parametrize(("hold", "kept"), [(150, 150), (500, 500), (1, 150), (9999, 800)])
async def test_the_hold_time_has_bounds(open_page: OpenPage, hold: int, kept: int) -> None:
    page = await open_page()
    assert (await parsed(page, f'{{"hold": {hold}}}'))["hold"] == kept


async def test_choices_hold_at_once_and_after_a_reload(open_page: OpenPage) -> None:
    page = await open_page(INDEX)
    root = page.locator("html")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("radio", name="Dark").check(force=True)
    await page.get_by_role("switch", name="Sound").check()
    await page.get_by_role("dialog").get_by_label("Your name").fill("Ada")
    await page.get_by_role("button", name="Close").click()
    await expect(root).to_have_attribute("data-theme", "dark")
    await page.reload()
    await expect(root).to_have_attribute("data-theme", "dark")
    await expect(page.get_by_label("Your name")).to_have_value("Ada")
    stored = await page.evaluate("localStorage.getItem('demineur:/:preferences')")
    assert '"sound":true' in stored

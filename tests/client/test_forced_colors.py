"""Forced colours: what is chosen, on, one's own or filled can still be told from what is not."""

import pytest
from playwright.async_api import Locator, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, Server, join, racing, snapshot

pytestmark = pytest.mark.browser
LOOK = """(one) => {
  const { backgroundColor, borderBlockEndColor, outlineStyle } = getComputedStyle(one);
  return [backgroundColor, borderBlockEndColor, outlineStyle].join(' ');
}"""


async def differ(one: Locator, other: Locator) -> bool:
    await expect(one).to_be_visible()
    return bool(await one.evaluate(LOOK) != await other.evaluate(LOOK))


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_what_is_chosen_can_be_seen_without_backgrounds(
    open_page: OpenPage, scheme: str
) -> None:
    page = await open_page(
        INDEX, files=PICTURE, forced_colors="active", color_scheme=scheme, reduced_motion="reduce"
    )
    await page.get_by_role("button", name="Settings").click()
    dialog = page.get_by_role("dialog")
    chosen = dialog.locator(".segments label:has(:checked)").first
    assert await differ(chosen, dialog.locator(".segments label:not(:has(:checked))").first)
    on = dialog.get_by_role("switch", checked=True).first
    assert await differ(on, dialog.get_by_role("switch", checked=False).first)
    await dialog.get_by_role("button", name="Close").click()
    await page.get_by_role("button", name="Play with friends").click()
    card = dialog.locator(".level-card:has(:checked)")
    assert await differ(card, dialog.locator(".level-card:not(:has(:checked))").first)


async def test_the_race_can_be_seen_without_backgrounds(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, forced_colors="active", reduced_motion="reduce")
    await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    assert await differ(page.locator(".lane[data-me]"), page.locator(".lane:not([data-me])"))
    flag = page.get_by_role("button", name="Flag mode")
    before = await flag.evaluate(LOOK)
    await flag.click()
    await expect(flag).to_have_attribute("aria-pressed", "true")
    assert await flag.evaluate(LOOK) != before
    bar = page.locator(".lane-bar").first
    edge = await bar.evaluate("(one) => getComputedStyle(one).borderBlockEndWidth")
    assert edge == "1px"

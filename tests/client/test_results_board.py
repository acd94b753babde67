"""One's own board after a race: what was wrong is crossed out and told in words (R6)."""

import pytest
from playwright.async_api import expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, RESULTS, STANDINGS, Server, join, snapshot
from tests.client.test_store import view

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("grid", "wrong"), [("FF.......", 2), ("........F", 0)])
async def test_wrong_flags_are_told_in_words(open_page: OpenPage, grid: str, wrong: int) -> None:
    page = await open_page(INDEX, files=PICTURE)
    raced = view(racers=["ME", "BO"], standings=STANDINGS, own={"grid": grid})
    server = await Server(page, lambda: [snapshot(view=raced)]).start()
    await join(page)
    await expect(page.locator('[data-s="flag"]')).to_have_count(max(wrong, 1))
    server.say({"t": "results", **RESULTS})
    told = page.get_by_text("flags were wrong")
    await expect(page.get_by_role("heading", name="You won in")).to_be_visible()
    await expect(page.locator('.results [data-s="wrong"]')).to_have_count(wrong)
    await expect(told).to_be_visible(visible=wrong > 0)
    if wrong:
        await expect(told).to_have_text(
            "2 flags were wrong: there is no mine under those crossed out."
        )

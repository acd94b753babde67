"""The scale of time: it stands while it is held, and goes on wherever it is let go."""

import pytest
from playwright.async_api import expect

from tests.client.conftest import OpenPage
from tests.client.test_replay import time_of, watching

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("away", [0, 300], ids=["on the scale", "beside it"])
async def test_the_replay_goes_on_when_the_scale_is_let_go(open_page: OpenPage, away: int) -> None:
    page = await watching(open_page, clock=True, reduced_motion="no-preference")
    pause = page.get_by_role("button", name="Pause", exact=True)
    while not await pause.is_visible():
        await page.clock.run_for(20)
    scale = await page.get_by_label("Race time").bounding_box()
    assert scale is not None
    x, y = scale["x"] + scale["width"] / 3, scale["y"] + scale["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    held = await time_of(page)
    await page.clock.run_for(500)
    assert await time_of(page) == held
    await page.mouse.move(x, y - away)
    await page.mouse.up()
    before = await time_of(page)
    await page.clock.run_for(500)
    assert await time_of(page) > before
    await expect(pause).to_be_visible()

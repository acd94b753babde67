"""Ghosts that were not read whole are asked for again; what cannot be shared is copied."""

import pytest
from playwright.async_api import expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX
from tests.client.test_ghosts import FILES, PAST, gone, racing, state

pytestmark = pytest.mark.browser
SHARING = """(fault) => {
    window.copied = '';
    navigator.share = () => Promise.reject(new DOMException('', fault));
    document.execCommand = () => { window.copied = document.activeElement.value; return true; };
}"""


async def test_a_failure_that_passes_does_not_last(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    await page.route("**/replay", gone, times=1)
    server = await racing(page)
    await expect(page.locator(".ghost progress")).to_have_count(0)
    following = state(race="NEXT", phase="countdown", go_in_ms=3000)
    following["room"] |= {"race": "NEXT", "phase": "countdown"}
    server.say({"t": "room", "room": following["room"]})
    server.say({"t": "countdown", "view": following["view"]})
    await expect(page.locator(".ghost progress")).to_have_count(3)


@pytest.mark.parametrize(
    ("fault", "copied"),
    [("NotAllowedError", f"{ORIGIN}/?challenge={PAST}"), ("AbortError", "")],
    ids=["refused", "called off"],
)
async def test_what_the_device_will_not_share_is_copied(
    open_page: OpenPage, fault: str, copied: str
) -> None:
    page = await open_page(INDEX, files=FILES)
    await page.add_init_script("navigator.share = () => {};")
    await page.goto(f"{ORIGIN}/?race={PAST}")
    await page.evaluate(SHARING, fault)
    await page.get_by_role("button", name="Challenge friends").click()
    toast = page.get_by_text("The link to the challenge is copied.")
    await expect(toast.first).to_be_visible(visible=copied != "")
    assert await page.evaluate("window.copied") == copied

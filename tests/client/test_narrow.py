"""G14: a small phone has room for every page with figures, in every language."""

import pytest
from playwright.async_api import expect

from tests.client.catalogues import LANGUAGES
from tests.client.conftest import ORIGIN, OpenPage
from tests.client.screens import FILES, PLAYER
from tests.client.scripted import INDEX, OVERFLOW, PHONE, PICTURE, Server, snapshot

pytestmark = pytest.mark.browser
CUT_OFF = """() => [...document.querySelectorAll('main :is(a, button, select, h1, .card)')]
    .filter((one) => one.checkVisibility() && !one.closest('.table-scroll'))
    .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < 0 || right > innerWidth;
    })
    .map((one) => one.className || one.tagName)"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [640, 860])
async def test_g14_the_head_of_a_lobby_is_one_line(
    open_page: OpenPage, language: str, width: int
) -> None:
    size = {"viewport": {"width": width, "height": 450}}
    page = await open_page(INDEX, files=PICTURE, locale=language, **size)
    await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await page.evaluate("localStorage.setItem('demineur:/:name', 'Ada')")
    await page.goto(f"{ORIGIN}/?r=BCDFGHJK")
    head = page.locator(".lobby .page-head")
    await expect(head).to_be_visible()
    tall = await head.evaluate("(head) => [head, ...head.children].map((one) => one.offsetHeight)")
    assert tall[0] == max(tall[1:])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_g14_nothing_is_cut_off(open_page: OpenPage, language: str) -> None:
    page = await open_page(INDEX, files=FILES, locale=language, **PHONE)
    for address, shown in (
        (f"?p={PLAYER}", ".figures"),
        (f"?replay={PLAYER}&t=999999", ".replay-foot"),
        (f"?race={PLAYER}", "table"),
        (f"?challenge={PLAYER}", ".ghost-table"),
    ):
        await page.goto(f"{ORIGIN}/{address}")
        await expect(page.locator(f"main {shown}").first).to_be_visible()
        assert await page.evaluate(OVERFLOW) == 0, address
        assert await page.evaluate(CUT_OFF) == [], address

"""Who presses twice while something is on its way asks once, and sees that it goes on."""

import pytest
from playwright.async_api import Locator, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, Server, held
from tests.client.test_settings import opened

pytestmark = pytest.mark.browser

CODE = {"t": "recovery_code", "code": "BCDF-GHJK-LMNP-QRST-VWXZ"}
LINES = "(code) => code.getClientRects().length"


async def identity(open_page: OpenPage) -> tuple[Server, Locator]:
    """The part of the settings about who one is, of a known player."""
    page = await open_page(INDEX, files=PICTURE)
    await page.evaluate("localStorage.setItem('demineur:/:token', 'T')")
    await page.reload()
    server = await Server(page, list).start()
    fold = (await opened(page)).locator(".identity")
    await fold.locator("summary").click()
    return server, fold


async def test_a_code_is_asked_for_once_and_shown_once(open_page: OpenPage) -> None:
    server, fold = await identity(open_page)
    move = fold.get_by_role("button", name="Move to another device")
    for again in (1, 2):
        await move.dblclick()
        await expect(move).to_have_attribute("aria-busy", "true")
        await server.hears("recovery", again)
        server.say(CODE)
        dialog = server.page.get_by_role("dialog", name="Move to another device")
        await expect(dialog).to_have_count(1)
        await expect(dialog).to_contain_text(CODE["code"])
        assert await dialog.locator(".recovery-code").evaluate(LINES) == 1
        await expect(move).not_to_have_attribute("aria-busy", "true")
        await server.page.keyboard.press("Escape")
        await expect(dialog).to_have_count(0)
        assert [one["t"] for one in server.told].count("hello") == again


async def test_a_code_is_used_once(open_page: OpenPage) -> None:
    server, fold = await identity(open_page)
    server.silent = True
    await fold.get_by_role("button", name="I have a code").click()
    field = server.page.get_by_label("Code from your other device")
    await field.fill(CODE["code"])
    await field.press("Enter")
    await field.press("Enter")
    await server.hears("hello")
    send = server.page.get_by_role("button", name="Go on as this player")
    await expect(send).to_have_attribute("aria-busy", "true")
    server.say({"t": "rejected", "code": "recovery_invalid", "re": "hello", "n": None})
    await expect(server.page.get_by_role("alert").filter(has_text="code")).to_be_visible()
    assert len(server.told) == 1
    await field.press("Enter")
    await server.hears("hello", 2)


async def test_settings_that_come_late_open_where_they_are_asked_for_again(
    open_page: OpenPage,
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    let_go = await held(page, "**/views/settings.js")
    settings = page.get_by_role("button", name="Settings")
    async with page.expect_request("**/views/settings.js"):
        await settings.click()
    await page.get_by_role("link", name="How to play").first.click()
    await expect(page.get_by_role("heading", name="How to play")).to_be_visible()
    await settings.click()
    let_go()
    await expect(page.get_by_role("dialog", name="Settings")).to_have_count(1)
    await expect(page.get_by_role("dialog", name="Settings")).to_be_visible()

"""One player, two devices, and a goodbye for good: recovery code and deletion in the page (R16)."""

import asyncio

import pytest
from playwright.async_api import Locator, Page, expect

from server.app import App
from server.records import Append
from tests.browser.conftest import NewPlayer
from tests.browser.driving import Player
from tests.store.played import play_out

pytestmark = pytest.mark.browser

RACE = "BCDFGHJKLM"


async def own_settings(page: Page) -> Locator:
    """The part of the settings about who somebody is, unfolded."""
    await page.get_by_role("button", name="Settings").click()
    fold = page.locator("details.identity")
    await fold.locator("summary").click()
    return fold


async def cleared_once(app: App, player: Player, link: str) -> None:
    """A race of this player, played somewhere else meanwhile."""
    stored = asyncio.Event()
    room = link.partition("r=")[2]
    events = tuple(play_out(RACE, "beginner", [player.player], seed=1))
    app.recorder.append([Append(room=room, race=RACE, seq=0, events=events)], stored.set)
    await stored.wait()


async def test_r16_a_code_makes_another_device_the_same_player(
    app: App, new_player: NewPlayer
) -> None:
    ada, phone = await new_player("Ada"), await new_player("Adas phone", phone=True)
    link = await ada.create_room(app.url)
    await cleared_once(app, ada, link)
    fold = await own_settings(ada.page)
    await fold.get_by_role("button", name="Move to another device").click()
    shown = ada.page.locator(".recovery-code")
    code = await shown.inner_text()
    assert len(code.replace("-", "")) == 20

    await phone.page.goto(app.url)
    fold = await own_settings(phone.page)
    await expect(fold.get_by_role("button", name="Delete my data")).to_have_count(0)
    await fold.get_by_role("button", name="I have a code").click()
    field = phone.page.get_by_label("Code from your other device")
    await field.fill("BCDF GHJK")
    await field.press("Enter")
    await expect(phone.page.get_by_role("alert").get_by_text("no such code")).to_be_visible()
    await field.fill(code.lower().replace("-", " "))
    async with phone.page.expect_navigation():
        await field.press("Enter")
    await expect(phone.page.get_by_label("Your name")).to_have_value("Ada")

    await phone.page.goto(link)
    await expect(phone.member("Ada")).to_be_visible()
    await expect(phone.page.locator(".member")).to_have_count(1)
    assert phone.player == ada.player
    await expect(ada.heading("Opened in another tab")).to_be_visible()
    await phone.page.goto(f"{app.url}?p={phone.player}")
    await expect(phone.heading("Ada")).to_be_visible()
    by_level = phone.page.get_by_role("region", name="By level")
    await expect(by_level.get_by_text("10.000")).to_be_visible()


async def test_r16_who_deletes_their_data_is_nobody(app: App, new_player: NewPlayer) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo")
    link = await ada.create_room(app.url)
    await bo.join(link)
    await expect(ada.member("Bo")).to_be_visible()
    await cleared_once(app, bo, link)
    player = bo.player
    fold = await own_settings(bo.page)
    await fold.get_by_role("button", name="Delete my data").click()
    await bo.button("Cancel").click()
    await expect(ada.member("Bo")).to_be_visible()

    fold = await own_settings(bo.page)
    await fold.get_by_role("button", name="Delete my data").click()
    await bo.button("Delete for good").click()
    await expect(bo.page.get_by_text("All your data is deleted.")).to_be_visible()
    await expect(bo.button("Play with friends")).to_be_visible()
    await expect(bo.page.get_by_label("Your name")).to_have_value("")
    await expect(ada.member("Bo")).to_have_count(0)
    assert await app.store.player(player) is None
    assert await app.store.leaderboard(link.partition("r=")[2]) == []
    await bo.page.goto(f"{app.url}?race={RACE}")
    await expect(bo.heading("Deleted player wins")).to_be_visible()
    await expect(
        bo.page.get_by_role("row", name="Deleted player").get_by_role("link")
    ).to_have_count(0)


async def test_who_is_deleted_in_one_tab_is_told_in_the_other(
    app: App, new_player: NewPlayer
) -> None:
    bo = await new_player("Bo")
    await bo.create_room(app.url)
    other = await new_player("Bo", context=bo.page.context)
    await other.page.goto(app.url)
    fold = await own_settings(other.page)
    await fold.get_by_role("button", name="Delete my data").click()
    await other.button("Delete for good").click()
    await expect(bo.heading("Your data is deleted")).to_be_visible()
    kept: list[str] = await bo.page.evaluate("Object.keys(localStorage)")
    assert [key for key in kept if key.endswith(("token", "name"))] == []

"""A room that its host opens to everybody, found on the first page; reactions; a profile."""

import asyncio

import pytest
from playwright.async_api import expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in

pytestmark = pytest.mark.browser


async def test_strangers_meet_in_a_public_room_race_and_cheer(
    app: App, new_player: NewPlayer
) -> None:
    """R15: unlisted until the host publishes it; R6: a reaction tells nothing of the board."""
    ada, bo = await new_player("Ada"), await new_player("Bo", phone=True)
    link = await ada.create_room(app.url)
    await bo.page.goto(app.url)
    await expect(bo.page.get_by_text("No room is open to everyone right now")).to_be_visible()
    await ada.button("Make public").click()
    await expect(ada.page.get_by_text("A public room")).to_be_visible()

    await bo.page.reload()
    room = bo.page.get_by_role("link", name="Beginner")
    await expect(room).to_contain_text("Ada")
    await expect(room).to_contain_text("1 player")
    await bo.page.get_by_label("Your name").fill("Bo")
    await bo.press(room)
    await expect(ada.member("Bo")).to_be_visible()
    assert bo.page.url == link

    await asyncio.gather(ada.get_ready(), bo.get_ready())
    await ada.start()
    await asyncio.gather(ada.see_go(), bo.see_go())
    await bo.press(bo.button("React"))
    await bo.press(bo.button("Come on!"))
    await expect(ada.lane("Bo").locator("[data-kind=hurry]")).to_be_visible()
    await expect(bo.lane("Bo").locator("[data-kind=hurry]")).to_be_visible()
    await expect(ada.page.get_by_role("status").filter(has_text="Come on!")).to_have_count(1)

    steps = (await course_in(app.store, link)).steps()
    await asyncio.gather(ada.make(steps), bo.make(steps))
    for player in (ada, bo):
        await expect(player.page.get_by_role("table")).to_be_visible()
    await ada.button("Well done!").click()
    await expect(bo.page.locator(".bubbles [data-kind=bravo]")).to_be_visible()

    await bo.press(bo.page.get_by_role("link", name="Bo", exact=True))
    await expect(bo.page.get_by_role("img", name="1 cleared board")).to_be_visible()
    newest = bo.page.get_by_role("table", name="Newest races")
    await expect(newest.get_by_role("row")).to_have_count(2)
    assert link.partition("r=")[2] not in await bo.page.content()
    await bo.press(newest.locator("a:not(.replay-link)"))
    await expect(bo.page.get_by_role("table", name="Results of the race")).to_be_visible()

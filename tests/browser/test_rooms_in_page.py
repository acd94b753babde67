"""Rooms as their pages show them: ways in, the host's powers, watching, second tabs."""

import asyncio

import pytest
from playwright.async_api import expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in
from tests.browser.driving import race

pytestmark = pytest.mark.browser


async def test_an_unknown_room_is_told_with_a_way_on(app: App, new_player: NewPlayer) -> None:
    ada = await new_player("Ada")
    await ada.page.goto(f"{app.url}?r=BCDFGHJK")
    await ada.page.get_by_label("Your name").fill("Ada")
    await ada.button("Join").click()
    await expect(ada.heading("There is no such room")).to_be_visible()
    await expect(ada.page.get_by_text("BCDF GHJK")).to_be_visible()
    await ada.button("Create a room").click()
    await ada.page.get_by_role("dialog").get_by_role("button", name="Create room").click()
    await expect(ada.member("Ada")).to_be_visible()


async def test_a_code_is_read_in_any_form(app: App, new_player: NewPlayer) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo")
    code = (await ada.create_room(app.url)).partition("r=")[2]
    await bo.page.goto(app.url)
    await bo.page.get_by_label("Your name").fill("Bo")
    field = bo.page.get_by_label("Room code")
    await field.fill("nonsense")
    await field.press("Enter")
    await expect(bo.page.get_by_role("alert").get_by_text("eight letters")).to_be_visible()
    await field.fill(f" {code[:4].lower()}-{code[4:].lower()}")
    await field.press("Enter")
    await expect(bo.member("Ada")).to_be_visible()


async def test_a_name_that_is_taken_is_asked_for_again(app: App, new_player: NewPlayer) -> None:
    ada, bo = await new_player("Ada"), await new_player("aDA ")
    link = await ada.create_room(app.url)
    await bo.join(link)
    await expect(bo.page.get_by_role("alert").get_by_text("Choose another")).to_be_visible()
    name = bo.page.get_by_label("Your name")
    await expect(name).to_have_attribute("aria-invalid", "true")
    await name.fill("Bo")
    await bo.button("Join").click()
    await expect(ada.member("Bo")).to_be_visible()
    await expect(bo.member("Ada")).to_be_visible()


async def test_r15_the_host_locks_the_room_and_removes_a_player(
    app: App, new_player: NewPlayer
) -> None:
    ada, bo, cy = [await new_player(name) for name in ("Ada", "Bo", "Cy")]
    link = await ada.create_room(app.url)
    await bo.join(link)
    await expect(bo.member("Ada")).to_be_visible()
    await expect(bo.button("Lock room")).to_be_hidden()
    await ada.button("Lock room").click()
    await expect(bo.page.get_by_text("The room is locked")).to_be_visible()
    await cy.join(link)
    await expect(cy.page.get_by_text("The host has locked this room.").first).to_be_visible()
    await ada.button("Unlock room").click()
    await expect(ada.button("Lock room")).to_be_visible()
    await cy.button("Join").click()
    await expect(ada.member("Cy")).to_be_visible()

    await ada.member("Bo").get_by_role("button").click()
    await ada.page.get_by_role("dialog").get_by_text("Remove from the room").click()
    await ada.page.get_by_role("dialog").get_by_role("button", name="Remove from").click()
    await expect(bo.heading("You cannot enter this room")).to_be_visible()
    await expect(ada.member("Bo")).to_have_count(0)
    # coming back by the link does not help
    await bo.page.goto(link)
    await expect(bo.heading("You cannot enter this room")).to_be_visible()
    await expect(ada.member("Bo")).to_have_count(0)


async def test_r15_the_host_leaves_and_the_next_one_starts(app: App, new_player: NewPlayer) -> None:
    ada, bo, cy = [await new_player(name) for name in ("Ada", "Bo", "Cy")]
    link = await ada.create_room(app.url)
    await bo.join(link)
    await expect(bo.member("Ada")).to_be_visible()
    await cy.join(link)
    await expect(cy.member("Ada").get_by_text("Host")).to_be_attached()
    await ada.button("Leave the room").click()
    await expect(ada.heading("Same board.")).to_be_visible()
    for player in (bo, cy):
        await expect(player.member("Ada")).to_have_count(0)
        await expect(player.member("Bo").locator(".member-host")).to_be_visible()
    await asyncio.gather(bo.get_ready(), cy.get_ready())
    await expect(cy.button("Start the race")).to_be_hidden()
    await bo.start()
    await asyncio.gather(bo.see_go(), cy.see_go())


async def test_r6_who_watches_sees_lanes_but_no_board(app: App, new_player: NewPlayer) -> None:
    ada, bo, cy = [await new_player(name) for name in ("Ada", "Bo", "Cy")]
    link = await ada.create_room(app.url)
    await bo.join(link)
    await cy.join(link, watch=True)
    await expect(ada.page.get_by_text("Watching", exact=True)).to_be_visible()
    await asyncio.gather(ada.get_ready(), bo.get_ready())
    await ada.start()
    await ada.see_go()
    late = await new_player("Di")
    await late.join(link)
    course = await course_in(app.store, link)
    await ada.make(course.steps()[:6])
    for watcher in (cy, late):
        await expect(watcher.race.get_by_text("You are watching.")).to_be_visible()
        await expect(watcher.bar("Ada")).not_to_have_attribute("value", "0")
        await expect(watcher.bar("Bo")).to_be_visible()
        await expect(watcher.page.get_by_role("grid")).to_have_count(0)
        # a racer's frames would have these, a watcher's never
        assert any('"view":{' in text for text in watcher.received)
        assert not any('"cells":[[' in text or '"grid"' in text for text in watcher.received)
    mine = course.mined(course.beginning)[-1]
    await bo.step("open", mine)
    await expect(cy.lane("Bo")).to_contain_text("Out")


async def test_r14_a_second_tab_takes_over_and_the_first_says_so(
    app: App, new_player: NewPlayer
) -> None:
    first = await new_player("Ada")
    link = await race(app.url, first)
    shown = await first.look()
    second = await new_player("Ada", context=first.page.context)
    await second.page.goto(link)
    await second.see_go()
    assert await second.look() == shown
    await expect(first.heading("Opened in another tab")).to_be_visible()
    # the first does not fight back, but can be chosen again
    await first.button("Play here").click()
    await first.see_go()
    assert await first.look() == shown
    await expect(second.heading("Opened in another tab")).to_be_visible()


async def test_r14_offline_is_told_and_the_race_goes_on_afterwards(
    app: App, new_player: NewPlayer
) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo")
    course = await course_in(app.store, await race(app.url, ada, bo))
    steps = course.steps()
    await bo.make(steps[:3])
    shown = course.shown(course.after(steps[:3]))
    await bo.see(shown)

    await bo.page.context.set_offline(True)
    await expect(bo.page.get_by_text("You are offline. Your seat is kept.")).to_be_visible()
    # nothing can be played meanwhile
    await expect(bo.race.get_by_role("grid")).to_have_attribute("aria-disabled", "true")
    await bo.cell(steps[3].cell).click(force=True)
    await bo.page.context.set_offline(False)
    await expect(bo.page.get_by_text("You are offline.")).to_be_hidden()
    await bo.see(shown)
    await bo.make(steps[3:])
    await expect(bo.race.get_by_text("Cleared in")).to_be_visible()
    assert [move["n"] for move in bo.moves] == list(range(1, len(steps) + 1))
    await expect(ada.lane("Bo")).to_have_attribute("data-outcome", "cleared")

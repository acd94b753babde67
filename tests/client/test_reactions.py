"""Reactions on the page: sent once a second, shown beside the lane for seconds, said politely."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from protocol.codes import REACTION_KINDS
from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PHONE, PICTURE, Server, join, racing, snapshot

pytestmark = pytest.mark.browser


async def in_race(open_page: OpenPage, **options: Any) -> tuple[Page, Server]:
    page = await open_page(INDEX, files=PICTURE, **options)
    server = await Server(page, lambda: [snapshot(view=racing())]).start()
    await join(page)
    await expect(page.get_by_role("grid")).to_be_visible()
    return page, server


def reaction(player: str, kind: str) -> dict[str, Any]:
    return {"t": "reaction", "player": player, "kind": kind}


async def test_every_kind_has_a_button_and_one_is_sent_at_a_time(open_page: OpenPage) -> None:
    page, server = await in_race(open_page, clock=True)
    buttons = page.get_by_role("group", name="React").get_by_role("button")
    await expect(buttons).to_have_count(len(REACTION_KINDS))
    await buttons.nth(1).click()
    await buttons.nth(2).click(force=True)
    await server.hears("react")
    await expect(buttons.nth(2)).to_have_attribute("aria-disabled", "true")
    await page.clock.run_for(1_100)
    await expect(buttons.nth(2)).not_to_have_attribute("aria-disabled", "true")
    await buttons.nth(2).click()
    await server.hears("react", 2)
    sent = [one["kind"] for one in server.told if one["t"] == "react"]
    assert sent == ["bravo", "laugh"]


async def test_it_stands_beside_the_lane_is_said_and_goes_again(open_page: OpenPage) -> None:
    page, server = await in_race(open_page)
    server.say(reaction("BO", "wow"))
    lane = page.locator(".lane[data-key=BO]")
    await expect(lane.locator(".bubble[data-kind=wow]")).to_be_visible()
    await expect(page.locator(".lane[data-key=ME] .bubble")).to_have_count(0)
    await expect(page.locator(".sr[role=status]").filter(has_text="Wow!")).to_have_count(1)
    await expect(lane.locator(".bubble")).to_have_count(0, timeout=10_000)


async def test_who_has_no_lane_is_named(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page)
    await expect(page.locator(".lobby")).to_be_visible()
    server.say(reaction("BO", "hello"))
    await expect(page.locator(".bubbles li").filter(has_text="<b>Bo</b>")).to_be_visible()


async def test_they_can_be_hidden_and_stay_hidden(open_page: OpenPage) -> None:
    page, server = await in_race(open_page)
    await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Hide reactions").click()
    await expect(page.get_by_role("group", name="React")).to_have_count(0)
    server.say(reaction("BO", "wow"))
    server.say(
        {"t": "standings", "race": "RACE", "elapsed_ms": 2000, "rows": racing()["standings"]}
    )
    await expect(page.locator(".bubble")).to_have_count(0)
    kept = await page.evaluate("JSON.parse(localStorage.getItem('demineur:/:preferences'))")
    assert kept["reactions"] is False


async def test_a_refusal_is_not_worth_a_word(open_page: OpenPage) -> None:
    page, server = await in_race(open_page)
    server.say({"t": "rejected", "code": "too_fast", "re": "react", "n": None})
    server.say(reaction("BO", "sad"))
    await expect(page.locator(".lane[data-key=BO] .bubble")).to_be_visible()
    await expect(page.locator(".toast")).to_have_count(0)


async def test_on_a_phone_one_button_opens_the_row(open_page: OpenPage) -> None:
    page, server = await in_race(open_page, **PHONE)
    row = page.get_by_role("group", name="React")
    await expect(row).to_have_count(0)
    opener = page.get_by_role("button", name="React")
    await opener.tap()
    await expect(opener).to_have_attribute("aria-expanded", "true")
    await row.get_by_role("button", name="Well done!").tap()
    await server.hears("react")
    await expect(row).to_have_count(0)
    await expect(opener).to_be_focused()

"""What whoever runs the server says: a banner of plain text, and doors that are closed (R15)."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.client.catalogues import catalogue
from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX, PICTURE, Server, snapshot

pytestmark = pytest.mark.browser

TEXT = "<img src=x onerror=alert(1)> שלום 21:00"


async def in_a_room(open_page: OpenPage, language: str = "en") -> tuple[Page, Server]:
    page = await open_page(INDEX, files=PICTURE, locale=language)
    server = await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await page.evaluate("localStorage.setItem('demineur:/:name', 'Ada')")
    await page.goto(f"{ORIGIN}/?r=KLMNPQRS")
    await expect(page.locator(".lobby")).to_be_visible()
    return page, server


@pytest.mark.parametrize("language", ["en", "he"])
async def test_a_word_to_everybody_is_text_until_it_is_put_away(
    open_page: OpenPage, language: str
) -> None:
    page, server = await in_a_room(open_page, language)
    notice, words = page.locator(".notice"), catalogue(language)
    await expect(notice).to_be_hidden()
    server.say({"t": "notice", "text": TEXT})
    await expect(notice.locator("bdi")).to_have_text(TEXT)
    await expect(notice.locator("strong")).to_have_text(words["notice.title"])
    assert await notice.locator("img").count() == 0
    # another state of the room changes nothing about it, a newer word replaces it
    server.say(snapshot(room={"phase": "lobby"}))
    await expect(notice).to_be_visible()
    server.say({"t": "notice", "text": "Later"})
    await expect(notice.locator("bdi")).to_have_text("Later")
    await notice.get_by_role("button", name=words["action.close"]).click()
    await expect(notice).to_be_hidden()
    server.say({"t": "notice", "text": "Later"})
    await expect(notice).to_be_visible()


@pytest.mark.parametrize(("code", "kind"), [(4412, "closed"), (4413, "banned")])
async def test_a_closed_door_says_so_and_stays_closed(
    open_page: OpenPage, code: int, kind: str
) -> None:
    page, server = await in_a_room(open_page)
    before = len(server.sockets)
    await server.sockets[-1].close(code=code)
    title = catalogue("en")[f"problem.{kind}_title"]
    await expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert len(server.sockets) == before
    create = page.get_by_role("button", name=catalogue("en")["problem.create"])
    assert await create.count() == (1 if kind == "closed" else 0)


async def test_all_that_is_stored_comes_as_one_file(open_page: OpenPage, tmp_path: Path) -> None:
    page, server = await in_a_room(open_page)
    first = {"t": "own_data", "player": "ME", "name": "Ada", "races": [{"race": "R1"}], "more": 100}
    rest = {"t": "own_data", "player": "ME", "name": "Ada", "races": [{"race": "R2"}], "more": None}
    await page.get_by_role("button", name="Settings").click()
    await page.locator("details.identity summary").click()
    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Download my data").click()
        await server.hears("my_data")
        server.say(first)
        await server.hears("my_data", times=2)
        server.say(rest)
    saved = await coming.value
    assert saved.suggested_filename == "demineur-ME.json"
    await saved.save_as(tmp_path / "saved.json")
    assert json.loads((tmp_path / "saved.json").read_text()) == {
        "player": "ME",
        "name": "Ada",
        "races": [{"race": "R1"}, {"race": "R2"}],
    }
    asked = [one.get("skip") for one in server.told if one["t"] == "my_data"]
    assert asked == [None, 100]


async def test_without_an_answer_nothing_is_saved(open_page: OpenPage) -> None:
    page, server = await in_a_room(open_page)
    await page.get_by_role("button", name="Settings").click()
    await page.locator("details.identity summary").click()
    await page.get_by_role("button", name="Download my data").click()
    await server.hears("my_data")
    await server.sockets[-1].close(code=1012)
    await expect(page.locator(".toast")).to_have_text(catalogue("en")["identity.not_downloaded"])

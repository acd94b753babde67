"""How a replay comes: whole in one instant, not at all, or at the second try."""

import json
from typing import Any

import pytest
from playwright.async_api import expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX, PICTURE
from tests.client.test_replay import RACE, STILL, files_of

pytestmark = pytest.mark.browser

FIRST_SEEN = """new MutationObserver(() => {
  const clock = document.querySelector('.replay-time .digits');
  const boards = document.querySelectorAll('.replay-board');
  if (clock) window.first ??= [boards.length, clock.textContent];
}).observe(document, { childList: true, subtree: true });"""
"""What the page has when it first has controls, before anybody can see or press them."""


async def test_boards_and_time_are_there_with_the_controls(open_page: OpenPage) -> None:
    """Nobody presses a key while there is nothing yet that it could move."""
    page = await open_page(INDEX, files=files_of(RACE), **STILL)
    await page.add_init_script(FIRST_SEEN)
    await page.goto(f"{ORIGIN}/?replay=RRRRRRRRRR&t=0")
    await page.wait_for_function("() => window.first")
    assert await page.evaluate("() => window.first") == [len(RACE["players"]), "0:00.000"]


@pytest.mark.parametrize(
    ("status", "heading", "way"),
    [(404, "No such race", "button"), (410, "This replay is no longer kept", "link")],
)
async def test_a_replay_that_is_not_there_is_told(
    open_page: OpenPage, status: int, heading: str, way: Any
) -> None:
    page = await open_page(INDEX, files=PICTURE, **STILL)

    # Chromium itself complains of a real one.
    await page.add_init_script(
        "const real = fetch; window.fetch = async (path) => String(path).includes('api/race')"
        f" ? new Response('{{}}', {{ status: {status} }}) : real(path);"
    )
    await page.goto(f"{ORIGIN}/?replay=RRRRRRRRRR")
    await expect(page.get_by_role("heading", name=heading)).to_be_visible()
    await expect(page.locator("main .empty").get_by_role(way)).to_be_visible()
    await expect(page.get_by_role("link", name="Download the replay")).to_be_hidden()


async def test_a_document_that_did_not_arrive_is_asked_for_again(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, **STILL)
    answers = [{"body": "{}"}, {"body": json.dumps(RACE)}]

    async def answer(route: Any) -> None:
        await route.fulfill(content_type="application/json", **answers.pop(0))

    await page.route("**/api/race/**", answer)
    await page.goto(f"{ORIGIN}/?replay=RRRRRRRRRR&t=0")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("group", name="Playback")).to_be_visible()
    await expect(page.locator(".replay-board")).to_have_count(3)

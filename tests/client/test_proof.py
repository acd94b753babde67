"""The proof of a board in the page: what the countdown showed is compared with the key (R4)."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import AT_HOME, ORIGIN, OpenPage
from tests.client.proof.test_verdict import COMMITMENT, board, results
from tests.client.scripted import INDEX, OVERFLOW, PHONE, PICTURE, RESULTS, Server, join, snapshot
from tests.client.test_store import view

pytestmark = pytest.mark.browser

RACE = "FGHJKLMNPQ"


def told(**changes: Any) -> dict[str, Any]:
    return RESULTS | results(**changes) | {"race": RACE}


async def seen_and_finished(page: Page, commitment: str, finished: dict[str, Any]) -> None:
    """A countdown with this commitment, then the results."""
    countdown = view(race=RACE, phase="countdown", commitment=commitment, go_in_ms=60_000)
    server = await Server(page, lambda: [snapshot(view=countdown)]).start()
    await join(page)
    short = " ".join(commitment[at : at + 4] for at in range(0, 16, 4))
    await expect(page.locator(".cover-sealed")).to_contain_text(short)
    server.say({"t": "results", **finished})
    await expect(page.locator(".results table")).to_be_visible()


async def open_proof(page: Page) -> None:
    await page.locator(".fair summary").click()
    await page.get_by_role("button", name="Check it here").click()
    await expect(page.get_by_role("dialog", name="Proof of the board")).to_be_visible()


async def lines(page: Page) -> dict[str, str | None]:
    found = await page.locator(".proof-lines li").all()
    return {await one.inner_text(): await one.get_attribute("data-fits") for one in found}


async def test_what_was_seen_before_the_race_holds(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, origin=AT_HOME)
    await seen_and_finished(page, COMMITMENT, told())
    await open_proof(page)
    await expect(page.get_by_text("The board was fixed before the race.")).to_be_visible()
    assert await lines(page) == {
        "The SHA-256 of the key is the commitment.": "true",
        "This browser got the same commitment before the race was over.": "true",
        "The cell of the start follows from the key.": "true",
        "The mines follow from the key.": "true",
    }
    mines = page.locator("dialog [data-c][data-s=mine]")
    await expect(mines).to_have_count(6)
    drawn = [int(await one.get_attribute("data-c") or "") for one in await mines.all()]
    assert sorted(drawn) == told()["boards"][0]["mines"]
    download = page.get_by_role("link", name="Download the replay")
    await expect(download).to_have_attribute("href", f"api/race/{RACE}/replay?download")
    await expect(page.locator("dialog code")).to_have_text(
        f"python -m server verify demineur-{RACE}.json"
    )


async def test_a_board_that_was_exchanged_is_found_out(open_page: OpenPage) -> None:
    """Key, commitment and board fit each other; they are not those that were promised."""
    page = await open_page(INDEX, files=PICTURE, origin=AT_HOME)
    await seen_and_finished(page, "12" * 32, told())
    await open_proof(page)
    await expect(page.get_by_text("Something does not fit.")).to_be_visible()
    other = "Before the race was over, this browser got another commitment: 1212 1212 1212 1212…"
    assert (await lines(page))[other] == "false"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"key": "00" * 32}, "The SHA-256 of the key is not the commitment."),
        (
            {"boards": [board(None, 37) | {"start": 0}]},
            "The cell of the start does not follow from the key.",
        ),
        (
            {"boards": [board(None, 37) | {"mines": [1, 8, 23, 24, 31, 35]}]},
            "The mines do not follow from the key.",
        ),
    ],
)
async def test_what_does_not_fit_is_named(
    open_page: OpenPage, change: dict[str, Any], line: str
) -> None:
    """By the address of the race, which this browser was no part of."""
    files = PICTURE | {f"api/race/{RACE}": json.dumps(told(**change))}
    page = await open_page(INDEX, files=files, origin=AT_HOME)
    await page.goto(f"{AT_HOME}/?race={RACE}")
    await open_proof(page)
    await expect(page.get_by_text("Something does not fit.")).to_be_visible()
    found = await lines(page)
    assert found[line] == "false"
    assert sum(fits == "null" for fits in found.values()) == 1, "nothing was seen"


async def test_who_was_not_there_sees_what_holds_all_the_same(open_page: OpenPage) -> None:
    files = PICTURE | {f"api/race/{RACE}": json.dumps(told(start="own"))}
    page = await open_page(INDEX, files=files, origin=AT_HOME)
    await page.goto(f"{AT_HOME}/?race={RACE}")
    await open_proof(page)
    await expect(page.get_by_text("Key, commitment and board belong together.")).to_be_visible()
    assert len(await lines(page)) == 3, "own first taps have no common start (R2)"


async def test_results_that_are_no_results_do_not_fit(open_page: OpenPage) -> None:
    files = PICTURE | {f"api/race/{RACE}": json.dumps(told(key="no key"))}
    page = await open_page(INDEX, files=files, origin=AT_HOME)
    await page.goto(f"{AT_HOME}/?race={RACE}")
    await open_proof(page)
    await expect(page.get_by_text("Something does not fit.")).to_be_visible()
    assert await lines(page) == {}


async def test_where_the_browser_cannot_it_says_so(open_page: OpenPage) -> None:
    files = PICTURE | {f"api/race/{RACE}": json.dumps(told())}
    page = await open_page(INDEX, files=files, **PHONE)
    await page.goto(f"{ORIGIN}/?race={RACE}")
    await open_proof(page)
    await expect(page.get_by_text("so this one cannot")).to_be_visible()
    assert await lines(page) == {}
    await expect(page.locator("dialog code")).to_contain_text("server verify")
    assert await page.evaluate(OVERFLOW) == 0

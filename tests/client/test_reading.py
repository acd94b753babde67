"""Pages that read from the server: the newest answer counts, and who has left asks no more."""

import json

import pytest
from playwright.async_api import expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.looked_back import RACE, looked_back
from tests.client.replay.recorded import recorded
from tests.client.scripted import INDEX, PICTURE, RESULTS

pytestmark = pytest.mark.browser
SLOW, QUICK = "S" * 10, "Q" * 10
SCRIPTED = """
    const honest = window.fetch;
    window.asked = [];
    window.fetch = (where, ...rest) => {
        const path = new URL(where, document.baseURI).pathname;
        if (!path.startsWith("/api/race/")) return honest(where, ...rest);
        window.asked.push(path);
        return ANSWER;
    };
"""
"""Answers to questions about races are what a test says: its ANSWER knows the `path`."""
LATE = """path.includes("SSSSSSSSSS")
    ? new Promise((answered) => { window.late = answered; }).then(() => honest(where, ...rest))
    : honest(where, ...rest)"""
GO = """(query) => {
    history.pushState(null, "", query);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
SETTLED = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 50))"


def refusing(status: int, error: str = "") -> str:
    body = json.dumps(json.dumps({"error": error}))
    return f"Promise.resolve(new Response({body}, {{ status: {status} }}))"


async def test_a_late_answer_leaves_the_newer_replay_alone(open_page: OpenPage) -> None:
    """Both are asked for one after the other; the first answer comes last."""
    quick = recorded("page 1")
    files = {
        f"api/race/{SLOW}/replay": json.dumps(recorded("page 3")),
        f"api/race/{QUICK}/replay": json.dumps(quick),
    }
    page = await open_page(INDEX, files=PICTURE | files, reduced_motion="reduce")
    await page.add_init_script(SCRIPTED.replace("ANSWER", LATE))
    await page.goto(f"{ORIGIN}/?replay={SLOW}")
    await page.wait_for_function("() => window.late")
    await page.evaluate(GO, f"?replay={QUICK}&t=0")
    await expect(page.locator(".replay-board")).to_have_count(len(quick["players"]))
    await page.evaluate("() => window.late()")
    await page.wait_for_function("() => window.asked.length === 2")
    await page.evaluate(SETTLED)
    await expect(page.locator(".replay-board .cell").first).to_be_visible()
    await page.get_by_role("button", name="One move on").click()
    shown = page.locator(".replay-time .digits").first
    await expect(shown).not_to_have_text("0:00.000")


async def test_a_late_answer_leaves_the_newer_race_alone(open_page: OpenPage) -> None:
    files = {f"api/race/{race}": json.dumps(RESULTS) for race in (SLOW, QUICK)}
    page = await open_page(INDEX, files=PICTURE | files)
    await page.add_init_script(SCRIPTED.replace("ANSWER", LATE))
    await page.goto(f"{ORIGIN}/?race={SLOW}")
    await page.wait_for_function("() => window.late")
    await page.evaluate(GO, f"?race={QUICK}")
    await expect(page.locator(".results-board .cell").first).to_be_visible()
    await page.evaluate("() => window.late()")
    await page.evaluate(SETTLED)
    await expect(page.locator(".results-board .cell").first).to_be_visible()


async def test_who_has_left_asks_no_more(open_page: OpenPage) -> None:
    files = PICTURE | {f"api/race/{RACE}/insight": json.dumps(looked_back())}
    page = await open_page(INDEX, files=files, clock=True)
    await page.add_init_script(SCRIPTED.replace("ANSWER", refusing(503)))
    await page.goto(f"{ORIGIN}/?insight={RACE}")
    while not await page.evaluate("window.asked.length"):
        await page.clock.run_for(10)
    await page.evaluate(GO, "./")
    await expect(page.locator(".home")).to_be_visible()
    await page.clock.run_for(20_000)
    assert await page.evaluate("window.asked.length") == 1


@pytest.mark.parametrize("view", ["replay", "insight"])
async def test_a_race_with_too_many_moves_is_no_unknown_race(
    open_page: OpenPage, view: str
) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await page.add_init_script(SCRIPTED.replace("ANSWER", refusing(404, "too_many_moves")))
    await page.goto(f"{ORIGIN}/?{view}={RACE}")
    await expect(page.get_by_role("heading", name="too many moves")).to_be_visible()
    results = page.locator(".empty").get_by_role("link", name="Results")
    assert await results.get_attribute("href") == f"./?race={RACE}"


async def test_asking_again_keeps_the_keyboard_in_the_page(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    await page.add_init_script(SCRIPTED.replace("ANSWER", refusing(500)))
    await page.goto(f"{ORIGIN}/?race={RACE}")
    again = page.get_by_role("button", name="Try again")
    await again.press("Enter")
    await page.wait_for_function("() => window.asked.length === 2")
    await expect(again).to_be_focused()

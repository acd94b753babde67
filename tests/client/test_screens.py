"""Views and dialogs that come when first needed: late, again after a failure, or not any more."""

import json

import pytest
from playwright.async_api import expect

from tests.client.conftest import AT_HOME, ORIGIN, OpenPage
from tests.client.looked_back import looked_back
from tests.client.replay.recorded import recorded
from tests.client.scripted import INDEX, PICTURE, RESULTS, held
from tests.client.test_reading import GO, SETTLED

pytestmark = pytest.mark.browser
RACE = "R" * 10
FILES = PICTURE | {
    f"api/race/{RACE}": json.dumps(RESULTS | {"race": RACE}),
    f"api/race/{RACE}/replay": json.dumps(recorded("page 1")),
    f"api/race/{RACE}/insight": json.dumps(looked_back()),
}
FAILS_ONCE = """
    const insert = Node.prototype.insertBefore;
    window.failed = 0;
    Node.prototype.insertBefore = function (one, before) {
        const honest = window.failed > 0 || !one.href?.endsWith("/style/SHEET.css");
        if (honest) return insert.call(this, one, before);
        window.failed += 1;
        queueMicrotask(() => one.onerror());
        return one;
    };
"""
SLOW_DIGEST = """() => {
    const honest = crypto.subtle.digest.bind(crypto.subtle);
    const gate = new Promise((go) => { window.go = go; });
    crypto.subtle.digest = (...all) => gate.then(() => honest(...all));
}"""


@pytest.mark.parametrize(
    ("view", "sheet", "shown"),
    [
        ("replay", "replay_controls", ".replay-board"),
        ("challenge", "ghosts", ".ghost-table"),
        ("insight", "insight", ".insight-moment"),
    ],
)
async def test_a_view_comes_though_its_style_failed_once(
    open_page: OpenPage, view: str, sheet: str, shown: str
) -> None:
    page = await open_page(INDEX, files=FILES)
    await page.add_init_script(FAILS_ONCE.replace("SHEET", sheet))
    await page.goto(f"{ORIGIN}/?{view}={RACE}")
    await expect(page.locator(shown).first).to_be_visible()
    assert await page.evaluate("window.failed") == 1


async def test_a_page_that_is_on_its_way_is_no_room(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    let_go = await held(page, "**/views/replay.js")
    await page.goto(f"{ORIGIN}/?replay={RACE}")
    waiting = page.locator("main").get_by_role("status")
    await expect(waiting.filter(has_text="Loading…")).to_be_visible()
    await expect(page).to_have_title("Loading… · Démineur")
    let_go()
    await expect(page.locator(".replay-board").first).to_be_visible()


async def test_until_a_view_has_come_the_one_before_keeps_its_look(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    let_go = await held(page, "**/views/rules.js")
    await page.reload()
    async with page.expect_request("**/views/rules.js"):
        await page.locator("nav").get_by_role("link", name="How to play").click()
    await expect(page.locator(".home")).to_be_visible()
    await expect(page.locator("body")).to_have_attribute("data-screen", "home")
    let_go()
    await expect(page.locator(".rule").first).to_be_visible()
    await expect(page.locator("body")).to_have_attribute("data-screen", "rules")


async def test_who_waits_for_a_view_that_cannot_be_had_is_told_once(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    await page.route("**/later/en.json", lambda route: route.fulfill(status=204), times=4)
    await page.reload()
    await page.locator("nav").get_by_role("link", name="How to play").click()
    await expect(page.locator(".toast")).to_have_text("The server could not be reached.")
    await expect(page.locator(".rule").first).to_be_visible()
    await expect(page.locator(".toast")).to_have_count(1)


async def test_a_press_more_opens_no_second_dialog(open_page: OpenPage) -> None:
    """Its words and code are still on the way."""
    page = await open_page(INDEX, files=FILES)
    let_go = await held(page, "**/later/en.json")
    await page.reload()
    async with page.expect_request("**/later/en.json"):
        await page.get_by_role("button", name="Settings").click()
    await page.get_by_role("button", name="Settings").click()
    let_go()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.evaluate(SETTLED)
    await expect(page.get_by_role("dialog")).to_have_count(1)


async def test_a_dialog_that_comes_late_stays_away_from_another_view(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES, origin=AT_HOME)
    await page.goto(f"{AT_HOME}/?race={RACE}")
    await page.locator(".fair summary").click()
    await page.evaluate(SLOW_DIGEST)
    await page.get_by_role("button", name="Check it here").click()
    await page.wait_for_function("() => window.go")
    await page.locator("nav").get_by_role("link", name="How to play").click()
    await expect(page.locator(".rule").first).to_be_visible()
    await page.evaluate("() => window.go()")
    await page.evaluate(SETTLED)
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_a_replay_that_was_left_hears_nothing_of_the_window(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    await page.add_init_script("""
        window.hearing = 0;
        for (const [name, more] of [["addEventListener", 1], ["removeEventListener", -1]]) {
            const honest = MediaQueryList.prototype[name];
            MediaQueryList.prototype[name] = function (...all) {
                window.hearing += more;
                return honest.apply(this, all);
            };
        }
    """)
    await page.goto(f"{ORIGIN}/?replay={RACE}")
    await expect(page.locator(".replay-board").first).to_be_visible()
    assert await page.evaluate("window.hearing") == 1
    await page.evaluate(GO, f"?insight={RACE}")
    await expect(page.locator(".insight-moment").first).to_be_visible()
    assert await page.evaluate("window.hearing") == 0


async def test_the_keyboard_goes_along_to_the_next_view(open_page: OpenPage) -> None:
    """Whose link has gone with its view stands at the beginning of the new one, not of the page."""
    page = await open_page(INDEX, files=FILES)
    await page.goto(f"{ORIGIN}/?race={RACE}")
    await page.get_by_role("link", name="Look back").press("Enter")
    await expect(page.locator(".insight-moment").first).to_be_visible()
    await expect(page.locator("main")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.locator(".insight .page-head a")).to_be_focused()

"""Budgets of the whole page on loopback, with the real server: `./test page`.

Medians: a first visit to a usable home page < 500 ms and <= 150 KB in every language; a click to
its painted answer < 50 ms.
"""

from statistics import median
from typing import Any

import pytest
from playwright.async_api import Browser

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in
from tests.browser.driving import DESKTOP, race
from tests.client.catalogues import LANGUAGES

pytestmark = [pytest.mark.browser, pytest.mark.suite("page")]

LOAD_MS = 500
LOAD_BYTES = 150_000
ANSWER_MS = 50
VISITS = 5
MOVES = 24
USABLE = """addEventListener('DOMContentLoaded', () => {
  const look = () => {
    if (document.querySelector('main .home .button.primary') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { window.usableAt = performance.now(); });
  };
  look();
});"""
"""When the home page has its large button and has been painted, ms from the navigation's start."""
EARLY = """performance.getEntries()
  .filter((entry) => entry.transferSize !== undefined && entry.startTime < usableAt)
  .map((entry) => entry.name)"""
WATCH = """() => {
  window.answers = [];
  let begun = 0;
  for (const type of ['mousedown', 'click']) {
    document.addEventListener(type, (event) => { begun = event.timeStamp; }, { capture: true });
  }
  new MutationObserver(() => {
    if (begun === 0) return;
    const from = begun;
    begun = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.answers.push(performance.now() - from);
      port2.postMessage(0);
    });
  }).observe(document.querySelector('[role=grid]'), { subtree: true, attributeFilter: ['data-s'] });
}"""
"""From the event of a button to the frame with the server's answer, each move by itself."""


async def visit(browser: Browser, url: str, language: str) -> tuple[float, int, int]:
    """A first visit: ms until usable, bytes over the wire until then, and bytes of everything.

    Heads included; the views that come later are fetched when the browser is idle.
    """
    context = await browser.new_context(**DESKTOP, locale=language)
    try:
        page = await context.new_page()
        wire = await context.new_cdp_session(page)
        await wire.send("Network.enable")
        names: dict[str, str] = {}
        sizes: dict[str, int] = {}

        def asked(event: dict[str, Any]) -> None:
            names[event["requestId"]] = event["request"]["url"]

        def came(event: dict[str, Any]) -> None:
            sizes[names[event["requestId"]]] = event["encodedDataLength"]

        wire.on("Network.requestWillBeSent", asked)
        wire.on("Network.loadingFinished", came)
        await page.add_init_script(USABLE)
        await page.goto(url, wait_until="load")
        usable = await page.wait_for_function("window.usableAt")
        await page.wait_for_load_state("networkidle")
        early = await page.evaluate(EARLY)
        until_usable = sum(size for name, size in sizes.items() if name in early)
        return float(await usable.json_value()), until_usable, sum(sizes.values())
    finally:
        await context.close()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_first_visit_is_usable_in_time(
    app: App, browser: Browser, figures: dict[str, Any], language: str
) -> None:
    visits = [await visit(browser, app.url, language) for _ in range(VISITS)]
    load_ms = median(time for time, _, _ in visits)
    load_bytes = max(early for _, early, _ in visits)
    figures |= {
        f"first_load_{language}_ms": round(load_ms, 1),
        f"first_load_{language}_bytes": load_bytes,
        f"all_views_{language}_bytes": max(everything for _, _, everything in visits),
    }
    assert load_ms < LOAD_MS
    assert 20_000 < load_bytes <= LOAD_BYTES


@pytest.mark.parametrize("level", ["Expert", "Marathon"])
async def test_a_click_is_answered_and_painted_in_time(
    app: App, new_player: NewPlayer, figures: dict[str, Any], level: str
) -> None:
    ada = await new_player("Ada")
    course = await course_in(app.store, await race(app.url, ada, level=level))
    await ada.page.evaluate(WATCH)
    steps = course.steps()[:MOVES]
    for number, step in enumerate(steps, 1):
        await ada.step(*step)
        await ada.page.wait_for_function("(count) => answers.length === count", arg=number)
    times: list[float] = await ada.page.evaluate("answers")
    figures[f"click_to_painted_{level.lower()}_ms"] = round(median(times), 1)
    assert median(times) < ANSWER_MS

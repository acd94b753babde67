"""How a race comes: start in view and clock right with the board, and the board stays in place."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PICTURE, STANDINGS, Server, join, racing, snapshot
from tests.client.test_store import view

pytestmark = pytest.mark.browser

COLUMNS, ROWS, START = 80, 40, 3120
"""A board that no window holds; it starts in a corner."""
PLACE = """() => {
  const { scrollLeft, scrollTop } = document.querySelector('.race .board-scroller');
  return [scrollLeft, scrollTop];
}"""
PAINTED = """async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
}"""


def large(**changes: Any) -> dict[str, Any]:
    size = {"columns": COLUMNS, "rows": ROWS, "start": START, "own": {"grid": "." * COLUMNS * ROWS}}
    return snapshot(view=view(racers=["ME", "BO"], standings=STANDINGS, **size, **changes))


async def enter(page: Page, state: dict[str, Any]) -> Server:
    server = await Server(page, lambda: [state]).start()
    await join(page)
    await expect(page.locator(".race .hud")).to_be_visible()
    return server


@pytest.mark.parametrize("phase", ["countdown", "running"])
async def test_the_start_is_in_view_before_the_next_frame(open_page: OpenPage, phase: str) -> None:
    """Nobody touches a board that is about to move away: here no frame ever follows."""
    page = await open_page(INDEX, files=PICTURE, clock=True)
    await enter(page, large(phase=phase, go_in_ms=3_000 if phase == "countdown" else None))
    await expect(page.locator("[data-start]")).to_be_in_viewport(ratio=1)


async def test_a_board_that_was_moved_stays_there_while_others_play(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await enter(page, large())
    await expect(page.locator("[data-start]")).to_be_in_viewport(ratio=1)
    await page.locator('.race [data-c="79"]').scroll_into_view_if_needed()
    moved = await page.evaluate(PLACE)
    rows = [STANDINGS[0], STANDINGS[1] | {"progress": 70}]
    server.say({"t": "standings", "race": "RACE", "elapsed_ms": 900, "rows": rows})
    await expect(page.locator('[data-key="BO"] progress')).to_have_js_property("value", 70)
    await page.evaluate(PAINTED)
    assert await page.evaluate(PLACE) == moved


async def test_the_clock_is_right_before_the_next_frame(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, clock=True)
    await enter(page, snapshot(view=racing() | {"elapsed_ms": 61_200}))
    await expect(page.get_by_role("timer")).to_have_text("1:01.2")

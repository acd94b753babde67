"""Fingers in a real race on a phone: long press, flag mode, scrolling, a second finger."""

import asyncio

import pytest
from playwright.async_api import expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import Course, Step, course_in
from tests.browser.driving import Player

pytestmark = pytest.mark.browser
SCROLLED = """() => {
  const { scrollLeft, scrollTop } = document.querySelector('.board-scroller');
  return [scrollLeft, scrollTop];
}"""


async def race_alone(app: App, player: Player, level: str) -> Course:
    """Play alone from the home page; gives the board."""
    await player.page.goto(app.url)
    await player.press(player.button("Play alone"))
    await player.press(player.page.get_by_role("dialog").get_by_text(level, exact=True))
    await player.see_go()
    return await course_in(app.store, player.page.url)


async def settled(player: Player) -> None:
    """Taps right after a pan are taken for leftovers of it: this much later they count."""
    begun = await player.page.evaluate("performance.now()")
    await player.page.wait_for_function("(begun) => performance.now() > begun + 260", arg=begun)


async def test_g5_g19_long_press_and_flag_mode(app: App, new_player: NewPlayer) -> None:
    bo = await new_player("Bo", phone=True)
    course = await race_alone(app, bo, "Beginner")
    first, second = course.mined(course.beginning)[:2]

    # the flag is there while the finger is still down, and its release plays nothing
    x, y = await bo.middle(first, "hidden")
    await bo.fingers("touchStart", (x, y))
    await expect(bo.cell(first, "flag")).to_be_visible()
    await bo.fingers("touchEnd")
    # G6: a tap on it does nothing; a long press takes it away
    await bo.page.touchscreen.tap(x, y)
    await bo.fingers("touchStart", (x, y))
    await expect(bo.cell(first, "hidden")).to_be_visible()
    await bo.fingers("touchEnd")
    assert [(move["kind"], move["cell"]) for move in bo.moves] == [("flag", first)] * 2

    # flag mode: taps flag, a long press opens
    switch = bo.button("Flag mode")
    await switch.tap()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    for mine in (first, second):
        await bo.page.touchscreen.tap(*await bo.middle(mine, "hidden"))
        await expect(bo.cell(mine, "flag")).to_be_visible()
    safe = course.safe(course.beginning)[0]
    await bo.fingers("touchStart", await bo.middle(safe, "hidden"))
    await expect(bo.cell(safe, "open")).to_be_visible()
    await bo.fingers("touchEnd")
    await switch.tap()
    await expect(switch).to_have_attribute("aria-pressed", "false")
    safe = course.safe(course.after([Step("open", safe)]))[0]
    await bo.step("open", safe)
    await expect(bo.cell(safe, "open")).to_be_visible()


async def test_a_drag_scrolls_and_a_second_finger_cancels(app: App, new_player: NewPlayer) -> None:
    bo = await new_player("Bo", phone=True)
    course = await race_alone(app, bo, "Expert")
    # a cell of the middle columns, in the middle of the window: room to drag to either side
    hidden = min(course.safe(course.beginning), key=lambda cell: abs(cell % 30 - 15))
    centre = "(cell) => cell.scrollIntoView({ block: 'center', inline: 'center' })"
    await bo.cell(hidden, "hidden").evaluate(centre)
    x, y = await bo.middle(hidden, "hidden")
    before = await bo.page.evaluate(SCROLLED)
    # sent at once: a finger that came to rest would be a long press
    moves = [bo.fingers("touchMove", (x - way, y)) for way in range(8, 128, 8)]
    await asyncio.gather(bo.fingers("touchStart", (x, y)), *moves)
    moved = f"(before) => ({SCROLLED})()[0] > before[0] + 50"
    await bo.page.wait_for_function(moved, arg=before)
    await bo.fingers("touchEnd")
    await settled(bo)
    assert bo.moves == []

    # a press that a second finger joins is none, however long it lasts
    x, y = await bo.middle(hidden, "hidden")
    await asyncio.gather(
        bo.fingers("touchStart", (x, y)), bo.fingers("touchStart", (x, y), (x, y - 60))
    )
    begun = await bo.page.evaluate("performance.now()")
    await bo.page.wait_for_function("(begun) => performance.now() > begun + 400", arg=begun)
    await bo.fingers("touchEnd", (x, y))
    await bo.fingers("touchEnd")
    await settled(bo)
    assert bo.moves == []

    # and then a tap is a tap again: the first move of all
    await bo.step("open", hidden)
    await expect(bo.cell(hidden, "open")).to_be_visible()
    assert [(move["n"], move["kind"], move["cell"]) for move in bo.moves] == [(1, "open", hidden)]

"""A race without a mouse: from the home page to the results by keys alone."""

import pytest
from playwright.async_api import Page, expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import Course, course_in
from tests.browser.driving import STATE_NEEDED

pytestmark = pytest.mark.browser
FOCUSED = """() => {
  const one = document.activeElement;
  return one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? '';
}"""
MOST_STOPS = 40


async def tab_to(page: Page, name: str, key: str = "Tab") -> None:
    """Press Tab, or Shift+Tab, until what begins with this name has the focus."""
    stops = []
    for _ in range(MOST_STOPS):
        await page.keyboard.press(key)
        stops.append(str(await page.evaluate(FOCUSED)).strip())
        if stops[-1].startswith(name):
            return
    raise AssertionError(f"Tab never came to {name}: {stops}")


async def focused_cell(page: Page) -> int:
    return int(await page.evaluate("() => document.activeElement.dataset.c ?? -1"))


async def walk_to(page: Page, course: Course, cell: int) -> None:
    """Arrow keys, one cell at a time, columns first."""
    columns = course.board.shape.columns
    row, column = divmod(await focused_cell(page), columns)
    to_row, to_column = divmod(cell, columns)
    for _ in range(abs(to_column - column)):
        await page.keyboard.press("ArrowRight" if to_column > column else "ArrowLeft")
    for _ in range(abs(to_row - row)):
        await page.keyboard.press("ArrowDown" if to_row > row else "ArrowUp")
    assert await focused_cell(page) == cell


async def test_a_race_by_keys_alone_from_home_to_results(app: App, new_player: NewPlayer) -> None:
    ada = await new_player("Ada")
    page = ada.page
    await page.goto(app.url)
    await expect(page.get_by_label("Your name")).to_be_visible()
    await tab_to(page, "Your name")
    await page.keyboard.type("Ada")
    await tab_to(page, "Play with friends", "Shift+Tab")
    await page.keyboard.press("Enter")

    # the level's radio button has the focus: its arrows choose
    await expect(page.get_by_role("radio", name="Beginner")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("radio", name="Intermediate")).to_be_checked()
    await page.keyboard.press("ArrowUp")
    await tab_to(page, "Create room")
    await page.keyboard.press("Enter")

    await expect(ada.member("Ada")).to_be_visible()
    await tab_to(page, "I’m ready")
    await page.keyboard.press("Space")
    await expect(ada.button("Start the race")).to_be_visible()
    await tab_to(page, "Start the race")
    await page.keyboard.press("Enter")

    await ada.see_go()
    course = await course_in(app.store, page.url)
    await expect(ada.cell(course.start)).to_be_focused()
    keys = {"open": "Space", "flag": "f", "chord": "d"}
    steps = course.steps()
    for step in steps:
        await walk_to(page, course, step.cell)
        await expect(ada.cell(step.cell, STATE_NEEDED[step.kind])).to_be_focused()
        await page.keyboard.press(keys[step.kind])

    await expect(ada.heading("Cleared in")).to_be_visible()
    assert [(move["kind"], move["cell"]) for move in ada.moves] == steps
    await expect(ada.button("Rematch")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(ada.button("Ready!")).to_be_visible()

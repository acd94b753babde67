"""R17 in the browser: alone with hints that are right and a mine taken back; it counts nowhere."""

import json
from typing import Any

import pytest
from playwright.async_api import expect

from server.app import App
from server.race import events as facts
from tests.browser.conftest import NewPlayer
from tests.browser.course import Course, Step, course_in
from tests.browser.driving import Player

pytestmark = pytest.mark.browser

MARKS = """() => Object.fromEntries([...document.querySelectorAll('[data-mark]')]
  .map((cell) => [cell.dataset.c, cell.dataset.mark]))"""


async def practise(player: Player, url: str) -> None:
    """From the home page into a practice: the switch, and the two taps of playing alone."""
    await player.page.goto(url)
    await player.press(player.button("Play alone"))
    dialog = player.page.get_by_role("dialog")
    await player.press(dialog.get_by_role("switch", name="Practice"))
    await player.press(dialog.get_by_text("Beginner", exact=True))
    await player.see_go()


async def hint(player: Player, count: int) -> dict[str, Any]:
    """The newest of so many hints, once the board shows exactly its marks."""
    await player.page.wait_for_function(f"() => Object.keys(({MARKS})()).length > 0")
    told: list[dict[str, Any]] = [
        message for message in map(json.loads, player.received) if message["t"] == "hinted"
    ]
    assert len(told) == count
    marks = {str(cell): "used" for cell in told[-1]["numbers"]}
    marks |= {str(cell): "safe" for cell in told[-1]["safe"]}
    marks |= {str(cell): "mine" for cell in told[-1]["mined"]}
    if told[-1]["cell"] is not None:
        marks[str(told[-1]["cell"])] = "guess"
    assert await player.page.evaluate(MARKS) == marks
    return told[-1]


def right(course: Course, told: dict[str, Any]) -> bool:
    mines = course.board.mines
    return all(mines >> cell & 1 for cell in told["mined"]) and not any(
        mines >> cell & 1 for cell in told["safe"]
    )


async def test_r17_hints_a_mine_taken_back_and_a_board_cleared_that_counts_nowhere(
    app: App, new_player: NewPlayer
) -> None:
    ada = await new_player("Ada")
    await practise(ada, app.url)
    course = await course_in(app.store, ada.page.url)
    panel = ada.page.locator(".practice")
    await expect(panel).to_contain_text("ask for a hint at any time")

    # a hint by the button: marks on the board, a sentence, names for who does not see them
    await ada.press(ada.button("Hint"))
    first = await hint(ada, 1)
    assert right(course, first)
    assert (first["safe"], first["mined"]) != ([], [])
    words = {"single": "number", "pair": "Compare these two numbers", "enumeration": "together"}
    await expect(panel).to_contain_text(words[first["rule"]])
    told = first["mined"] or first["safe"]
    name = "mine deduced" if first["mined"] else "cell deduced safe"
    await expect(ada.cell(told[0])).to_have_accessible_name(
        f"hidden, row {told[0] // 9 + 1}, column {told[0] % 9 + 1}, {name}"
    )
    spoken = ada.page.get_by_role("status").filter(has_text=f"row {told[0] // 9 + 1}")
    await expect(spoken).to_have_count(1)

    # it goes away with the next move, and the key H gives another one
    step = Step("open", course.safe(course.beginning)[0])
    await ada.step(*step)
    await ada.see(course.shown(course.after([step])))
    await expect(ada.page.locator("[data-mark]")).to_have_count(0)
    await ada.cell(step.cell).focus()
    await ada.page.keyboard.press("h")
    assert right(course, await hint(ada, 2))

    # a mine: the way out lies under the keyboard, and a reload shows the same
    mine = course.mined(course.after([step]))[0]
    await ada.step("open", mine)
    await expect(ada.cell(mine, "hit")).to_be_visible()
    await expect(panel).to_contain_text("That was a mine.")
    await ada.page.reload()
    await expect(panel).to_contain_text("That was a mine.")
    await expect(ada.cell(mine, "hit")).to_be_visible()
    await expect(ada.race.get_by_role("grid")).to_have_attribute("aria-disabled", "true")
    await ada.press(ada.button("Undo"))
    await ada.see(course.shown(course.after([step])))
    await expect(panel).to_contain_text("ask for a hint at any time")

    # it goes on to the end, and counts nowhere
    rest = [one for one in course.steps() if one != step]
    await finish(ada, course, step, rest)
    await expect(ada.heading("Cleared in")).to_be_visible()
    for chip in ("Practice", "2 hints", "1 mine taken back", "Unranked"):
        await expect(ada.page.locator(".chip").get_by_text(chip, exact=True)).to_be_visible()
    stored = await app.store.race(course.race)
    assert stored is not None
    kinds = [type(event) for event in stored.events]
    assert kinds.count(facts.Hinted) == 2
    assert kinds.count(facts.Undone) == 1
    for guess_free in (True, False):
        best = await app.store.best_times("beginner", "all", 2**62, 10, guess_free=guess_free)
        assert best == []
    assert await app.store.statistics(ada.player) == []


async def finish(player: Player, course: Course, done: Step, rest: list[Step]) -> None:
    """Clear what is left after one step; what a step has opened already is passed over."""
    steps = [done]
    for step in rest:
        play = course.after(steps)
        if step.kind == "open" and play.opened >> step.cell & 1:
            continue
        if course.after([*steps, step]) == play:
            continue
        await player.step(*step)
        steps.append(step)

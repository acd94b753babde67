"""A Marathon race on a phone: start in view, pan, pinch, overview, long press, flag mode."""

import asyncio

import pytest
from playwright.async_api import expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import Course, Step, course_in
from tests.browser.driving import Player
from tests.suites.peer import Peer

pytestmark = pytest.mark.browser
WIDTH, HEIGHT = 412, 839
PLACE = """() => {
  const { scrollLeft, scrollTop } = document.querySelector('.board-scroller');
  return { left: scrollLeft, top: scrollTop, scale: visualViewport.scale,
    cell: document.querySelector('[data-c="0"]').offsetWidth };
}"""
LATER = "([begun, ms]) => performance.now() > begun + ms"
STILL = """() => new Promise((done) => {
  const scroller = document.querySelector('.board-scroller');
  let [left, top, frames] = [-1, -1, 0];
  const look = () => {
    frames = scroller.scrollLeft === left && scroller.scrollTop === top ? frames + 1 : 0;
    [left, top] = [scroller.scrollLeft, scroller.scrollTop];
    if (frames === 20) done(null);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""A quick finger leaves the board rolling, and a finger put on a rolling board is the browser's."""


async def place(player: Player) -> dict[str, float]:
    """How the board lies: scrolled, zoomed; and the zoom of the page itself."""
    found: dict[str, float] = await player.page.evaluate(PLACE)
    return found


async def rests(player: Player) -> None:
    """Taps right after a pan or pinch are leftovers of it: this much later they count."""
    await player.page.evaluate(STILL)
    begun = await player.page.evaluate("performance.now()")
    await player.page.wait_for_function(LATER, arg=[begun, 260])


async def centred(player: Player, cell: int) -> tuple[float, float]:
    await player.cell(cell).evaluate(
        "(cell) => cell.scrollIntoView({ block: 'center', inline: 'center' })"
    )
    state = await player.cell(cell).get_attribute("data-s")
    assert state is not None
    await player.middle(cell, state)
    await player.page.evaluate(STILL)
    return await player.middle(cell, state)


async def pan(player: Player, x: float, y: float, dx: int, dy: int) -> None:
    """One finger, without a rest: at rest it would be a long press."""
    ways = [(x + dx * part / 10, y + dy * part / 10) for part in range(1, 11)]
    before = await place(player)
    await asyncio.gather(
        player.fingers("touchStart", (x, y)), *(player.fingers("touchMove", way) for way in ways)
    )
    moved = f"(before) => {{ const now = ({PLACE})(); return now.left !== before.left; }}"
    await player.page.wait_for_function(moved, arg=before)
    await player.fingers("touchEnd")
    await rests(player)


async def pinch(player: Player, x: float, y: float, start: float, end: float) -> None:
    """Two fingers around a point, from so far apart to so far."""

    def pair(span: float) -> tuple[tuple[float, float], tuple[float, float]]:
        return (x - span / 2, y), (x + span / 2, y)

    before = await place(player)
    spans = [start + (end - start) * part / 8 for part in range(1, 9)]
    await asyncio.gather(
        player.fingers("touchStart", *pair(start)),
        *(player.fingers("touchMove", *pair(span)) for span in spans),
    )
    drawn = "() => document.querySelector('.board-plane').style.transform !== ''"
    await player.page.wait_for_function(drawn)
    await player.fingers("touchEnd")
    changed = f"(before) => ({PLACE})().cell !== before.cell"
    await player.page.wait_for_function(changed, arg=before)
    await rests(player)


def near(course: Course, cells: list[int]) -> int:
    """The cell nearest to the middle of the board: room on all sides."""
    columns = course.board.shape.columns
    return min(cells, key=lambda cell: abs(cell % columns - 40) + abs(cell // columns - 20))


async def test_a_marathon_on_a_phone(app: App, new_player: NewPlayer) -> None:
    ada = await new_player("Ada", phone=True)
    link = await ada.create_room(app.url, "Marathon")
    bo = await Peer.join(app.url, link.partition("r=")[2], "Bo")
    await bo.send("ready", ready=True)
    await expect(ada.member("Bo").get_by_text("Ready", exact=True)).to_be_visible()
    await ada.get_ready()
    await ada.start()

    # the start is in view before GO already, large enough to tap
    await expect(ada.race.locator("[data-start]")).to_be_in_viewport()
    await ada.see_go()
    course = await course_in(app.store, link)
    await expect(ada.cell(course.start, "open")).to_be_in_viewport()
    size = (await place(ada))["cell"]
    assert size >= 32
    done = course.beginning

    # pan and pinch play nothing, and the page itself stays as it is
    hidden = near(course, course.safe(done))
    x, y = await centred(ada, hidden)
    before = await place(ada)
    await pan(ada, x, y, -140, -90)
    after = await place(ada)
    assert after["left"] > before["left"] + 50
    assert after["cell"] == size
    x, y = await centred(ada, hidden)
    await pinch(ada, x, y, 90, 130)
    assert (await place(ada))["cell"] > size * 1.2
    await pinch(ada, WIDTH / 2, HEIGHT / 2, 160, 120)
    assert (await place(ada))["scale"] == 1
    assert ada.moves == []

    # from the overview a tap only zooms to its spot
    await ada.button("Whole board").tap()
    await ada.page.wait_for_function(f"() => ({PLACE})().cell < 8")
    await ada.page.touchscreen.tap(*await ada.middle(hidden, "hidden"))
    await ada.page.wait_for_function(f"() => ({PLACE})().cell >= 32")
    await expect(ada.cell(hidden)).to_be_in_viewport()
    assert ada.moves == []

    # a tap opens, a hold flags
    steps = course.steps()[:4]
    steps = [step for step in steps if step.kind != "chord"]
    await ada.make(steps)
    done = course.after(steps)
    mines = course.mined(done)
    mine = near(course, mines)
    await ada.step("flag", mine)
    # flag mode: taps flag, a hold opens
    switch = ada.button("Flag mode")
    await switch.tap()
    other = near(course, [cell for cell in mines if cell != mine])
    await ada.page.touchscreen.tap(*await ada.middle(other, "hidden"))
    await expect(ada.cell(other, "flag")).to_be_visible()
    safe = near(course, course.safe(done))
    await ada.fingers("touchStart", await ada.middle(safe, "hidden"))
    await expect(ada.cell(safe, "open")).to_be_visible()
    await ada.fingers("touchEnd")
    await switch.tap()
    made = [*steps, Step("flag", mine), Step("flag", other), Step("open", safe)]
    assert [(move["kind"], move["cell"]) for move in ada.moves] == made
    await ada.see(course.shown(course.after(made)))

    await ada.button("Menu").tap()
    await ada.button("Give up").tap()
    await ada.page.get_by_role("dialog").get_by_role("button", name="Give up").tap()
    await bo.send("give_up", race=bo.race)
    await expect(ada.heading("Nobody cleared it")).to_be_visible()
    await bo.close()

"""How the page lies: right to left, narrow and wide, light and dark, with names of any kind."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Locator, expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in
from tests.browser.driving import PIXEL_7, Player, race
from tests.suites.peer import Peer

pytestmark = pytest.mark.browser
SIZES = ((360, 780), (1280, 900))
TOO_WIDE = """() => [document.documentElement, document.body]
  .filter((one) => one.scrollWidth > innerWidth).map((one) => [one.tagName, one.scrollWidth])"""


PAINTED = """async () => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""A board follows its surroundings one frame later."""


async def box(of: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in the window."""
    found = await of.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


async def fits(player: Player) -> None:
    """Nothing makes the page wider than the window, at any size."""
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        await player.page.evaluate(PAINTED)
        assert await player.page.evaluate("innerWidth") == width
        assert await player.page.evaluate(TOO_WIDE) == [], (width, player.page.url)


async def is_accessible(player: Player) -> None:
    found = await Axe().run(player.page)
    assert found.violations_count == 0, found.generate_report()


async def rival_of(player: Player, app: App, name: str) -> Peer:
    """Somebody ready in the player's room, without a page."""
    rival = await Peer.join(app.url, player.page.url.partition("r=")[2], name)
    await rival.send("ready", ready=True)
    return rival


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_screen_is_accessible_and_fits(
    app: App, new_player: NewPlayer, scheme: str
) -> None:
    ada = await new_player("Ada", color_scheme=scheme)
    screens = []

    async def look() -> None:
        await expect(ada.page.locator("[aria-busy]")).to_have_count(0)
        screens.append(await ada.page.locator("body").get_attribute("data-screen"))
        await is_accessible(ada)
        await fits(ada)

    await ada.page.goto(app.url)
    await expect(ada.heading("Same board.")).to_be_visible()
    await look()
    await ada.create_room(app.url)
    rival = await rival_of(ada, app, "Bo")
    await expect(ada.member("Bo").get_by_text("Ready", exact=True)).to_be_visible()
    await look()
    await ada.button("Change").click()
    await look()
    await ada.button("Close").click()
    await ada.get_ready()
    await ada.start()
    await ada.see_go()
    course = await course_in(app.store, ada.page.url)
    steps = course.steps()
    await ada.make(steps[:3])
    await ada.see(course.shown(course.after(steps[:3])))
    await look()
    await rival.move("open", course.mined(course.beginning)[0])
    await ada.make(steps[3:])
    await expect(ada.heading("You won in")).to_be_visible()
    await look()
    await ada.page.get_by_role("link", name="Leaderboard").click()
    await expect(ada.page.get_by_role("table")).to_be_visible()
    await look()
    await ada.page.get_by_role("link", name="Ada").click()
    await expect(ada.heading("Ada")).to_be_visible()
    await look()
    for name in ("Best times", "How to play"):
        await ada.page.get_by_role("navigation").get_by_role("link", name=name).click()
        await expect(ada.heading(name)).to_be_visible()
        await look()
    await rival.close()
    assert screens == (
        ["home", "lobby", "lobby", "race", "results", "board", "profile", "best", "rules"]
    )


async def test_right_to_left_mirrors_the_page_but_not_the_board(
    app: App, new_player: NewPlayer
) -> None:
    ada = await new_player("Ada")
    await race(app.url, ada)
    play, tools = ada.race.get_by_role("grid"), ada.race.get_by_role("group", name="Board size")
    switch, menu = ada.button("Flag mode"), ada.button("Menu")
    assert (await box(menu))[2] < (await box(play))[0] + 200
    assert (await box(tools))[2] < (await box(switch))[0]
    timer = await ada.page.get_by_role("timer").inner_text()

    await ada.page.evaluate("document.documentElement.dir = 'rtl'")
    assert (await box(switch))[2] < (await box(tools))[0]
    assert (await box(menu))[0] > 1280 - 200
    for left, right in ((0, 1), (9, 10), (79, 80)):
        assert (await box(ada.cell(left)))[2] <= (await box(ada.cell(right)))[0]
    assert (await box(ada.cell(0)))[3] <= (await box(ada.cell(9)))[1]
    assert (await ada.page.get_by_role("timer").inner_text())[:2] == timer[:2] == "0:"
    await fits(ada)
    # arrow keys go where they point
    await ada.cell(40).focus()
    await ada.page.keyboard.press("ArrowRight")
    await expect(ada.cell(41)).to_be_focused()


async def test_g7_too_many_flags_make_a_plain_minus(app: App, new_player: NewPlayer) -> None:
    ada = await new_player("Ada")
    course = await course_in(app.store, await race(app.url, ada))
    hidden = [cell for cell, shown in enumerate(await ada.look()) if shown == "."]
    flags = hidden[: course.board.mines.bit_count() + 1]
    for cell in flags:
        await ada.step("flag", cell)
    counter = ada.race.locator(".hud-mines .hud-value")
    await expect(counter).to_have_text("\N{MINUS SIGN}1")
    await ada.page.evaluate("document.documentElement.dir = 'rtl'")
    assert await counter.inner_text() == "\N{MINUS SIGN}1"
    assert await counter.evaluate("(one) => getComputedStyle(one).direction") == "ltr"


async def test_names_are_text_whatever_is_in_them(app: App, new_player: NewPlayer) -> None:
    markup, hebrew, greek = "<b>Ada</b>&amp;", "דנה (1)", "Παύλος 2"
    ada = await new_player(markup)
    link = await ada.create_room(app.url)
    rivals = [await rival_of(ada, app, name) for name in (hebrew, greek)]
    names = [markup, hebrew, greek]

    async def shown(kind: str) -> list[str]:
        found: list[str] = await ada.page.evaluate(
            "(kind) => [...document.querySelectorAll(`${kind} bdi`)].map((one) => one.textContent)",
            kind,
        )
        return found

    await expect(ada.page.locator(".member")).to_have_count(3)
    assert await shown(".member-name") == names
    await ada.get_ready()
    await ada.start()
    await ada.see_go()
    assert sorted(await shown(".lane-name")) == sorted(names)
    course = await course_in(app.store, link)
    for rival in rivals:
        await rival.move("open", course.mined(course.beginning)[0])
    await ada.step("open", course.mined(course.beginning)[0])
    await expect(ada.heading("Nobody cleared it")).to_be_visible()
    assert sorted(await shown("table")) == sorted([*names, *await shown("td.number")])
    assert await ada.page.locator("main b").count() == 0
    for name in names:
        line = ada.page.locator("table bdi").get_by_text(name, exact=True)
        expected = "rtl" if name == hebrew else "ltr"
        assert await line.evaluate("(one) => getComputedStyle(one).direction") == expected
    for rival in rivals:
        await rival.close()


async def test_a_marathon_on_a_phone_scrolls_inside_its_frame(
    app: App, new_player: NewPlayer
) -> None:
    ada = await new_player("Ada", **PIXEL_7)
    await race(app.url, ada, level="Marathon")
    course = await course_in(app.store, ada.page.url)
    assert await ada.page.evaluate(TOO_WIDE) == []
    # the start is in view, large enough to tap; the whole board is one button away
    left, top, right, bottom = await box(ada.cell(course.start))
    assert left >= 0 and top >= 0 and right <= 412 and bottom <= 839  # noqa: PT018
    assert right - left >= 32
    await ada.button("Whole board").click()
    for corner in (0, 79, 3120, 3199):
        left, top, right, bottom = await box(ada.cell(corner))
        assert left >= 0 and top >= 0 and right <= 412 and bottom <= 839  # noqa: PT018

"""G14: a race in Hebrew on a phone against one in Hindi on a desktop, found by their own words."""

import asyncio

import pytest
from playwright.async_api import Locator, expect

from server.app import App
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in
from tests.browser.driving import Player
from tests.client.catalogues import catalogue

pytestmark = pytest.mark.browser
HEBREW, HINDI = catalogue("he"), catalogue("hi")
FROM_LEFT = """(element, parts) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const places = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const part of parts) {
      const at = node.data.indexOf(part);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + part.length);
      places.push([range.getBoundingClientRect().left, part]);
    }
  }
  return places.sort((a, b) => a[0] - b[0]).map(([, part]) => part);
}"""
"""Parts of a text in the order in which they stand in the window."""


async def left(of: Locator) -> float:
    box = await of.bounding_box()
    assert box is not None
    return box["x"]


async def host_in_hebrew(dana: Player, url: str) -> str:
    await dana.page.goto(url)
    await expect(dana.page.locator("html")).to_have_attribute("dir", "rtl")
    await dana.page.get_by_label(HEBREW["home.name"]).fill(dana.name)
    await dana.press(dana.button(HEBREW["home.friends"]))
    dialog = dana.page.get_by_role("dialog")
    for level, parts in (("marathon", ["80", "40"]), ("hard", ["20", "12"])):
        size = dialog.locator(f'[data-level="{level}"] .size bdi')
        assert await size.evaluate(FROM_LEFT, parts) == parts
    await dana.press(dialog.get_by_text(HEBREW["level.beginner"], exact=True))
    await dana.press(dialog.get_by_role("button", name=HEBREW["setup.submit_create"]))
    await expect(dana.member(dana.name)).to_be_visible()
    return dana.page.url


async def join_in_hindi(asha: Player, link: str) -> None:
    await asha.page.goto(link)
    await expect(asha.page.locator("html")).to_have_attribute("lang", "hi")
    await asha.page.get_by_label(HINDI["home.name"]).fill(asha.name)
    await asha.press(asha.button(HINDI["entry.join"]))
    await expect(
        asha.page.get_by_text(HINDI["lobby.count"]["other"].format(count=2))
    ).to_be_visible()
    await asha.press(asha.button(HINDI["lobby.ready"]))
    await expect(asha.button(HINDI["lobby.is_ready"])).to_be_visible()


async def test_a_race_in_hebrew_on_a_phone_against_one_in_hindi_on_a_desktop(
    app: App, new_player: NewPlayer
) -> None:
    dana = await new_player("דנה", phone=True, locale="he-IL")
    asha = await new_player("आशा", locale="hi-IN")
    link = await host_in_hebrew(dana, app.url)
    await join_in_hindi(asha, link)
    await expect(dana.page.get_by_text(HEBREW["lobby.count"]["two"])).to_be_visible()
    await dana.press(dana.button(HEBREW["lobby.ready"]))
    await dana.press(dana.button(HEBREW["lobby.start"]))
    await asyncio.gather(dana.see_go(), asha.see_go())
    course = await course_in(app.store, link)
    opening = course.shown(course.beginning)
    assert await dana.look() == await asha.look() == opening

    # The page is mirrored; board, clock, and arrows are not.
    assert await left(dana.cell(0)) < await left(dana.cell(1)) < await left(dana.cell(8))
    assert await left(dana.button(HEBREW["race.flag_mode"])) < 100
    assert await left(dana.button(HEBREW["race.menu"])) > 300
    assert await left(asha.button(HINDI["race.menu"])) < 100
    timer = dana.page.get_by_role("timer")
    assert await timer.evaluate("(one) => getComputedStyle(one).direction") == "ltr"
    await dana.cell(40).focus()
    await dana.page.keyboard.press("ArrowLeft")
    await expect(dana.cell(39)).to_be_focused()
    await dana.page.keyboard.press("ArrowRight")
    await dana.page.keyboard.press("ArrowRight")
    await expect(dana.cell(41)).to_be_focused()
    state = HEBREW["board.start"].format(state=HEBREW["board.empty"])
    await expect(dana.cell(course.start)).to_have_accessible_name(
        HEBREW["board.cell"].format(
            state=state, row=course.start // 9 + 1, column=course.start % 9 + 1
        )
    )

    # Both play: one mine for the phone, the whole board for the desktop.
    await dana.step("open", course.mined(course.beginning)[0])
    await expect(dana.page.get_by_text(HEBREW["end.out"]).first).to_be_visible()
    await asha.make(course.steps())
    won, lost = HINDI["results.you_won"].split("{time}"), HEBREW["results.won_by"]
    await expect(asha.page.get_by_role("heading", level=1)).to_contain_text(won[1].strip())
    await expect(dana.page.get_by_role("heading", level=1)).to_have_text(lost.format(name="आशा"))
    first = dana.page.locator("tbody tr").first
    time = (await first.locator("strong[dir=ltr]").inner_text()).strip()
    minutes, seconds = time.split(":")
    assert minutes == "0"
    parts = [f"{minutes}:", seconds]
    assert await first.locator("strong[dir=ltr]").evaluate(FROM_LEFT, parts) == parts
    assert await left(first.locator("td").first) > await left(first.locator("strong"))

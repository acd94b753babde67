"""R1, R6, R12: three people race, and everyone can watch it again: every time and every cell.

Ada sits at the page, Bo and Cid play without one. What the replay has to show is folded from the
events in the server's store.
"""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Page, expect

from server.app import App
from server.engine.cells import from_runs, scan
from server.race import events as facts
from tests.browser.conftest import NewPlayer
from tests.browser.course import Course, course_in
from tests.suites.peer import Peer

pytestmark = pytest.mark.browser
LOOK = """() => Object.fromEntries([...document.querySelectorAll('.replay-board')].map((board) => [
  board.dataset.player,
  [...board.querySelectorAll('[data-c]')].map((cell) =>
    ({hidden: '.', flag: 'F', hit: '*', mine: 'm', wrong: 'x'})[cell.dataset.s] ?? cell.dataset.n
  ).join(''),
]))"""
STEPS = f"""async ([key, count]) => {{
  const seen = [];
  for (let step = 0; step < count; step += 1) {{
    const pressed = new KeyboardEvent('keydown', {{ key, bubbles: true, cancelable: true }});
    document.activeElement.dispatchEvent(pressed);
    await new Promise(requestAnimationFrame);
    seen.push([document.querySelector('.replay-time .digits').textContent, ({LOOK})()]);
  }}
  return seen;
}}"""
"""Presses a key so often; gives the time and all boards after each."""

Boards = Mapping[str, str]
"""What each player's board shows, one character per cell."""


def clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


def moments(log: list[facts.Event], course: Course) -> dict[int, Boards]:
    """All boards by elapsed time, after every move that was made in that millisecond."""
    go = next(event for event in log if isinstance(event, facts.Went))
    racers = [event.player for event in log if isinstance(event, facts.Joined)]
    cells = {racer: list(course.shown(course.beginning)) for racer in racers}
    found: dict[int, Boards] = {0: {one: "".join(shown) for one, shown in cells.items()}}
    for event in log:
        if not isinstance(event, facts.Moved):
            continue
        shown = cells[event.player]
        for cell in scan(from_runs(event.opened)):
            shown[cell] = str(course.board.numbers[cell])
        for mine in event.hit:
            shown[mine] = "*"
        if event.flag is not None:
            shown[event.cell] = "F" if event.flag else "."
        found[event.at - go.at] = {one: "".join(shown) for one, shown in cells.items()}
    return found


def over(course: Course, boards: Boards) -> Boards:
    """The boards when all mines are told (R6)."""
    mines = set(scan(course.board.mines))
    return {
        player: "".join(
            "m"
            if one == "." and cell in mines
            else "x"
            if one == "F" and cell not in mines
            else one
            for cell, one in enumerate(shown)
        )
        for player, shown in boards.items()
    }


async def look(page: Page) -> Boards:
    boards: Boards = await page.evaluate(LOOK)
    return boards


async def test_a_race_of_three_is_watched_again(app: App, new_player: NewPlayer) -> None:
    ada = await new_player("Ada")
    link = await ada.create_room(app.url)
    code = link.partition("r=")[2]
    bo, cid = [await Peer.join(app.url, code, name) for name in ("Bo", "Cid")]
    for peer in (bo, cid):
        await peer.send("ready", ready=True)
    await ada.get_ready()
    await ada.start()
    await ada.see_go()
    course = await course_in(app.store, link)
    steps, safe = course.steps(), course.safe(course.beginning)
    await ada.make(steps[:2])
    # Bo flags a safe cell and then opens a mine; Cid clears the board without a page.
    await bo.move("flag", safe[-1])
    await bo.move("open", safe[0])
    for kind, cell in steps[:5]:
        await cid.move(kind, cell)
    await ada.make(steps[2:4])
    await bo.move("open", course.mined(course.beginning)[0])
    for kind, cell in steps[5:]:
        await cid.move(kind, cell)
    await ada.make(steps[4:])
    await expect(ada.heading("Place 2 of 3")).to_be_visible()
    results = {row[1].split()[-1]: row for row in (await ada.table())[1:]}

    stored = await app.store.race(course.race)
    assert stored is not None
    log = list(stored.events)
    expected = moments(log, course)
    times = sorted(expected)
    placings = next(event for event in log if isinstance(event, facts.Finished)).placings
    length_ms = max(one.time_ms for one in placings)

    # forwards, move by move, all three in step; then backwards
    page = ada.page
    await page.get_by_role("link", name="Watch the replay").click()
    await expect(page.get_by_role("group", name="Playback")).to_be_visible()
    await page.keyboard.press("Home")
    assert await look(page) == expected[0]
    seen = await page.evaluate(STEPS, [".", len(times) - 1])
    for at, (time, shown) in zip(times[1:], seen, strict=True):
        assert time == clock(at)
        assert shown == (over(course, expected[at]) if at >= length_ms else expected[at]), at
    await page.keyboard.press("End")
    assert await look(page) == over(course, expected[times[-1]])
    assert "x" in (await look(page))[bo.player]
    back = [at for at in times if at < length_ms][::-1]
    seen = await page.evaluate(STEPS, [",", len(back)])
    for at, (time, shown) in zip(back, seen, strict=True):
        assert time == clock(at)
        assert shown == expected[at], at

    # the ranking is that of the results, with every recorded time
    await page.keyboard.press("End")
    lanes = [text.split("\n") for text in await page.locator(".lane").all_inner_texts()]
    names = {ada.player: "Ada", bo.player: "Bo", cid.player: "Cid"}
    for lane, one in zip(lanes, placings, strict=True):
        words = " ".join(lane)
        assert names[one.player] in words
        assert f"#{one.place}" in words
        assert (clock(one.time_ms) if one.outcome == "cleared" else "Out") in words
        assert results[names[one.player]][2] in words

    # the room is still there behind it
    await page.get_by_role("link", name="Results").click()
    await expect(ada.heading("Place 2 of 3")).to_be_visible()
    await bo.close()
    await cid.close()

    # somebody with the link, on a phone: one board, at that time
    eve = await new_player("Eve", phone=True)
    middle = times[len(times) // 2]
    query = f"?replay={course.race}&p={cid.player}&t={middle}"
    await eve.page.goto(f"{app.url}{query}")
    await expect(eve.page.get_by_role("group", name="Playback")).to_be_visible()
    assert await look(eve.page) == {cid.player: expected[middle][cid.player]}
    await eve.page.locator(".lane").filter(has_text="Ada").tap()
    assert await look(eve.page) == {ada.player: expected[middle][ada.player]}
    async with eve.page.expect_download() as coming:
        await eve.page.get_by_role("link", name="Download the replay").tap()
    document: dict[str, Any] = json.loads((await (await coming.value).path()).read_text())
    assert (document["format"], document["race"]) == ("demineur-replay", course.race)

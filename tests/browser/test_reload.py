"""R14 in the browser: somebody reloads the page in mid race and loses nothing."""

import asyncio

import pytest
from playwright.async_api import expect

from server.app import App
from server.race import events as facts
from tests.browser.conftest import NewPlayer
from tests.browser.course import Step, course_in
from tests.browser.driving import Player, race
from tests.suites.traffic import leaks

pytestmark = pytest.mark.browser


def clock_ms(text: str) -> int:
    """`1:02.3` as milliseconds."""
    minutes, _, seconds = text.partition(":")
    return round((int(minutes) * 60 + float(seconds)) * 1000)


async def read_clock(player: Player) -> int:
    timer = player.page.get_by_role("timer")
    await expect(timer).not_to_have_text("0:00.0")
    return clock_ms(await timer.inner_text())


async def test_r14_a_reload_in_mid_race_loses_nothing(app: App, new_player: NewPlayer) -> None:
    ada, bo, cy = [await new_player(name) for name in ("Ada", "Bo", "Cy")]
    course = await course_in(app.store, await race(app.url, ada, bo, cy))

    # Bo plays half of the board and sets a flag that is wrong
    steps = course.steps()
    half = steps[: len(steps) // 2]
    wrong = Step("flag", course.safe(course.after(half))[-1])
    await bo.make([*half, wrong])
    shown = course.shown(course.after([*half, wrong]))
    await bo.see(shown)
    counter = await bo.race.locator(".hud-mines").inner_text()
    before = await read_clock(bo)
    made = len(bo.moves)

    await bo.page.reload()
    await bo.see(shown)
    assert await bo.race.locator(".hud-mines").inner_text() == counter
    assert 0 < before <= await read_clock(bo)
    await expect(bo.cell(course.start)).to_have_attribute("data-start", "")
    # nobody else's board has changed, and they see Bo as present
    assert await ada.look() == course.shown(course.beginning)
    await expect(ada.lane("Bo").get_by_text("Away")).to_have_count(0)

    await bo.step("unflag", wrong.cell)
    await bo.make(steps[len(half) :])
    await expect(bo.race.get_by_text("Cleared in")).to_be_visible()
    numbers = [move["n"] for move in bo.moves]
    assert numbers == list(range(1, len(steps) + 3))
    assert made == len(half) + 1

    await asyncio.gather(*(lose(player, course.mined(course.beginning)[0]) for player in (ada, cy)))
    await expect(bo.heading("You won in")).to_be_visible()
    for player in (ada, cy):
        await expect(player.heading("Bo wins")).to_be_visible()
    assert [row[1].split()[-1] for row in await ada.table()][1] == "Bo"
    assert await bo.table() == await ada.table()

    stored = await app.store.race(course.race)
    assert stored is not None
    moved = [e.n for e in stored.events if isinstance(e, facts.Moved) and e.player == bo.player]
    assert moved == numbers
    for player in (ada, bo, cy):
        assert leaks(player.player, player.received, {stored.race: stored.events}) == []


async def lose(player: Player, mine: int) -> None:
    await player.step("open", mine)
    await expect(player.race.get_by_text("Out: you hit a mine.")).to_be_visible()

"""R14 in the browser: the server is killed in mid race, tabs are doubled, the network goes away.

Nobody touches a page to get it back; what a page shows afterwards is held against the log.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.race import events as facts
from tests.browser.conftest import NewPlayer, pin_secret
from tests.browser.course import Step, course_of
from tests.browser.driving import Player, race
from tests.browser.test_reload import read_clock
from tests.fault.folding import fold
from tests.fault.server import ServerUnderTest
from tests.fault.stored import read_log

pytestmark = pytest.mark.browser

SLACK_MS = 300
"""Reading a clock off a page takes time, and it shows tenths."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerUnderTest]:
    data = tmp_path / "data"
    data.mkdir()
    await pin_secret(data)
    async with ServerUnderTest(data) as started:
        await started.start()
        yield started


def log_of(server: ServerUnderTest) -> tuple[facts.Event, ...]:
    """The one race that there is."""
    (log,) = read_log(server.data).races.values()
    return log


def moves_of(server: ServerUnderTest, player: Player) -> list[int]:
    return [
        event.n
        for event in log_of(server)
        if isinstance(event, facts.Moved) and event.player == player.player
    ]


async def see_line(player: Player, *, lost: bool) -> None:
    banner = player.page.get_by_text("Connection lost.")
    await (expect(banner).to_be_visible() if lost else expect(banner).to_be_hidden())


def now_ms() -> float:
    return asyncio.get_running_loop().time() * 1_000


async def test_r14_after_kill_9_both_pages_go_on_by_themselves(
    server: ServerUnderTest, new_player: NewPlayer
) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo", phone=True)
    await race(server.url, ada, bo)
    course = course_of(log_of(server))
    steps = course.steps()
    half = steps[: len(steps) // 2]
    wrong = Step("flag", course.safe(course.after(half))[-1])
    flags = [Step("flag", mine) for mine in course.mined(course.beginning)[:2]]
    await ada.make([*half, wrong])
    await bo.make(flags)
    shown = [course.shown(course.after(made)) for made in ([*half, wrong], flags)]
    for player, sees in zip((ada, bo), shown, strict=True):
        await player.see(sees)

    before = await read_clock(ada)
    read = now_ms()
    await server.kill()
    killed = now_ms()
    await asyncio.gather(*(see_line(player, lost=True) for player in (ada, bo)))
    assert [await player.look() for player in (ada, bo)] == shown
    await server.start()
    served = now_ms()
    await asyncio.gather(*(see_line(player, lost=False) for player in (ada, bo)))
    assert [await player.look() for player in (ada, bo)] == shown
    after = await read_clock(ada)
    # the clock stood from the kill until somebody was back, which was when the server served
    ran = (killed - read) + (now_ms() - served)
    assert after <= before + ran + SLACK_MS
    assert served - killed > SLACK_MS, "too short to be noticed"

    await ada.step("unflag", wrong.cell)
    await ada.make(steps[len(half) :])
    await expect(ada.race.get_by_text("Cleared in")).to_be_visible()
    await bo.step("open", course.mined(course.beginning)[2])
    await asyncio.gather(
        expect(ada.heading("You won in")).to_be_visible(),
        expect(bo.heading("Ada wins")).to_be_visible(),
    )
    folded = fold(log_of(server))
    assert folded.problems == []
    assert folded.interrupted == 1
    assert moves_of(server, ada) == list(range(1, len(steps) + 3))
    assert moves_of(server, bo) == [1, 2, 3]


async def test_r14_of_two_tabs_the_newer_wins_for_good(
    server: ServerUnderTest, new_player: NewPlayer
) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo")
    link = await race(server.url, ada, bo)
    course = course_of(log_of(server))
    cells = course.safe(course.beginning)[:3]
    await ada.step("open", cells[0])
    await ada.cell(cells[0], "open").wait_for()

    tab = await new_player("Ada", context=ada.page.context)
    await tab.page.goto(link)
    await tab.see(course.shown(course.after([Step("open", cells[0])])))
    taken_over = ada.heading("Opened in another tab")
    await expect(taken_over).to_be_visible()
    await tab.step("open", cells[1])
    await tab.cell(cells[1], "open").wait_for()
    heard = len(ada.received)

    # not even a new server brings the older one back
    await server.kill()
    await see_line(tab, lost=True)
    await server.start()
    await see_line(tab, lost=False)
    await tab.step("open", cells[2])
    shown = course.shown(course.after([Step("open", cell) for cell in cells]))
    await tab.see(shown)
    await expect(taken_over).to_be_visible()
    assert len(ada.received) == heard
    await expect(bo.lane("Ada").get_by_text("Away")).to_have_count(0)

    # its user may
    await ada.press(ada.button("Play here"))
    await ada.see(shown)
    await expect(tab.heading("Opened in another tab")).to_be_visible()
    assert tab.player == ada.player
    assert moves_of(server, ada) == [1, 2, 3]


async def test_r14_offline_and_online_again(server: ServerUnderTest, new_player: NewPlayer) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo")
    await race(server.url, ada, bo)
    course = course_of(log_of(server))
    steps = course.steps()
    await ada.make(steps[:3])
    shown = course.shown(course.after(steps[:3]))
    await ada.see(shown)

    await ada.page.context.set_offline(True)
    await expect(ada.page.get_by_text("You are offline.")).to_be_visible()
    await expect(bo.lane("Ada").get_by_text("Away")).to_be_visible()
    assert await ada.look() == shown
    before = await read_clock(ada)
    progress = await ada.bar("Bo").get_attribute("value")
    assert progress is not None
    await bo.make(steps[:-1])
    await expect(bo.bar("Bo")).not_to_have_attribute("value", progress)
    await expect(ada.bar("Bo")).to_have_attribute("value", progress)

    await ada.page.context.set_offline(False)
    await expect(ada.page.get_by_text("You are offline.")).to_be_hidden()
    await see_line(ada, lost=False)
    await expect(bo.lane("Ada").get_by_text("Away")).to_have_count(0)
    # the clock of a race that goes on has gone on
    await expect(ada.bar("Bo")).not_to_have_attribute("value", progress)
    assert await read_clock(ada) > before
    await ada.see(shown)
    await ada.make(steps[3:])
    await expect(ada.race.get_by_text("Cleared in")).to_be_visible()
    assert moves_of(server, ada) == list(range(1, len(steps) + 1))

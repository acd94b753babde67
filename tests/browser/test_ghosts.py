"""R1, R3, R4, R16: a finished race is raced again, by somebody else, against its racer's ghost.

Ada clears a board at known times; Bo comes by her challenge link, whom the page does not
know. Where the ghost has to be is folded from the events in the server's store.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from server.app import App
from server.clock import SystemClock
from server.config import Config
from server.race import events as facts
from server.race.settings import COUNTDOWN_MS
from tests.browser.conftest import NewPlayer, pin_secret, pinned_letters
from tests.browser.course import course_in, course_of
from tests.suites.peer import Peer

pytestmark = pytest.mark.browser

WATCH = """() => {
  window.seen = [];
  const look = () => {
    const ghost = document.querySelector('.lane.ghost');
    const clock = document.querySelector('.hud-clock')?.textContent;
    if (ghost && clock) window.seen.push([clock, ghost.querySelector('progress').value]);
    window.verdict = document.querySelector('.ghost-verdict')?.textContent || window.verdict;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes what clock and ghost show, once a frame; and the verdict, which goes with the board."""
STEP_MS = 120
"""What a move takes Ada, at least."""
SAID = "(text) => window.verdict?.startsWith(text)"
TENTH_MS = 100
"""What the clock of a race shows."""


def shown_ms(clock: str) -> int:
    minutes, _, seconds = clock.partition(":")
    return int(minutes) * 60_000 + round(float(seconds) * 1000)


def progress(log: list[facts.Event]) -> list[tuple[int, int]]:
    """Elapsed time and whole percent after GO and every move of the only racer (R7)."""
    placings = next(event for event in log if isinstance(event, facts.Finished)).placings
    found: list[tuple[int, int]] = []
    go = 0
    for event in log:
        match event:
            case facts.Went():
                go = event.at
                found.append((0, event.done * 100 // placings[0].bbbv))
            case facts.Moved():
                found.append((event.at - go, event.done * 100 // placings[0].bbbv))
            case _:
                pass
    return found


async def facts_of(app: App, race: str) -> list[facts.Event]:
    stored = await app.store.race(race)
    assert stored is not None
    return list(stored.events)


class Leaping(SystemClock):
    """A clock that a test sets ahead, so that a race has taken longer than it did."""

    ahead_ms = 0

    def monotonic_ms(self) -> int:
        return super().monotonic_ms() + self.ahead_ms


@pytest.fixture
async def leaping() -> Leaping:
    return Leaping()


@pytest.fixture
async def app(tmp_path: Path, leaping: Leaping) -> AsyncIterator[App]:
    await pin_secret(tmp_path)
    config = Config(port=0, data=tmp_path)
    async with App(config, clock=leaping, letters=pinned_letters("ghosts")) as started:
        yield started


async def test_a_challenge_is_taken_up(app: App, leaping: Leaping, new_player: NewPlayer) -> None:
    ada, code = await Peer.create_room(app.url, "Ada")
    await ada.send("ready", ready=True)
    await ada.send("start", anyway=True)
    await ada.wait_for("countdown")
    leaping.ahead_ms += COUNTDOWN_MS
    past = await course_in(app.store, f"?r={code}")
    for kind, cell in past.steps():
        leaping.ahead_ms += STEP_MS
        await ada.move(kind, cell)
    results: dict[str, Any] = await ada.wait_for("results")
    log = await facts_of(app, past.race)
    steps = progress(log)
    time_ms = results["rows"][0]["time_ms"]

    # the link, by somebody new: whose time is to beat; two taps to the race
    bo = await new_player("Bo")
    await bo.page.goto(f"{app.url}?challenge={past.race}")
    await expect(bo.heading("Beat this!")).to_be_visible()
    table = await bo.table()
    assert table[1][:2] == ["Ada", clock(time_ms)]
    await bo.page.get_by_label("Your name").fill("Bo")
    await bo.page.evaluate(WATCH)
    await bo.button("Race alone now").click()
    await bo.see_go()
    link = bo.page.url
    course = await course_in(app.store, link)
    assert (course.board, course.start) == (past.board, past.start)
    await bo.see(course.shown(course.beginning))

    # the ghost goes as Ada went: at no moment later or earlier than the clock shows
    await expect(bo.lane("Ada (ghost)")).to_be_visible()
    await bo.page.wait_for_function(
        "() => document.querySelector('.ghost')?.dataset.outcome === 'cleared'"
    )
    seen = await bo.page.evaluate("window.seen")
    for told, value in seen:
        earliest = shown_ms(told)
        # Clock and lane are drawn in one frame; the clock rounds down to what it shows.
        possible = [percent for at, percent in steps if at <= earliest + TENTH_MS]
        reached = [percent for at, percent in steps if at <= earliest]
        if (told, value) != ("0:00.0", 0):
            assert reached[-1] <= value <= possible[-1], (told, value)
    assert len({value for _, value in seen}) > 3

    await bo.make(course.steps())
    verdict = "The ghost of \u2068Ada\u2069 was faster by"
    await bo.page.wait_for_function(SAID, arg=verdict)
    await expect(bo.heading("Cleared in")).to_be_visible()
    await expect(bo.page.get_by_role("region", name="Ghosts", exact=True)).to_contain_text(verdict)
    await expect(bo.page.locator(".results-sub")).to_contain_text("Unranked")
    again = course_of(await facts_of(app, course.race))
    assert again.board == past.board
    finished = (await facts_of(app, course.race))[-1]
    assert isinstance(finished, facts.Finished)
    assert not finished.ranked
    gap = finished.placings[0].time_ms - time_ms
    await expect(bo.page.locator(".ghost-sentence")).to_contain_text(clock(gap))

    # once more, against oneself
    await bo.button("Again, against these ghosts").click()
    await expect(bo.lane("Bo (ghost)")).to_be_visible()
    await expect(bo.lane("Ada (ghost)")).to_have_count(0)


def clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"

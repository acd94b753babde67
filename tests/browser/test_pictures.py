"""Takes the README's pictures from the real page: `./test pictures`.

Names, codes and boards are the same at every run; only the parts of a second differ.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from server.app import App
from server.clock import SystemClock
from server.config import Config
from server.race import events as facts
from tests.browser.conftest import NewPlayer, pin_secret, pinned_letters
from tests.browser.course import Step, course_in
from tests.browser.driving import Player
from tests.suites.peer import Peer

pytestmark = [pytest.mark.browser, pytest.mark.suite("pictures")]
FOLDER = Path(__file__).parents[2] / "client_web" / "pictures"
LARGEST_BYTES = 150_000
RIVALS = {"Maija": 0.85, "Νίκος": 0.45, "רות": 0.2}
"""How much of the course each of them has played."""
DESK = {"viewport": {"width": 1200, "height": 720}, "color_scheme": "light"}
PHONE = {"viewport": {"width": 390, "height": 780}, "device_scale_factor": 2}


class EarlyClock(SystemClock):
    """Jumps ahead at will: machines that play a race in five seconds look odd in a picture."""

    ahead_ms = 0

    def monotonic_ms(self) -> int:
        return super().monotonic_ms() + self.ahead_ms


@pytest.fixture
def clock() -> EarlyClock:
    return EarlyClock()


@pytest.fixture
async def app(tmp_path: Path, clock: EarlyClock) -> AsyncIterator[App]:
    await pin_secret(tmp_path)
    config = Config(port=0, data=tmp_path)
    async with App(config, clock=clock, letters=pinned_letters("pictures")) as started:
        yield started


def share(steps: list[Step], part: float) -> list[Step]:
    return steps[: round(len(steps) * part)]


async def take(page: Page, name: str) -> None:
    """A picture of what the window shows, without a pointer over it."""
    await page.mouse.move(0, 0)
    path = FOLDER / name
    FOLDER.mkdir(exist_ok=True)
    await page.screenshot(path=path, animations="disabled", caret="hide")
    assert path.stat().st_size < LARGEST_BYTES, name


async def gather(app: App, ada: Player, level: str) -> list[Peer]:
    """Ada and her friends in a new room, past GO."""
    link = await ada.create_room(app.url, level)
    rivals = []
    for name in RIVALS:
        rivals.append(await Peer.join(app.url, link.partition("r=")[2], name))
        await rivals[-1].send("ready", ready=True)
        await expect(ada.member(name).get_by_text("Ready", exact=True)).to_be_visible()
    await ada.get_ready()
    await ada.start()
    await ada.see_go()
    return rivals


async def see_progress(app: App, ada: Player) -> None:
    """All lanes of the page show what the log has."""
    room = await app.store.room(ada.page.url.partition("r=")[2])
    assert room is not None
    done = {event.player: event.done for event in room.events if isinstance(event, facts.Moved)}
    course = await course_in(app.store, ada.page.url)
    for member in room.members:
        percent = 100 * done[member.player] // course.board.bbbv
        await expect(ada.bar(member.name)).to_have_attribute("value", str(percent))


async def test_pictures_of_a_desktop(app: App, clock: EarlyClock, new_player: NewPlayer) -> None:
    ada = await new_player("Ada", **DESK)
    rivals = await gather(app, ada, "Hard")
    course = await course_in(app.store, ada.page.url)
    steps = course.steps()
    for rival, part in zip(rivals, RIVALS.values(), strict=True):
        for kind, cell in share(steps, part):
            await rival.move(kind, cell)
    clock.ahead_ms += 71_000
    played = share(steps, 0.6)
    await ada.make(played)
    await ada.see(course.shown(course.after(played)))
    await rivals[-1].move("open", course.mined(course.after(share(steps, 0.2)))[0])
    await see_progress(app, ada)
    await take(ada.page, "race-desktop.png")

    clock.ahead_ms += 38_000
    await ada.make(steps[len(played) :])
    clock.ahead_ms += 9_000
    for kind, cell in steps[len(share(steps, 0.85)) :]:
        await rivals[0].move(kind, cell)
    await rivals[1].send("give_up", race=rivals[1].race)
    await expect(ada.heading("You won in")).to_be_visible()
    await expect(ada.page.get_by_role("table")).to_be_visible()
    await take(ada.page, "results.png")
    for rival in rivals:
        await rival.close()


async def test_picture_of_a_phone(app: App, clock: EarlyClock, new_player: NewPlayer) -> None:
    ada = await new_player("Ada", phone=True, **PHONE)
    rivals = await gather(app, ada, "Beginner")
    course = await course_in(app.store, ada.page.url)
    steps = course.steps()
    for rival, part in zip(rivals, RIVALS.values(), strict=True):
        for kind, cell in share(steps, part):
            await rival.move(kind, cell)
    clock.ahead_ms += 26_000
    played = share(steps, 0.5)
    await ada.make(played)
    await ada.see(course.shown(course.after(played)))
    await see_progress(app, ada)
    await take(ada.page, "race-phone.png")

    # The same seat in the browser of somebody who reads Hebrew.
    await ada.page.add_init_script(
        "Object.defineProperty(navigator, 'languages', { get: () => ['he'] })"
    )
    await ada.page.reload()
    await expect(ada.page.locator("html")).to_have_attribute("dir", "rtl")
    await ada.see(course.shown(course.after(played)))
    await expect(ada.page.locator(".lane")).to_have_count(1 + len(RIVALS))
    await take(ada.page, "race-hebrew.png")
    for rival in rivals:
        await rival.close()

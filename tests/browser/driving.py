"""People at pages: what they do by mouse, finger and keys, and every frame that reached them.

A step waits for what it needs: a cell is clicked when it shows what the click is meant for.
"""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from playwright.async_api import CDPSession, Locator, Page, WebSocket, expect
from playwright.async_api import TimeoutError as TimedOut

from tests.browser.course import Step

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PIXEL_7: dict[str, Any] = {
    "viewport": {"width": 412, "height": 839},
    "device_scale_factor": 2.625,
    "is_mobile": True,
    "has_touch": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36"
    " (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
}
LOOK = """() => [...document.querySelectorAll('[data-c]')].map((cell) =>
  ({hidden: '.', flag: 'F', hit: '*', mine: 'm', wrong: 'x'})[cell.dataset.s] ?? cell.dataset.n
).join('')"""
RUNS = """() => document.querySelector(
  'main .race [role=grid]:not([aria-disabled])') !== null"""
MIDDLE = """([cell, state]) => {
  const one = document.querySelector(`[data-c="${cell}"][data-s="${state}"]`);
  if (one === null || one.closest('[aria-disabled]') !== null) return null;
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Asked once a frame, until the board takes moves and a cell is in a state."""
STATE_NEEDED = {"open": "hidden", "flag": "hidden", "unflag": "flag", "chord": "open"}
"""What a cell has to show before a move is made on it."""

Point = tuple[float, float]


class Player:
    """One person with one page."""

    def __init__(self, page: Page, name: str, hand: CDPSession | None = None) -> None:
        self.page = page
        self.name = name
        self.hand = hand
        """With it they use fingers, without it a mouse."""
        self.received: list[str] = []
        """Every frame that the page received, in order."""
        self.moves: list[dict[str, Any]] = []
        """Every move that the page sent."""
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))
        socket.on("framesent", self._sent)

    def _sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "move":
            self.moves.append(message)

    @property
    def player(self) -> str:
        """The public id, as the newest `welcome` told it."""
        welcomes = [text for text in self.received if json.loads(text)["t"] == "welcome"]
        return str(json.loads(welcomes[-1])["player"])

    # -- coming into a room -----------------------------------------------------------------------

    async def create_room(self, url: str, level: str = "Beginner") -> str:
        """From the home page to the lobby of a new room; gives its link."""
        await self.page.goto(url)
        await self.page.get_by_label("Your name").fill(self.name)
        await self.press(self.button("Play with friends"))
        dialog = self.page.get_by_role("dialog")
        await self.press(dialog.get_by_text(level, exact=True))
        await self.press(dialog.get_by_role("button", name="Create room"))
        await expect(self.member(self.name)).to_be_visible()
        return self.page.url

    async def join(self, link: str, *, watch: bool = False) -> None:
        """By the room's link, as somebody whom the page does not know yet."""
        await self.page.goto(link)
        await self.page.get_by_label("Your name").fill(self.name)
        await self.press(self.button("Just watch" if watch else "Join"))

    async def get_ready(self) -> None:
        await self.press(self.button("I’m ready"))
        await expect(self.button("Ready!")).to_be_visible()

    async def start(self) -> None:
        await self.press(self.button("Start the race"))

    # -- in a race --------------------------------------------------------------------------------

    async def see_go(self) -> None:
        """The race runs and the board takes moves; asked once a frame, since races wait for it."""
        await self.page.wait_for_function(RUNS)

    @property
    def race(self) -> Locator:
        """Everything of a race."""
        return self.page.get_by_role("region", name="Race", exact=True)

    def cell(self, cell: int, state: str = "") -> Locator:
        """A cell of the board; with a state, once it is in that state."""
        return self.page.locator(f'[data-c="{cell}"]' + (f'[data-s="{state}"]' if state else ""))

    async def look(self) -> str:
        """The board as the page shows it, one character per cell."""
        shown: str = await self.page.evaluate(LOOK)
        return shown

    async def see(self, shown: str) -> None:
        """The board shows this, or soon will."""
        await self.page.wait_for_function(f"(shown) => ({LOOK})() === shown", arg=shown)

    async def step(self, kind: str, cell: int) -> None:
        """One move by mouse or finger, on a cell that shows what the move needs."""
        x, y = await self.middle(cell, STATE_NEEDED[kind])
        if "flag" in kind and self.hand:
            await self.fingers("touchStart", (x, y))
            await self.middle(cell, "flag" if kind == "flag" else "hidden")
            await self.fingers("touchEnd")
        elif self.hand:
            await self.page.touchscreen.tap(x, y)
        else:
            await self.page.mouse.click(x, y, button="right" if "flag" in kind else "left")

    async def make(self, steps: Sequence[Step]) -> None:
        for kind, cell in steps:
            await self.step(kind, cell)

    async def press(self, what: Locator) -> None:
        """A click or a tap."""
        await (what.tap() if self.hand else what.click())

    async def fingers(self, kind: str, *points: Point) -> None:
        """`touchStart`, `touchMove`, `touchEnd` with all fingers that are down then."""
        assert self.hand is not None
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self.hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    async def middle(self, cell: int, state: str) -> Point:
        """The middle of a cell in the window, once it is in that state; scrolls it into view."""
        try:
            found = await self.page.wait_for_function(MIDDLE, arg=[cell, state])
        except TimedOut:
            board, banner = await self.look(), await self.page.locator(".line-banner").inner_text()
            raise AssertionError(f"no {state} {cell}: {board} {banner} {self.moves}") from None
        x, y = await found.json_value()
        return x, y

    # -- what is on the page ----------------------------------------------------------------------

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def heading(self, name: str) -> Locator:
        return self.page.get_by_role("heading", name=name)

    def member(self, name: str) -> Locator:
        """The line of a member in the lobby."""
        return self.page.get_by_role("listitem").filter(has_text=name)

    def lane(self, name: str) -> Locator:
        """The lane of a racer."""
        lanes = self.page.get_by_role("complementary", name="How far everyone is")
        return lanes.get_by_role("listitem").filter(has_text=name)

    def bar(self, name: str) -> Locator:
        """How far a racer is."""
        return self.lane(name).get_by_role("progressbar")

    async def table(self) -> list[list[str]]:
        """The cells of the table on the page, heads included, as a reader sees them."""
        await expect(self.page.get_by_role("table")).to_be_visible()
        rows: list[list[str]] = await self.page.evaluate(
            "() => [...document.querySelectorAll('table tr')]"
            ".map((row) => [...row.cells].map((cell) => cell.innerText.trim()))"
        )
        return rows


async def race(url: str, *players: Player, level: str = "Beginner") -> str:
    """All of them in a new room of the first one, and past GO; gives the room's link."""
    host, *guests = players
    link = await host.create_room(url, level)
    for guest in guests:
        await guest.join(link)
        await expect(host.member(guest.name)).to_be_visible()
    await asyncio.gather(*(player.get_ready() for player in players))
    await host.start()
    await asyncio.gather(*(player.see_go() for player in players))
    return link

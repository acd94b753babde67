"""Bots on the page (R18): marked wherever they are named, added by the host, in a board apart."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.looked_back import looked_back
from tests.client.replay.recorded import recorded
from tests.client.scripted import INDEX, PICTURE, RESULTS, TWO, Server, join, racing, snapshot
from tests.client.test_ghosts import FILES, OLD, PAST, PLAYERS, REPLAY
from tests.client.test_ghosts import racing as racing_ghosts
from tests.client.test_statistics import ME, PROFILE, opened

pytestmark = pytest.mark.browser

RACE = "DDDDDDDDDD"
LINE: dict[str, Any] = {"player": "BBBBBBBBBB", "name": "Bolt", "time_ms": 9_000, "date_ms": 1}
BEST: dict[str, Any] = {
    "level": "beginner",
    "period": "all",
    "kind": "bot",
    "rows": [LINE | {"place": 1, "bbbv": 20, "race": RACE}],
}
WITH_A_BOT = [TWO[0], TWO[1] | {"bot": True}]


async def in_room(open_page: OpenPage, **message: Any) -> tuple[Page, Server]:
    """Ada, the host, and a bot."""
    page = await open_page(INDEX, files=PICTURE)

    def told() -> list[dict[str, Any]]:
        answer = snapshot(room={"host": "ME", "phase": "lobby"}, **message)
        answer["room"]["members"] = WITH_A_BOT
        return [answer]

    server = await Server(page, told).start()
    await join(page)
    return page, server


async def test_r18_a_bot_is_marked_among_the_members(open_page: OpenPage) -> None:
    page, _ = await in_room(open_page)
    bot = page.locator(".member").filter(has_text="Bo")
    await expect(bot.locator(".bot-mark")).to_be_visible()
    await expect(bot.locator(".bot-mark")).to_have_text("Bot")
    await expect(page.locator(".member .bot-mark")).to_have_count(1)


async def test_r18_the_host_adds_a_bot_at_one_of_three_speeds(open_page: OpenPage) -> None:
    page, server = await in_room(open_page)
    await page.get_by_role("button", name="Add a bot").click()
    dialog = page.get_by_role("dialog")
    for speed in ("Slow", "Medium", "Fast"):
        await expect(dialog.get_by_role("button", name=speed)).to_be_visible()
    await dialog.get_by_role("button", name="Fast").click()
    await server.hears("add_bot")
    assert {"t": "add_bot", "speed": "fast"} in server.told
    await expect(dialog).to_have_count(0)
    server.say({"t": "rejected", "code": "bots_unavailable", "re": "add_bot", "n": None})
    await expect(page.get_by_text("This server has no bots just now.")).to_be_visible()


async def test_r18_whether_bots_may_come_in_is_an_option_that_is_off(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, list).start()
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_role("button", name="Create a room").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_text("Options", exact=True).click()
    bots = dialog.get_by_role("switch", name="Bots may come in")
    await expect(bots).not_to_be_checked()
    await bots.click()
    await dialog.get_by_role("button", name="Create room").click()
    await server.hears("create")
    (create,) = [told for told in server.told if told["t"] == "create"]
    assert create["settings"]["bots"] is True


async def test_r18_a_bot_is_marked_in_its_lane(open_page: OpenPage) -> None:
    page, _ = await in_room(open_page, view=racing())
    lanes = page.locator(".lane")
    await expect(lanes.filter(has_text="Bo").locator(".bot-mark")).to_be_visible()
    await expect(lanes.locator(".bot-mark")).to_have_count(1)


async def test_r18_a_bot_is_marked_in_results(open_page: OpenPage) -> None:
    rows = [RESULTS["rows"][0], RESULTS["rows"][1] | {"bot": True}]
    page = await opened(open_page, f"?race={RACE}", {f"api/race/{RACE}": RESULTS | {"rows": rows}})
    await expect(page.locator("tr").filter(has_text="Bo").locator(".bot-mark")).to_be_visible()
    await expect(page.locator(".bot-mark")).to_have_count(1)


async def test_r18_a_bot_is_marked_in_the_look_back(open_page: OpenPage) -> None:
    document = looked_back()
    document["racers"][0]["bot"] = True
    page = await opened(open_page, f"?insight={RACE}", {f"api/race/{RACE}/insight": document})
    marks = page.locator(".insight .bot-mark")
    await expect(marks.first).to_be_visible()
    await expect(page.locator(".insight-figures .bot-mark")).to_have_count(1)
    await expect(page.locator(".insight-legend .bot-mark")).to_have_count(1)


async def test_r18_a_bot_is_marked_over_its_board_in_a_replay(open_page: OpenPage) -> None:
    document = recorded("page 1")
    document["players"][0]["bot"] = True
    page = await opened(open_page, f"?replay={RACE}&t=0", {f"api/race/{RACE}/replay": document})
    boards = page.locator(".replay-board")
    await expect(boards).to_have_count(len(document["players"]))
    await expect(boards.first.locator(".bot-mark")).to_be_visible()
    await expect(boards.locator(".bot-mark")).to_have_count(1)
    await expect(page.locator(".lane .bot-mark")).to_have_count(1)


async def test_r18_the_ghost_of_a_bot_is_marked(open_page: OpenPage) -> None:
    players = [PLAYERS[0] | {"bot": True}, *PLAYERS[1:]]
    files = {
        f"api/race/{PAST}": json.dumps(OLD | {"rows": players}),
        f"api/race/{PAST}/replay": json.dumps(REPLAY | {"players": players}),
    }
    page = await open_page(INDEX, files=FILES | files)
    await racing_ghosts(page)
    await expect(page.locator(".lane.ghost").first.locator(".bot-mark")).to_be_visible()
    await expect(page.locator(".lane .bot-mark")).to_have_count(1)
    await page.goto(f"{ORIGIN}/?challenge={PAST}")
    rows = page.locator(".ghost-table tbody tr")
    await expect(rows.first.locator(".bot-mark")).to_be_visible()
    await expect(rows.locator(".bot-mark")).to_have_count(1)


async def test_r18_bots_have_best_times_of_their_own(open_page: OpenPage) -> None:
    page = await opened(open_page, "?v=best", {"api/best": BEST | {"kind": "human", "rows": []}})
    players = page.get_by_role("combobox", name="Players")
    await expect(players).to_have_value("people")
    async with page.expect_request("**/api/best?*kind=bot"):
        await players.select_option("bots")
    await expect(page).to_have_url(f"{ORIGIN}/?v=best&players=bots")
    page = await opened(open_page, "?v=best&players=bots", {"api/best": BEST})
    row = page.locator("tr").filter(has_text="Bolt")
    await expect(row.locator(".bot-mark")).to_be_visible()


@pytest.mark.parametrize("bot", [True, False])
async def test_r18_a_bot_is_marked_on_its_own_page(open_page: OpenPage, *, bot: bool) -> None:
    page = await opened(open_page, f"?p={ME}", {f"api/player/{ME}": PROFILE | {"bot": bot}})
    heading = page.get_by_role("heading", level=1)
    await expect(heading).to_contain_text("Ada")
    await expect(heading.locator(".bot-mark")).to_have_count(int(bot))

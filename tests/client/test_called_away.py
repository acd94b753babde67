"""R9, R14: who reads something while the next race of the room begins is taken to the board."""

import json
from typing import Any

import pytest
from playwright.async_api import expect

from tests.client.conftest import OpenPage
from tests.client.looked_back import RACE
from tests.client.replay.recorded import recorded
from tests.client.scripted import INDEX, PICTURE, RESULTS, STANDINGS, TWO, Server, join, snapshot
from tests.client.test_store import view

pytestmark = pytest.mark.browser
FILES = PICTURE | {
    f"api/race/{RACE}/replay": "{}",
    f"api/race/{RACE}/insight": "{}",
    "api/room/BCDFGHJK": '{"levels": []}',
}
PAST = RESULTS | {"race": RACE}


def raced(**changes: Any) -> dict[str, Any]:
    return view(racers=["ME", "BO"], standings=STANDINGS, own={"grid": "........."}, **changes)


@pytest.mark.parametrize("link", ["Look back", "Watch the replay", "Leaderboard"])
@pytest.mark.parametrize("reloaded", [False, True], ids=["raced here", "after a reload"])
async def test_a_race_that_begins_comes_before_what_is_read(
    open_page: OpenPage, link: str, *, reloaded: bool
) -> None:
    page = await open_page(INDEX, files=FILES)
    over = {"race": RACE, "last_race": RACE, "phase": "finished", "code": "BCDFGHJK"}
    first = snapshot(view=raced(race=RACE), room={"race": RACE, "code": "BCDFGHJK"})
    if reloaded:
        first = snapshot(room=over, results=PAST)
    server = await Server(page, lambda: [first]).start()
    await join(page)
    if not reloaded:
        await expect(page.locator(".race")).to_be_visible()
        server.say({"t": "results", **PAST})
        server.say({"t": "room", "room": snapshot(room=over)["room"]})
    await page.get_by_role("link", name=link).click()
    await expect(page.locator(".results")).to_have_count(0)

    following = over | {"race": "NEXT", "phase": "lobby"}
    server.say({"t": "room", "room": snapshot(room=following)["room"]})
    server.say({"t": "room", "room": snapshot(room=following | {"phase": "countdown"})["room"]})
    server.say({"t": "countdown", "view": raced(race="NEXT", phase="countdown", go_in_ms=3000)})
    await expect(page.locator(".race")).to_be_visible()
    assert page.url.endswith("?r=BCDFGHJK")


async def test_in_the_replay_of_a_room_everybody_has_the_colour_of_the_room(
    open_page: OpenPage,
) -> None:
    document = recorded("page 1")
    ada, bo = [one["player"] for one in document["players"][:2]]
    page = await open_page(INDEX, files=FILES | {f"api/race/{RACE}/replay": json.dumps(document)})
    first = snapshot(room={"last_race": RACE, "phase": "finished"}, results=PAST)
    first["room"]["members"] = [TWO[0] | {"player": ada, "colour": 5}]
    await Server(page, lambda: [first]).start()
    await join(page)
    await page.get_by_role("link", name="Watch the replay").click()
    for player, colour in ((ada, "5"), (bo, "1")):
        board = page.locator(f'.replay-board[data-player="{player}"]')
        await expect(board).to_have_attribute("data-colour", colour)

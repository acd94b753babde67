"""R2, R6, R12, R13: a replay in the page: every cell at its moment, by buttons, keys and links.

What the page has to show comes from the document itself, folded in Python.
"""

import json
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.replay.recorded import Document, recorded, revealed, shown_at, states
from tests.client.scripted import INDEX, OVERFLOW, PHONE, PICTURE

pytestmark = pytest.mark.browser

RACE = recorded("page 1")
LARGE = recorded("page 2", "expert", (30, 16, 60), (60, 40, 4))
LOOK = """(board) => [...board.querySelectorAll('[data-c]')].map((cell) =>
  ({hidden: '.', flag: 'F', hit: '*', mine: 'm', wrong: 'x'})[cell.dataset.s] ?? cell.dataset.n
).join('')"""
TABLET: dict[str, Any] = {"viewport": {"width": 900, "height": 900}}
STILL: dict[str, Any] = {"reduced_motion": "reduce"}


def files_of(document: Document | None) -> dict[str, str]:
    return PICTURE | {"api/race/RRRRRRRRRR/replay": json.dumps(document)}


async def watching(
    open_page: OpenPage, document: Document | None = RACE, query: str = "", **options: Any
) -> Page:
    page = await open_page(INDEX, files=files_of(document), **STILL | options)
    await page.goto(f"{ORIGIN}/?replay=RRRRRRRRRR{query}")
    await expect(page.get_by_role("group", name="Playback")).to_be_visible()
    return page


def board(page: Page, player: Document) -> Locator:
    return page.locator(f'.replay-board[data-player="{player["player"]}"]')


async def shown(page: Page, player: Document) -> str:
    found: str = await board(page, player).get_by_role("grid").evaluate(LOOK)
    return found


def clock(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}.{ms % 1000:03d}"


async def time_of(page: Page) -> str:
    return await page.locator(".replay-time .digits").first.inner_text()


async def test_every_move_of_one_player_is_stepped_through(open_page: OpenPage) -> None:
    player = RACE["players"][0]
    page = await watching(open_page, query=f"&p={player['player']}&t=0")
    moves = dict(states(RACE, player))
    for at in list(moves)[1:]:
        await page.keyboard.press(".")
        assert await time_of(page) == clock(at)
        over = at == RACE["length_ms"]
        expected = revealed(RACE, player, moves[at]) if over else moves[at]
        assert await shown(page, player) == expected, at
    for at in list(moves)[-2::-1]:
        await page.get_by_role("button", name="One move back").click()
        assert await time_of(page) == clock(at)
        assert await shown(page, player) == moves[at], at
    cells = await board(page, player).locator("[data-start]").get_attribute("data-c")
    assert cells == str(RACE["start"])


async def test_all_players_are_seen_in_step(open_page: OpenPage) -> None:
    page = await watching(open_page)
    await expect(page.locator(".replay-board")).to_have_count(3)
    times = sorted({move[0] for player in RACE["players"] for move in player["moves"]})
    for at in times[1 : -1 : len(times) // 12]:
        await page.get_by_label("Race time").fill(str(at))
        assert await time_of(page) == clock(at)
        for player in RACE["players"]:
            assert await shown(page, player) == shown_at(RACE, player, at), at
            done = [RACE["done"], *(move[7] for move in player["moves"] if move[0] <= at)]
            lane = page.locator(f'[data-key="{player["player"]}"]')
            cleared = player["outcome"] == "cleared" and at >= player["time_ms"]
            percent = f"{max(done) * 100 // player['bbbv']}%"
            await expect(lane).to_contain_text(clock(player["time_ms"]) if cleared else percent)


async def test_r6_the_end_shows_mines_wrong_flags_and_the_ranking(open_page: OpenPage) -> None:
    page = await watching(open_page, query="&t=0")
    mines = page.get_by_role("button", name="Show mines")
    for player in RACE["players"]:
        assert "m" not in await shown(page, player)
    await mines.click()
    await expect(mines).to_have_attribute("aria-pressed", "true")
    for player in RACE["players"]:
        assert await shown(page, player) == revealed(RACE, player, shown_at(RACE, player, 0))
    await mines.click()
    await page.keyboard.press("End")
    assert await time_of(page) == clock(RACE["length_ms"])
    for player in RACE["players"]:
        last = shown_at(RACE, player, RACE["length_ms"])
        assert await shown(page, player) == revealed(RACE, player, last)
    assert "x" in "".join([await shown(page, player) for player in RACE["players"]])
    await expect(page.get_by_role("heading", name="Final ranking")).to_be_visible()
    lanes = await page.locator(".lane").all_inner_texts()
    for lane, player in zip(lanes, RACE["players"], strict=True):
        assert player["name"] in lane
        assert f"#{player['place']}" in lane
    await expect(page.locator(".replay-end")).to_have_text(f"{RACE['players'][0]['name']} wins")
    await page.keyboard.press("Home")
    await expect(page.locator(".replay-end")).to_be_empty()


async def test_it_plays_at_its_speed_and_stops_at_the_end(open_page: OpenPage) -> None:
    page = await watching(open_page, clock=True)
    play = page.get_by_role("button", name="Play", exact=True)
    await play.click()
    await expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    await page.clock.run_for(1100)
    await page.keyboard.press(" ")  # the button has the focus
    at = int(await page.get_by_label("Race time").input_value())
    assert 1000 <= at <= 1100
    player = RACE["players"][0]
    assert await shown(page, player) == shown_at(RACE, player, at)
    await page.get_by_label("Speed").select_option("16")
    await play.click()
    await page.clock.run_for(2000)
    await expect(page.get_by_role("button", name="Watch again")).to_be_visible()
    assert await time_of(page) == clock(RACE["length_ms"])
    said = page.locator("body > [role=status].sr")
    await expect(said).to_contain_text(f"{RACE['players'][0]['name']}\u2069 finished in")


@pytest.mark.parametrize(
    ("query", "motion", "plays"),
    [
        ("", "no-preference", True),
        ("", "reduce", False),
        ("&t=500", "no-preference", False),
    ],
)
async def test_it_begins_by_itself_unless_asked_not_to(
    open_page: OpenPage, query: str, motion: Any, plays: bool
) -> None:
    page = await watching(open_page, query=query, clock=True, reduced_motion=motion)
    await page.clock.run_for(400)
    name = "Pause" if plays else "Play"
    await expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()


async def test_on_paper_there_are_boards_and_lanes_and_nothing_to_press(
    open_page: OpenPage,
) -> None:
    page = await watching(open_page, query="&t=4000")
    await page.emulate_media(media="print")
    await expect(page.locator(".replay-board").first).to_be_visible()
    await expect(page.locator(".lane").first).to_be_visible()
    await expect(page.locator(".replay-foot")).to_be_hidden()


async def test_keys_drive_it_but_not_where_they_mean_something_else(open_page: OpenPage) -> None:
    page = await watching(open_page, query="&t=5000")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    for key, time in (
        ("ArrowRight", "0:06.000"),
        ("ArrowLeft", "0:05.000"),
        ("Shift+ArrowLeft", "0:00.000"),
    ):
        await page.keyboard.press(key)
        assert await time_of(page) == time
    speed = page.get_by_label("Speed")
    await page.keyboard.press("+")
    await expect(speed).to_have_value("2")
    await page.keyboard.press("-")
    await page.keyboard.press("-")
    await expect(speed).to_have_value("0.5")
    await speed.focus()
    await page.keyboard.press("ArrowDown")
    assert await time_of(page) == "0:00.000"
    # on a board arrows go from cell to cell; nothing can be played there
    grid = board(page, RACE["players"][0]).get_by_role("grid")
    before = await shown(page, RACE["players"][0])
    await grid.locator('[tabindex="0"]').focus()
    column = RACE["start"] % 9
    await page.keyboard.press("ArrowLeft" if column > 0 else "ArrowRight")
    await page.keyboard.press("f")
    await page.keyboard.press("Enter")
    assert await time_of(page) == "0:00.000"
    assert await shown(page, RACE["players"][0]) == before
    near = RACE["start"] + (-1 if column > 0 else 1)
    await expect(grid.locator(f'[data-c="{near}"]')).to_be_focused()


async def test_a_link_says_when_whose_and_how_fast(open_page: OpenPage) -> None:
    player = RACE["players"][1]
    page = await watching(open_page, query=f"&p={player['player']}&t=4321&speed=4")
    assert await time_of(page) == "0:04.321"
    whole = page.locator(".replay-time .digits").last
    await expect(whole).to_have_text(clock(RACE["length_ms"]))
    await expect(page.get_by_label("Speed")).to_have_value("4")
    await expect(page.locator(".replay-board")).to_have_count(1)
    assert await shown(page, player) == shown_at(RACE, player, 4321)
    await page.evaluate(
        "document.execCommand = () => (window.copied = document.activeElement.value)"
    )
    await page.keyboard.press("ArrowRight")
    await page.get_by_role("button", name="Copy link").click()
    await page.wait_for_function("window.copied")
    copied = await page.evaluate("copied")
    assert copied == f"{ORIGIN}/?replay=RRRRRRRRRR&p={player['player']}&t=5321&speed=4"
    download = page.get_by_role("link", name="Download the replay")
    await expect(download).to_have_attribute("href", "api/race/RRRRRRRRRR/replay?download")
    await expect(download).to_have_attribute("download", "")
    # a lane brings another board, all of them come back by a button
    await page.locator(".lane").filter(has_text=RACE["players"][0]["name"]).click()
    assert await shown(page, RACE["players"][0]) == shown_at(RACE, RACE["players"][0], 5321)
    await page.get_by_role("button", name="All boards").click()
    await expect(page.locator(".replay-board")).to_have_count(3)


@pytest.mark.parametrize(
    ("document", "options"),
    [(RACE, PHONE), (RACE, TABLET), (LARGE, {})],
    ids=["phone", "tablet", "large"],
)
async def test_without_room_for_all_there_is_one_board_and_lanes(
    open_page: OpenPage, document: Document, options: dict[str, Any]
) -> None:
    page = await watching(open_page, document, "&t=3000", **options)
    for player in document["players"]:
        lane = page.locator(f'[data-key="{player["player"]}"] button')
        await lane.click()
        await expect(lane).to_have_attribute("aria-pressed", "true")
        await expect(page.locator(".replay-board")).to_have_count(1)
        assert await shown(page, player) == shown_at(document, player, 3000)
    await page.keyboard.press("End")
    assert await page.evaluate(OVERFLOW) == 0
    foot = await page.locator(".replay-foot").bounding_box()
    assert foot is not None
    assert foot["y"] + foot["height"] <= await page.evaluate("innerHeight")


async def test_another_language_goes_on_where_it_was(open_page: OpenPage) -> None:
    page = await watching(open_page, query="&t=2500&speed=2")
    await page.locator(".lane").first.click()
    chosen = await page.locator(".replay-board").get_attribute("data-player")
    await page.locator(".bar select").evaluate(
        "(select) => { select.value = 'he'; select.dispatchEvent(new Event('change')); }"
    )
    await expect(page.get_by_role("heading", name="שידור חוזר")).to_be_visible()
    await expect(page.locator(".replay-board")).to_have_attribute("data-player", str(chosen))
    assert await time_of(page) == "0:02.500"
    await page.keyboard.press("ArrowRight")
    assert await time_of(page) == "0:03.500", "time goes to the right in every language"
    left, right = [
        await page.locator(f".replay-buttons button >> nth={n}").bounding_box() for n in (0, 4)
    ]
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]

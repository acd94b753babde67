"""Ghosts in the page (R13, R16): lanes that follow the clock, verdict, challenge, results."""

import json
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Locator, Page, Route, expect

from tests.client.catalogues import LANGUAGES, catalogue
from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX, OVERFLOW, PHONE, PICTURE, RESULTS, Server, join
from tests.client.test_store import room, view

pytestmark = pytest.mark.browser
PAST = "RRRRRRRRRR"
ISOLATES = str.maketrans("", "", "\u2066\u2068\u2069")


def player(
    name: str, place: int, outcome: str, time_ms: int, *moves: tuple[int, int]
) -> dict[str, Any]:
    """A racer of the race before; moves are elapsed time and 3BV done, of 10."""
    done = moves[-1][1] if moves else 2
    return {
        "player": "BCDF"[place - 1] * 10, "name": name, "place": place, "outcome": outcome,
        "time_ms": time_ms, "progress": done * 10, "bbbv": 10, "bbbv_done": done, "clicks": 9,
        "flags_right": 0, "flags_wrong": 0,
        "moves": [[at, n, "open", 0, [], [], None, now] for n, (at, now) in enumerate(moves)],
    }  # fmt: skip


PLAYERS = [
    player("Ann", 1, "cleared", 6_000, (2_000, 5), (4_000, 9), (6_000, 10)),
    player("<b>Ben</b> שרה", 2, "cleared", 9_000, (9_000, 10)),
    player("", 3, "out", 3_000, (3_000, 4)),
    player("Dan", 4, "gave_up", 5_000),
]
REPLAY = {"format": "demineur-replay", "version": 1, "done": 2, "players": PLAYERS}
OLD = RESULTS | {"race": PAST, "rows": PLAYERS}
FILES = PICTURE | {
    f"api/race/{PAST}": json.dumps(OLD),
    f"api/race/{PAST}/replay": json.dumps(REPLAY),
}
SETTINGS = {"level": "beginner", "challenge": PAST}


def state(**changes: Any) -> dict[str, Any]:
    shown = view(**{"elapsed_ms": 0} | changes)
    return {"t": "snapshot", "room": room(settings=SETTINGS), "view": shown, "results": None}


async def racing(page: Page, **changes: Any) -> Server:
    """The page in a race against the ghosts of `PAST`."""
    server = await Server(page, lambda: [state(**changes)]).start()
    await join(page)
    await expect(page.locator(".lane.ghost")).to_have_count(3)
    return server


def ghosts(page: Page) -> Locator:
    return page.get_by_role("list", name="Ghosts").get_by_role("listitem")


async def notes(page: Page) -> list[str]:
    return [text.strip() for text in await page.locator(".ghost .lane-note").all_inner_texts()]


async def test_r13_ghosts_follow_the_clock_and_wait_in_a_pause(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES, clock=True)
    server = await racing(page)
    assert await notes(page) == ["20%", "20%", "20%"]
    await page.clock.run_for(2_100)
    assert await notes(page) == ["50%", "20%", "20%"]
    await page.clock.run_for(1_000)
    await expect(ghosts(page).nth(2)).to_contain_text("Out")
    bar = page.locator(".ghost").first.get_by_role("progressbar", name="cleared")
    await expect(bar).to_have_js_property("value", 50)
    server.say(
        {
            "t": "pause_state", "race": "RACE", "elapsed_ms": 3_900, "paused": True,
            "resumes_in_ms": None, "wanting": ["ME"],
        }
    )  # fmt: skip
    await expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    await page.clock.run_for(5_000)
    assert (await notes(page))[0] == "50%"
    server.say(
        {
            "t": "pause_state", "race": "RACE", "elapsed_ms": 3_900, "paused": False,
            "resumes_in_ms": None, "wanting": [],
        }
    )  # fmt: skip
    await expect(page.get_by_role("heading", name="Paused")).to_be_hidden()
    await page.clock.run_for(200)
    assert (await notes(page))[0] == "90%"
    await page.clock.run_for(5_000)
    assert (await notes(page))[:2] == ["0:06.0", "0:09.0"]


async def test_names_are_text_and_say_that_they_are_ghosts(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    await racing(page)
    names = await page.locator(".ghost .lane-name").all_inner_texts()
    assert names == ["Ann (ghost)", "<b>Ben</b> שרה (ghost)", "Deleted player (ghost)"]
    await expect(page.locator(".lane:not(.ghost)")).to_have_count(1)


@pytest.mark.parametrize(
    ("outcome", "time_ms", "verdict"),
    [
        ("cleared", 4_800, "You beat the ghost of Ann by 0:01.200."),
        ("cleared", 7_000, "The ghost of Ann was faster by 0:01.000."),
        ("out", 1_000, "The ghost of Ann cleared this board in 0:06.000."),
    ],
)
async def test_the_end_says_who_was_faster(
    open_page: OpenPage, outcome: str, time_ms: int, verdict: str
) -> None:
    page = await open_page(INDEX, files=FILES)
    server = await racing(page)
    server.say(
        {
            "t": "ended", "race": "RACE", "elapsed_ms": time_ms, "cutoff_in_ms": None,
            "standing": {
                "player": "ME", "place": 1, "progress": 100, "outcome": outcome,
                "time_ms": time_ms, "away": False,
            },
        }
    )  # fmt: skip
    told = page.locator(".ghost-verdict")
    await expect(told).to_be_visible()
    assert (await told.inner_text()).translate(ISOLATES) == verdict
    mine = RESULTS["rows"][0] | {"outcome": outcome, "time_ms": time_ms}
    settings = RESULTS["settings"] | {"challenge": PAST}
    server.say({"t": "results", **RESULTS, "rows": [mine], "settings": settings, "ranked": False})
    card = page.get_by_role("region", name="Ghosts", exact=True)
    await expect(card).to_be_visible()
    assert verdict in (await card.inner_text()).translate(ISOLATES)
    gaps = await card.locator("td:last-child").all_inner_texts()
    if outcome == "cleared":
        ahead = time_ms < 6_000
        assert gaps[0] == ("−0:01.200" if ahead else "+0:01.000")
    await expect(page.get_by_role("button", name="Again, against these ghosts")).to_be_visible()
    await page.get_by_role("button", name="Again, against these ghosts").click()
    await server.hears("rematch")
    assert server.told[-1] == {"t": "rematch", "seed": "same", "ghosts": True}


async def gone(route: Route) -> None:
    """The replay is no longer kept: so says an answer that is none."""
    await route.fulfill(body="{}", content_type="application/json")


async def test_without_moves_there_are_times_to_beat(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES, clock=True)
    await page.route("**/replay", gone)
    await racing(page)
    assert await notes(page) == ["Time to beat:\n0:06.0", "Time to beat:\n0:09.0", ""]
    await expect(page.locator(".ghost progress")).to_have_count(0)
    await page.clock.run_for(6_100)
    assert (await notes(page))[0] == "0:06.0"


async def test_a_race_whose_ghosts_cannot_be_read_goes_on(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE | {f"api/race/{PAST}": "no"})
    await page.route("**/replay", gone)
    await Server(page, lambda: [state()]).start()
    await join(page)
    await expect(page.locator(".toast")).to_have_text("The server could not be reached.")
    await expect(page.get_by_role("grid")).to_be_visible()
    await expect(page.locator(".lane.ghost")).to_have_count(0)


async def challenged(open_page: OpenPage, **options: Any) -> Page:
    page = await open_page(INDEX, files=FILES, **options)
    await page.goto(f"{ORIGIN}/?challenge={PAST}")
    await expect(page.locator(".ghost-table")).to_be_visible()
    return page


@pytest.mark.parametrize(
    ("way", "quick"), [("Race alone now", True), ("Make a room for friends", False)]
)
async def test_a_challenge_is_taken_up_in_either_way(
    open_page: OpenPage, way: str, *, quick: bool
) -> None:
    page = await challenged(open_page)
    await expect(page.get_by_role("heading", name="Beat this!")).to_be_visible()
    rows = await page.locator(".ghost-table tbody tr").all_inner_texts()
    assert [row.split("\t")[-1].split()[0] for row in rows] == ["0:06.000", "0:09.000", "Out"]
    lobby = state()["room"] | {"phase": "lobby", "code": "BCDFGHJK"}
    server = await Server(page, lambda: [state() | {"view": None, "room": lobby}]).start()
    await page.get_by_label("Your name").fill("Zoe")
    await page.get_by_role("button", name=way).click()
    await server.hears("create")
    assert server.told[0]["name"] == "Zoe"
    assert server.told[-1] == {"t": "create", "settings": {}, "challenge": PAST}
    server.say({"t": "created", "room": "BCDFGHJK"})
    if quick:
        await server.hears("start")
    else:
        await expect(page.locator(".chip", has_text="Against ghosts")).to_be_visible()


async def test_practice_is_no_challenge(open_page: OpenPage) -> None:
    settings = {"level": "beginner", "practice": True}
    files = FILES | {f"api/race/{PAST}": json.dumps(OLD | {"settings": settings})}
    page = await open_page(INDEX, files=files)
    await page.goto(f"{ORIGIN}/?challenge={PAST}")
    await expect(page.get_by_role("heading", name="This was practice")).to_be_visible()
    await expect(page.get_by_role("button", name="Race alone now")).to_have_count(0)
    await page.goto(f"{ORIGIN}/?race={PAST}")
    await expect(page.get_by_role("link", name="Watch the replay")).to_be_visible()
    await expect(page.get_by_role("button", name="Challenge friends")).to_have_count(0)


async def test_the_challenge_link_is_copied_where_nothing_shares(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=FILES)
    await page.goto(f"{ORIGIN}/?race={PAST}")
    await page.evaluate(
        "() => { window.copied = ''; document.execCommand = () => {"
        " window.copied = document.activeElement.value; return true; }; }"
    )
    await page.get_by_role("button", name="Challenge friends").click()
    assert await page.evaluate("window.copied") == f"{ORIGIN}/?challenge={PAST}"
    await expect(page.get_by_text("The link to the challenge is copied.").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_language_fits_a_phone_and_a_reader(
    open_page: OpenPage, language: str, scheme: str
) -> None:
    options = PHONE | {"locale": language, "color_scheme": scheme}
    page = await challenged(open_page, **options)
    title = catalogue(language)["challenge.title"]
    await expect(page.locator("h1")).to_have_text(str(title))
    assert await page.evaluate(OVERFLOW) <= 0
    assert (await Axe().run(page)).response["violations"] == []
    if language not in ("en", "he"):
        return
    await Server(page, lambda: [state()]).start()
    await page.evaluate("localStorage.setItem('demineur:/:name', 'Ada')")
    await page.goto(f"{ORIGIN}/?r=BCDFGHJK")
    await expect(page.locator(".lane.ghost")).to_have_count(3)
    assert await page.evaluate(OVERFLOW) <= 0
    assert (await Axe().run(page)).response["violations"] == []

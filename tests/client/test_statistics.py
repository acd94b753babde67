"""Pages of figures: a profile with its plot, best times by address, a room's leader, open rooms."""

import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.catalogues import LANGUAGES, catalogue
from tests.client.conftest import CLIENT, ORIGIN, OpenPage
from tests.client.scripted import INDEX, OVERFLOW, PHONE, PICTURE, Server, join, snapshot

pytestmark = pytest.mark.browser

ME, BO = "BBBBBBBBBB", "CCCCCCCCCC"
STATS = {
    "level": "beginner", "played": 3, "cleared": 2, "streak": 1, "best_streak": 1,
    "best_ms": 41_000, "races_won": 1, "bbbv_per_s": 0.5, "efficiency": 0.8,
}  # fmt: skip


def past(race: str, outcome: str, time_ms: int, date_ms: int) -> dict[str, Any]:
    return {
        "race": race * 10, "level": "beginner", "date_ms": date_ms, "place": 1, "racers": 2,
        "outcome": outcome, "time_ms": time_ms, "progress": 100, "bbbv": 20, "bbbv_done": 20,
        "clicks": 25, "ranked": True,
    }  # fmt: skip


RECENT = [
    past("D", "cleared", 50_000, 3_000),
    past("F", "out", 9_000, 2_000),
    past("G", "cleared", 41_000, 1_000),
]
PROFILE = {"player": ME, "name": "Ada", "levels": [STATS], "recent": RECENT}
BOARD = {
    "player": BO, "name": "Bo", "level": "beginner", "races": 3, "cleared": 1, "wins": 2,
    "podiums": 3, "best_ms": 41_000, "average_ms": 41_000,
}  # fmt: skip
ROOMS = {
    "rooms": [
        {
            "code": "BCDFGHJK", "level": "custom", "columns": 12, "rows": 8, "mines": 14,
            "host": "<i>Ann</i>", "players": 2, "seats": 32, "watching": 0, "phase": "running",
        }
    ]
}  # fmt: skip


async def opened(open_page: OpenPage, query: str, answers: dict[str, Any], **options: Any) -> Page:
    files = PICTURE | {path: json.dumps(answer) for path, answer in answers.items()}
    page = await open_page(INDEX, files=files, **options)
    await page.evaluate(f"localStorage.setItem('demineur:/:player', '{ME}')")
    await page.goto(f"{ORIGIN}/{query}")
    return page


async def test_a_profile_shows_figures_times_and_newest_races(open_page: OpenPage) -> None:
    page = await opened(open_page, f"?p={ME}", {f"api/player/{ME}": PROFILE}, **PHONE)
    await expect(page.get_by_role("heading", name="Ada")).to_contain_text("you")
    plot = page.get_by_role("img", name="2 cleared boards")
    await expect(plot.locator("circle")).to_have_count(2)
    ups = await plot.locator("circle").evaluate_all(
        "(all) => all.map((one) => +one.attributes.cy.value)"
    )
    assert ups[0] > ups[1], "oldest first; the slower one stands higher"
    newest = page.get_by_role("table", name="Newest races").get_by_role("row")
    await expect(newest.nth(1)).to_contain_text("0:50.000")
    await expect(newest.nth(2)).to_contain_text("Out")
    assert (
        await newest.nth(2).get_by_role("link").first.get_attribute("href") == "./?race=FFFFFFFFFF"
    )
    assert await page.evaluate(OVERFLOW) == 0


async def test_best_times_have_addresses_and_ones_own_line_is_marked(open_page: OpenPage) -> None:
    line = {"place": 1, "player": ME, "name": "Ada", "time_ms": 9, "bbbv": 3, "race": "D" * 10}
    best = {"level": "expert", "period": "week", "rows": [{**line, "date_ms": 4}]}
    page = await opened(open_page, "?v=best&level=expert&period=week", {"api/best": best})
    row = page.get_by_role("row").filter(has_text="Ada")
    await expect(row).to_have_attribute("aria-current", "true")
    await expect(page.get_by_role("combobox", name="Level")).to_have_value("expert")
    await page.get_by_role("tab", name="Today").click()
    await expect(page).to_have_url(f"{ORIGIN}/?v=best&level=expert&period=today")
    await page.get_by_role("combobox", name="Level").select_option("beginner")
    await expect(page).to_have_url(f"{ORIGIN}/?v=best&period=today")
    await page.go_back()
    await expect(page.get_by_role("combobox", name="Level")).to_have_value("expert")


async def test_heads_of_a_table_stand_over_their_columns(open_page: OpenPage) -> None:
    line = {"place": 1, "player": ME, "name": "Ada", "time_ms": 9_000, "bbbv": 3, "race": "D" * 10}
    best = {"level": "expert", "period": "all", "rows": [{**line, "date_ms": 4}]}
    page = await opened(open_page, "?v=best&level=expert", {"api/best": best})
    await expect(page.get_by_role("row").filter(has_text="Ada")).to_be_visible()
    aligned = await page.locator("tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((one) => getComputedStyle(one).textAlign))"
    )
    assert aligned == [["start", "start", "end", "end", "end", "end"]] * 2


async def test_an_empty_table_calls_for_the_first(open_page: OpenPage) -> None:
    empty: dict[str, Any] = {"level": "beginner", "period": "all", "rows": []}
    page = await opened(open_page, "?v=best", {"api/best": empty})
    await expect(page.locator(".empty").get_by_role("button")).to_be_visible()


async def test_a_rooms_leaderboard_says_who_leads(open_page: OpenPage) -> None:
    rows = [BOARD, {**BOARD, "player": ME, "name": "Ada", "wins": 1}]
    answer = {"code": "BCDFGHJK", "levels": [{"level": "beginner", "rows": rows}]}
    page = await opened(open_page, "?r=BCDFGHJK&v=board", {"api/room/BCDFGHJK": answer})
    await expect(page.locator(".leads")).to_have_text("Bo leads")
    own = page.get_by_role("row").filter(has_text="Ada")
    await expect(own).to_have_attribute("aria-current", "true")


async def test_open_rooms_are_listed_and_lead_in(open_page: OpenPage) -> None:
    page = await opened(open_page, "", {"api/rooms": ROOMS}, **PHONE)
    room = page.get_by_role("link", name="Custom")
    await expect(room).to_contain_text("<i>Ann</i>")
    await expect(room).to_contain_text("2 players")
    await expect(room).to_contain_text("Racing")
    assert await room.get_attribute("href") == "./?r=BCDFGHJK"
    assert await page.evaluate(OVERFLOW) == 0


async def test_no_open_room_is_no_dead_end(open_page: OpenPage) -> None:
    page = await opened(open_page, "", {})
    await page.locator(".rooms").get_by_role("button", name="Create a room").click()
    await expect(page.get_by_role("dialog", name="New room")).to_be_visible()


async def test_only_the_host_publishes(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    state = {"phase": "lobby", "host": "ME"}
    server = await Server(page, lambda: [snapshot(room=state)]).start()
    await join(page)
    await page.get_by_role("button", name="Make public").click()
    await server.hears("publish")
    assert [one["public"] for one in server.told if one["t"] == "publish"] == [True]
    server.say({"t": "room", "room": {**snapshot(room=state)["room"], "public": True}})
    await expect(page.get_by_text("A public room")).to_be_visible()
    server.say({"t": "room", "room": {**snapshot(room=state)["room"], "host": "BO"}})
    await expect(page.get_by_role("button", name="Make public")).to_have_count(0)


async def test_on_paper_there_is_nothing_to_press(open_page: OpenPage) -> None:
    rows = [BOARD, {**BOARD, "player": ME, "name": "Ada"}]
    answer = {"code": "BCDFGHJK", "levels": [{"level": "beginner", "rows": rows}]}
    page = await opened(open_page, "?r=BCDFGHJK&v=board", {"api/room/BCDFGHJK": answer})
    await expect(page.get_by_role("table")).to_be_visible()
    await page.emulate_media(media="print")
    await expect(page.get_by_role("table")).to_be_visible()
    await expect(page.get_by_role("button")).to_have_count(0)
    await expect(page.get_by_role("banner")).to_have_count(0)


async def test_an_invitation_printed_from_a_phone_has_the_picture(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, **PHONE)
    await Server(page, lambda: [snapshot(room={"phase": "lobby"})]).start()
    await join(page)
    picture = page.locator(".invite-qr")
    await expect(page.locator(".lobby")).to_be_visible()
    await expect(picture).to_be_hidden()
    await page.emulate_media(media="print")
    await expect(picture).to_be_visible()
    assert await picture.evaluate("(one) => one.decode().then(() => one.naturalWidth > 0)")


async def test_the_manifest_speaks_the_language_of_the_page(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, locale="fi-FI")
    address = "document.querySelector('link[rel=manifest]').getAttribute('href')"
    assert await page.evaluate(address) == "./manifest.fi.webmanifest"
    await page.locator("#language").select_option("he")
    await expect(page.locator("html")).to_have_attribute("lang", "he")
    assert await page.evaluate(address) == "./manifest.he.webmanifest"


def test_manifests_are_the_same_but_for_their_words() -> None:
    words = ("name", "description", "lang", "dir")
    rest, said = [], []
    for language in LANGUAGES:
        text = (CLIENT / f"manifest.{language}.webmanifest").read_text(encoding="utf-8")
        manifest = json.loads(text)
        assert manifest["name"] == catalogue(language)["app.name"]
        assert (manifest["lang"], manifest["dir"] == "rtl") == (language, language == "he")
        said.append(manifest["description"])
        rest.append({key: value for key, value in manifest.items() if key not in words})
    assert rest == [rest[0]] * len(LANGUAGES)
    assert len(set(said)) == len(LANGUAGES)


async def test_the_manifest_has_icons_that_exist_in_their_sizes(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    sizes = await page.evaluate(
        """async () => {
          const manifest = await (await fetch('/manifest.en.webmanifest')).json();
          const found = [];
          for (const { src, sizes, purpose } of manifest.icons) {
            const picture = new Image();
            picture.src = src;
            await picture.decode();
            const size = `${picture.width}x${picture.height}`;
            found.push([sizes, purpose, sizes === 'any' || size === sizes]);
          }
          return found;
        }"""
    )
    assert all(fits for *_, fits in sizes)
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= {
        (size, purpose) for size, purpose, _ in sizes
    }

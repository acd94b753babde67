"""Looking back at a race: figures, plot and table, moments explained; phones, both directions.

The document is the server's own, made of a race of the stories.
"""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.looked_back import ADA, BO, RACE, looked_back
from tests.client.scripted import INDEX, OVERFLOW, PHONE, PICTURE

pytestmark = pytest.mark.browser
PATH = f"api/race/{RACE}/insight"


async def looking(open_page: OpenPage, me: str = ADA, query: str = "", **options: Any) -> Page:
    files = PICTURE | {PATH: json.dumps(looked_back())}
    page = await open_page(INDEX, files=files, **options)
    await page.evaluate(f"localStorage.setItem('demineur:/:player', '{me}')")
    await page.goto(f"{ORIGIN}/?insight={RACE}{query}")
    await expect(page.get_by_role("heading", name="Progress over time")).to_be_visible()
    return page


STILL_MAKING = """
    const honest = window.fetch;
    window.asked = 0;
    window.fetch = (where, ...rest) => {
        if (!String(where).endsWith("/insight")) return honest(where, ...rest);
        window.asked += 1;
        if (window.asked > TIMES) return honest(where, ...rest);
        return Promise.resolve(new Response("{}", { status: 503 }));
    };
"""


async def test_what_is_still_being_made_is_asked_for_again(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE | {PATH: json.dumps(looked_back())}, clock=True)
    await page.add_init_script(STILL_MAKING.replace("TIMES", "2"))
    await page.goto(f"{ORIGIN}/?insight={RACE}")
    for times in (1, 2):
        while await page.evaluate("window.asked") < times:
            await page.clock.run_for(10)
        await expect(page.locator(".reading .spinner")).to_be_visible()
        await page.clock.run_for(3_000)
    await expect(page.get_by_role("heading", name="Progress over time")).to_be_visible()


async def test_who_has_waited_long_is_told(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE, clock=True)
    await page.add_init_script(STILL_MAKING.replace("TIMES", "99"))
    await page.goto(f"{ORIGIN}/?insight={RACE}")
    await expect(page.locator(".reading .spinner")).to_be_visible()
    again = page.get_by_role("button", name="Try again")
    while not await again.is_visible():
        await page.clock.run_for(3_000)
    assert await page.evaluate("window.asked") == 8


async def test_everybodys_figures(open_page: OpenPage) -> None:
    """By place; names are text; who is forgotten has none."""
    page = await looking(open_page)
    rows = page.get_by_role("table", name="Figures of all players").get_by_role("row")
    told = [
        [await cell.inner_text() for cell in await row.locator("th, td").all()]
        for row in await rows.all()
    ]
    assert [row[0].split("\n")[-1] for row in told[1:]] == [
        "Ada",
        "Deleted player",
        "<b>Bo</b> שרה",
    ]
    ada = dict(zip(told[0], told[1], strict=True))
    assert ada["3BV"] == "4 / 8"
    assert (ada["Moves"], ada["Without effect"], ada["Efficiency"]) == ("8", "4", "50%")
    assert ada["Longest stall"].split() == ["0:05.6", "0:00.4–0:06.0"]
    assert (ada["Needless guesses"], ada["Needed guesses"]) == ("2", "0")
    await expect(rows.nth(1)).to_have_attribute("aria-current", "true")


async def test_the_plot_has_a_line_a_player_and_says_the_same_as_a_table(
    open_page: OpenPage,
) -> None:
    """Lines are told apart by more than colour."""
    page = await looking(open_page)
    plot = page.get_by_role("img", name=re.compile("How far 3 players were during .?0:12"))
    lines = plot.locator(".insight-line")
    await expect(lines).to_have_count(3)
    dashes = await lines.evaluate_all(
        "(all) => all.map((one) => one.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 3
    assert sorted(await plot.locator(".insight-end text").all_text_contents()) == ["1", "2", "3"]
    await page.get_by_text("As a table").click()
    table = page.get_by_role("table", name="When each player had cleared a share")
    ada = table.get_by_role("row").filter(has_text="Ada").get_by_role("cell")
    assert await ada.all_inner_texts() == ["0:00.4", "0:06.5", "–", "–"]


async def test_a_death_is_explained_in_words_and_pictures(open_page: OpenPage) -> None:
    """G10: the mine was certain, and so was a safe cell."""
    page = await looking(open_page)
    hit = page.get_by_role("listitem").filter(
        has=page.get_by_role("heading", name="A mine was opened")
    )
    await expect(hit).to_contain_text(re.compile("0:12.0.? · row 3, column 5"))
    await expect(hit).to_contain_text("Row 3, column 5 was certainly a mine")
    await expect(hit).to_contain_text("3 cells were certainly safe, such as row 4, column 5")
    pictures = hit.get_by_role("img")
    await expect(pictures).to_have_count(2)
    why = pictures.filter(has=page.locator('[data-s="hit"]')).first
    await expect(why).to_have_accessible_name(
        "Why it was a mine. number used in the deduction: row 2, column 4. "
        "mine that was hit: row 3, column 5."
    )
    await expect(pictures.nth(1).locator('[data-mark="safe"]')).to_have_count(1)
    watch = hit.get_by_role("link", name="Watch this moment")
    assert await watch.get_attribute("href") == f"./?replay={RACE}&p={ADA}&t=11000"


async def test_a_needless_guess_shows_the_chance_and_the_safe_cell(open_page: OpenPage) -> None:
    page = await looking(open_page)
    guess = page.get_by_role("listitem").filter(has_text="A needless guess")
    await expect(guess).to_contain_text("The chance of a mine was 17%.")
    await expect(guess).to_contain_text(
        "row 1, column 3; the ringed numbers show it. It is enough to compare two"
    )
    await expect(guess.locator('[data-mark="risk"]')).to_have_text("17%")
    await expect(guess.locator('[data-mark="used"]')).to_have_count(2)


async def test_somebody_elses_moments(open_page: OpenPage) -> None:
    """G8: a wrong flag; and a guess that had to be."""
    page = await looking(open_page, me=BO)
    moments = page.locator(".insight-moment")
    await expect(moments).to_have_count(1)
    await expect(moments).to_contain_text("A wrong flag let a mine open")
    await expect(moments).to_contain_text(
        "The flag in row 1, column 3 stood on no mine. "
        "The flags around this number could not all be right."
    )
    await expect(moments.locator('[data-s="wrong"]')).to_have_count(1)
    await page.get_by_role("radio", name="Deleted player").check()
    await expect(moments.first).to_contain_text("A needed guess")
    await expect(moments.first).to_contain_text("No cell was certainly safe")
    await expect(
        moments.first.locator('[data-mark="guess"], [data-mark="risk"]').first
    ).to_be_visible()


async def test_a_phone_has_cards_and_nothing_is_wider_than_it(open_page: OpenPage) -> None:
    page = await looking(open_page, **PHONE)
    assert await page.evaluate(OVERFLOW) == 0
    cell = page.locator(".insight-figures tbody td").first
    assert await cell.evaluate("(one) => getComputedStyle(one, '::before').content") == '"Time"'
    await expect(
        page.get_by_role("table", name="Figures of all players").get_by_role("row")
    ).to_have_count(4)
    widths = await page.locator(".insight-picture").evaluate_all(
        "(all) => all.map((one) => one.scrollWidth - one.clientWidth)"
    )
    assert set(widths) == {0}


async def test_a_language_from_right_to_left_keeps_boards_and_time(open_page: OpenPage) -> None:
    page = await open_page(
        INDEX,
        files=PICTURE | {PATH: json.dumps(looked_back())},
        locale="he-IL",
        reduced_motion="reduce",
    )
    await page.goto(f"{ORIGIN}/?insight={RACE}")
    first = page.locator(".insight-picture").first
    await expect(first).to_have_attribute("dir", "ltr")
    cells = first.locator(".cell")
    left, right = [await cells.nth(number).bounding_box() for number in (0, 1)]
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    assert await page.evaluate(OVERFLOW) == 0


async def test_in_a_room_the_way_back_is_the_room(open_page: OpenPage) -> None:
    page = await looking(open_page, query="&r=BCDFGHJK")
    back = page.locator(".insight .page-head a")
    assert await back.get_attribute("href") == "./?r=BCDFGHJK"
    watch = page.get_by_role("link", name="Watch this moment").first
    assert "r=BCDFGHJK" in str(await watch.get_attribute("href"))

"""The rules page: illustrations to step through and to play with, by mouse and keys (G13)."""

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Locator, Page, expect

from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    page = await open_page(INDEX, reduced_motion="reduce")
    await show_rules(page)
    return page


async def show_rules(page: Page) -> None:
    await page.get_by_role("main").get_by_role("link", name="How to play").click()
    await expect(page.get_by_role("grid")).to_have_count(6)


def figure(page: Page, name: str) -> Locator:
    return page.locator(f'[data-figure="{name}"]')


async def test_g13_steps_go_forward_and_back(page: Page) -> None:
    deduce = figure(page, "deduce")
    on, back = deduce.get_by_label("Next step"), deduce.get_by_label("Previous step")
    await expect(deduce.get_by_text("1 of 5")).to_be_visible()
    await expect(back).to_have_attribute("aria-disabled", "true")
    used = deduce.locator('[data-mark="used"]')
    await expect(used).to_have_attribute(
        "aria-label", "1, row 2, column 5, number used in the deduction"
    )
    await on.click()
    mine = deduce.locator('[data-mark="mine"]')
    await expect(mine).to_have_attribute("aria-label", "hidden, row 3, column 6, mine deduced")
    await on.click()
    await expect(deduce.locator('[data-s="flag"]')).to_have_count(1)
    await expect(deduce.locator(".figure-mines")).to_contain_text("5")
    await on.click()
    safe = deduce.locator('[data-mark="safe"]')
    await expect(safe).to_have_attribute("aria-label", "hidden, row 4, column 6, cell deduced safe")
    await on.click()
    await expect(deduce.locator('[data-c="26"]')).to_have_attribute("data-s", "open")
    await expect(on).to_have_attribute("aria-disabled", "true")
    await on.click(force=True)
    await expect(deduce.get_by_text("5 of 5")).to_be_visible()
    for _ in range(4):
        await back.click()
    await expect(deduce.get_by_text("1 of 5")).to_be_visible()
    await expect(deduce.locator('[data-c="26"]')).to_have_attribute("data-s", "hidden")
    # a mark that has gone takes its word with it
    await expect(mine).to_have_count(0)
    label = await deduce.locator('[data-c="19"]').get_attribute("aria-label")
    assert label == "hidden, row 3, column 6"


async def test_g13_arrow_keys_turn_the_steps_where_they_point(page: Page) -> None:
    chain = figure(page, "chain")
    await chain.get_by_label("Next step").focus()
    await page.keyboard.press("ArrowRight")
    await expect(chain.get_by_text("2 of 3")).to_be_visible()
    await expect(chain.locator('[data-c="5"]')).to_have_attribute("data-s", "open")
    await page.keyboard.press("ArrowLeft")
    await expect(chain.get_by_text("1 of 3")).to_be_visible()
    await page.evaluate("document.documentElement.dir = 'rtl'")
    await page.keyboard.press("ArrowLeft")
    await expect(chain.get_by_text("2 of 3")).to_be_visible()


async def test_g13_a_figure_is_played_with_by_mouse_and_keys(page: Page) -> None:
    first = figure(page, "first")
    # a blank board shows nothing: the figure begins with what its first tap opened
    await expect(first.get_by_text("2 of 2")).to_be_visible()
    await expect(first.locator('[data-s="open"]')).to_have_count(9)
    await first.get_by_label("Previous step").click()
    # any first tap is safe, and has the brown frame
    await first.locator('[data-c="34"]').click()
    await expect(first.locator("[data-start]")).to_have_attribute("data-c", "34")
    await expect(first.locator('[data-s="open"]').first).to_be_visible()
    await first.locator('[data-s="hidden"]').first.click(button="right")
    await expect(first.locator('[data-s="flag"]')).to_have_count(1)
    await expect(first.get_by_role("status")).to_have_text("The counter shows mines minus flags.")
    over = first.get_by_role("button", name="Start over")
    await over.click()
    await expect(first.locator('[data-s="hidden"]')).to_have_count(35)
    await expect(over).to_be_hidden()
    await first.locator('[data-c="17"]').focus()
    await page.keyboard.press("Space")
    await expect(first.locator('[data-s="open"]')).to_have_count(9)


async def test_g10_a_mine_ends_a_played_figure_and_shows_wrong_flags(page: Page) -> None:
    pair = figure(page, "pair")
    await pair.locator('[data-c="20"]').click(button="right")
    await pair.locator('[data-c="6"]').click()
    await expect(pair.locator('[data-s="hit"]')).to_have_count(1)
    await expect(pair.locator('[data-s="wrong"]')).to_have_attribute("data-c", "20")
    await expect(pair.get_by_role("status")).to_contain_text("That was a mine.")
    await expect(pair.get_by_role("grid")).to_have_attribute("aria-disabled", "true")
    await pair.get_by_role("button", name="Start over").click()
    await expect(pair.locator('[data-mark="used"]')).to_have_count(2)


async def test_g13_every_mark_has_a_shape_and_a_word(page: Page) -> None:
    words = await page.locator(".signs li").all_inner_texts()
    assert [word.strip() for word in words][-5:] == [
        "1\nnumber used in the deduction", "cell deduced safe", "mine deduced", "wrong flag",
        "mine that was hit",
    ]  # fmt: skip
    looks = await page.evaluate(
        """() => ['safe', 'mine'].map((mark) => {
          const one = document.querySelector(`.signs [data-mark="${mark}"]`);
          return [getComputedStyle(one).outlineStyle, getComputedStyle(one, '::after').maskImage];
        })"""
    )
    assert looks[0][0] == "dashed"
    assert looks[1][0] == "double"
    assert looks[0][1] != looks[1][1]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_barrier_is_found_at_any_step(open_page: OpenPage, scheme: str) -> None:
    page = await open_page(INDEX, color_scheme=scheme, reduced_motion="reduce")
    await show_rules(page)
    await figure(page, "deduce").get_by_label("Next step").click()
    await figure(page, "pair").locator('[data-c="6"]').click()
    found = await Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


async def test_the_first_visit_is_explained_once(open_page: OpenPage) -> None:
    page = await open_page(INDEX)
    intro = page.get_by_role("group", name="New to minesweeper?")
    await intro.get_by_role("button", name="Show me how").click()
    dialog = page.get_by_role("dialog", name="How it works")
    await dialog.get_by_label("Next step").click()
    await expect(dialog.locator('[data-mark="mine"]')).to_have_count(1)
    # from here it is one more tap to a race
    await dialog.get_by_role("button", name="Play alone").click()
    await expect(page.get_by_role("dialog", name="Play alone")).to_be_visible()
    await page.reload()
    await expect(page.get_by_role("button", name="Play alone")).to_be_visible()
    await expect(intro).to_be_hidden()


async def test_the_introduction_can_be_skipped_for_good(open_page: OpenPage) -> None:
    page = await open_page(INDEX)
    intro = page.get_by_role("group", name="New to minesweeper?")
    await intro.get_by_role("button", name="Skip").click()
    await expect(intro).to_be_hidden()
    await page.reload()
    await expect(page.get_by_role("button", name="Play alone")).to_be_visible()
    await expect(intro).to_be_hidden()

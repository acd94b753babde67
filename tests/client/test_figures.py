"""G13: the boards that explain the rules, and the one that plays itself, are the generator's."""

import hashlib
from typing import Any

import pytest
from playwright.async_api import Page, expect

from server.engine import play
from server.engine.board import Board, make_board
from server.engine.cells import Shape, scan
from server.engine.deal import RULESET, layout, start_cell
from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX

pytestmark = pytest.mark.browser

FIGURES = Shape(7, 5)
DEALT = {"first": (1, 17, 7), "number": (1, 17, 6), "corner": (4, 0, 7)}
"""By step: number of the key, first tap, mines."""


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def constant(page: Page, module: str, name: str) -> Any:
    return await page.evaluate(f"async () => (await import('/src/{module}')).{name}")


def dealt(label: str, shape: Shape, tap: int | None, mines: int) -> tuple[Board, int]:
    key = hashlib.sha256(label.encode()).digest()
    cell = start_cell(RULESET, key, *shape) if tap is None else tap
    return make_board(shape, layout(RULESET, key, *shape, mines, cell)), cell


def text(board: Board, shown: play.Play) -> str:
    return "".join(
        str(board.numbers[cell])
        if shown.opened >> cell & 1
        else "F"
        if shown.flagged >> cell & 1
        else "."
        for cell in range(board.shape.size)
    )


def after(board: Board, *moves: tuple[play.MoveKind, int]) -> play.Play:
    shown = play.Play(0, 0, 0)
    for kind, cell in moves:
        shown = play.apply(shown, play.move(board, shown, kind, cell), cell)
    return shown


async def test_g13_the_figures_are_boards_of_the_generator(page: Page) -> None:
    steps = {step["key"]: step for step in await constant(page, "views/rules.js", "STEPS")}
    for key, (number, tap, mines) in DEALT.items():
        board, _ = dealt(f"fig{number}", FIGURES, tap, mines)
        assert steps[key]["text"] == text(board, after(board, ("open", tap)))
        assert steps[key]["start"] == tap
    assert sum(sign != "." for sign in steps["first"]["text"]) == 9
    assert sum(sign != "." for sign in steps["corner"]["text"]) == 4


async def test_g13_the_deduction_shown_is_right(page: Page) -> None:
    steps = {step["key"]: step for step in await constant(page, "views/rules.js", "STEPS")}
    board, tap = dealt("fig1", FIGURES, 17, 6)
    marks = {mark: int(cell) for cell, mark in steps["safe"]["marks"].items()}
    flagged = after(board, ("open", tap), ("flag", marks["mine"]))
    assert steps["mine"]["text"] == text(board, flagged)
    assert board.mines >> marks["mine"] & 1
    chorded = after(board, ("open", tap), ("flag", marks["mine"]), ("chord", marks["used"]))
    assert steps["safe"]["text"] == text(board, chorded)
    assert list(scan(chorded.opened & ~flagged.opened)) == [marks["safe"]]


async def test_the_race_of_the_home_page_is_a_real_one(page: Page) -> None:
    size = await constant(page, "demo_moves.js", "DEMO_SIZE")
    shape = Shape(size["columns"], size["rows"])
    board, start = dealt("demo762", shape, None, size["mines"])
    assert size["start"] == start
    shown = play.Play(0, 0, 0)
    for kind, cell, runs, flag in await constant(page, "demo_moves.js", "DEMO_STEPS"):
        change = play.move(board, shown, kind, cell)
        assert change.flag is flag
        opened = {first + i: sign for first, signs in runs for i, sign in enumerate(signs)}
        assert opened == {one: str(board.numbers[one]) for one in scan(change.opened)}
        shown = play.apply(shown, change, cell)
    assert play.cleared(board, shown)


async def test_the_figures_are_pictures_out_of_the_keyboards_way(open_page: OpenPage) -> None:
    page = await open_page(INDEX)
    await page.get_by_role("main").get_by_role("link", name="How to play").click()
    await expect(page.locator(".rule")).to_have_count(5)
    await expect(page.locator(".figure-board .cell")).to_have_count(5 * 35)
    await expect(page.get_by_role("gridcell")).to_have_count(0)

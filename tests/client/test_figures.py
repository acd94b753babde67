"""G13: the boards that explain the rules, and the one that plays itself, are the generator's."""

import hashlib
from typing import Any

import pytest
from playwright.async_api import Page

from server.engine import play
from server.engine.board import Board, make_board
from server.engine.cells import Shape, scan, square
from server.engine.deal import RULESET, layout, start_cell
from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def constant(page: Page, module: str, name: str) -> Any:
    return await page.evaluate(f"async () => (await import('/src/{module}')).{name}")


def dealt(label: str, shape: Shape, tap: int | None, mines: int) -> tuple[Board, int]:
    key = hashlib.sha256(label.encode()).digest()
    cell = start_cell(RULESET, key, *shape) if tap is None else tap
    return make_board(shape, layout(RULESET, key, *shape, mines, cell)), cell


def after(board: Board, *moves: tuple[play.MoveKind, int]) -> play.Play:
    shown = play.Play(0, 0, 0)
    for kind, cell in moves:
        shown = play.apply(shown, play.move(board, shown, kind, cell), cell)
    return shown


async def figures_of(page: Page) -> dict[str, Any]:
    return {one["name"]: one for one in await constant(page, "figures.js", "FIGURES")}


def board_of(figure: dict[str, Any], tap: int) -> Board:
    shape = Shape(figure["columns"], figure["rows"])
    return dealt(figure["key"], shape, tap, figure["mines"])[0]


def played(figure: dict[str, Any], step: int) -> tuple[Board, play.Play]:
    """The board of a figure, and what stands on it at a step."""
    moves = [move for one in figure["steps"][: step + 1] for move in one["moves"]]
    board = board_of(figure, moves[0][1])
    return board, after(board, *moves)


def marks(figure: dict[str, Any], step: int) -> dict[str, set[int]]:
    """Marked cells of a step by their mark."""
    found: dict[str, set[int]] = {"used": set(), "safe": set(), "mine": set()}
    for cell, mark in figure["steps"][step].get("marks", {}).items():
        found[mark].add(int(cell))
    return found


async def test_g13_every_first_tap_on_a_figure_lays_the_generators_board(page: Page) -> None:
    for figure in (await figures_of(page)).values():
        shape = Shape(figure["columns"], figure["rows"])
        for tap in range(shape.size):
            protected = square(shape, tap)
            free = [cell for cell in figure["order"] if not protected >> cell & 1]
            mines = sum(1 << cell for cell in free[: figure["mines"]])
            assert board_of(figure, tap).mines == mines, (figure["name"], tap)


async def test_g13_the_figures_show_what_their_texts_say(page: Page) -> None:
    figures = await figures_of(page)
    for name, cells in (("first", 9), ("corner", 4)):  # G4
        board, shown = played(figures[name], 1)
        assert shown.opened == square(board.shape, figures[name]["steps"][1]["moves"][0][1])
        assert shown.opened.bit_count() == cells
    # G3: the second tap opens many at once
    chain = figures["chain"]
    assert played(chain, 1)[1].opened.bit_count() - played(chain, 0)[1].opened.bit_count() == 25
    (three,) = marks(chain, 2)["used"]
    assert played(chain, 2)[0].numbers[three] == 3
    # G17: a chord with a wrong flag opens the mine
    wrong = figures["wrong"]
    board, shown = played(wrong, 1)
    assert shown.exploded.bit_count() == 1
    assert shown.flagged & board.mines == 0 != shown.flagged


async def test_g13_what_is_marked_can_be_deduced(page: Page) -> None:
    """From the numbers used alone: in every layout of mines that they allow, it holds."""
    deduced = 0
    for figure in (await figures_of(page)).values():
        for step in range(len(figure["steps"])):
            found = marks(figure, step)
            if not found["safe"] | found["mine"] or not found["used"]:
                continue
            board, shown = played(figure, step)
            allowed = layouts(board, shown, found["used"])
            assert allowed
            for cell in found["safe"]:
                assert not any(mines >> cell & 1 for mines in allowed), (figure["name"], step)
            for cell in found["mine"]:
                assert all(mines >> cell & 1 for mines in allowed), (figure["name"], step)
            deduced += len(found["safe"] | found["mine"])
    assert deduced == 3


def layouts(board: Board, shown: play.Play, numbers: set[int]) -> list[int]:
    """Mines around some numbers as these numbers and the flags allow them, as sets of cells."""
    around = 0
    for number in numbers:
        around |= square(board.shape, number)
    hidden = list(scan(around & ~shown.opened))
    allowed = []
    for chosen in range(1 << len(hidden)):
        mines = sum(1 << cell for at, cell in enumerate(hidden) if chosen >> at & 1)
        if shown.flagged & around & ~mines:
            continue
        counts = [(square(board.shape, number) & mines).bit_count() for number in numbers]
        if counts == [board.numbers[number] for number in numbers]:
            allowed.append(mines)
    return allowed


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

"""What cells look like: measured contrasts, states that differ without colour, less motion."""

from typing import Any

import pytest

from tests.client.board.conftest import PHONE, Board, NewBoard
from tests.client.wcag import contrast

pytestmark = pytest.mark.browser

ALL = "012345678.F*......"


async def token(board: Board, name: str) -> str:
    """A colour token, as `rgb(r, g, b)`."""
    script = (
        "(() => { const e = document.createElement('i'); e.style.color = `var(${a})`;"
        " document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c; })()"
    )
    return str(await board.run(script, name))


async def style(board: Board, cell: int, name: str, pseudo: str | None = None) -> Any:
    """A computed style of a cell."""
    return await board.run(
        "getComputedStyle(document.querySelector(`[data-c='${a[0]}']`), a[2])[a[1]]",
        [cell, name, pseudo],
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("root", ["", ' data-digits="distinct"'])
async def test_digits_reach_4_5_on_open_cells(new_board: NewBoard, scheme: str, root: str) -> None:
    board = await new_board(9, 2, 3, ALL, root=root, color_scheme=scheme)
    ground = await style(board, 0, "backgroundColor")
    colours = [await style(board, digit, "color") for digit in range(1, 9)]
    assert len(set(colours)) == 8
    assert min(contrast(colour, ground) for colour in colours) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_more_contrast_brings_the_distinct_digits(new_board: NewBoard, scheme: str) -> None:
    asked = await new_board(9, 2, 3, ALL, color_scheme=scheme, contrast="more")
    chosen = await new_board(9, 2, 3, ALL, color_scheme=scheme, root=' data-digits="distinct"')
    plain = await new_board(9, 2, 3, ALL, color_scheme=scheme)
    for name in [f"--n{digit}" for digit in range(1, 9)]:
        assert await token(asked, name) == await token(chosen, name) != await token(plain, name)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_what_must_be_seen_reaches_3(new_board: NewBoard, scheme: str) -> None:
    board = await new_board(9, 2, 3, ALL, color_scheme=scheme)
    pairs = [
        ("--hidden-edge", "--open"),  # hidden from open
        ("--flag", "--hidden"),
        ("--pole", "--hidden"),
        ("--mine", "--open"),
        ("--flag", "--open"),  # the cross of a wrong flag
        ("--start-frame", "--open"),
        ("--cell-focus", "--cell-focus-inner"),
    ]
    for one, other in pairs:
        assert contrast(await token(board, one), await token(board, other)) >= 3, (one, other)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_focus_ring_is_seen_on_every_ground(new_board: NewBoard, scheme: str) -> None:
    board = await new_board(9, 2, 3, ALL, color_scheme=scheme)
    ring = [await token(board, "--cell-focus"), await token(board, "--cell-focus-inner")]
    await board.page.keyboard.press("Tab")
    for cell in (0, 9, 10, 11):
        ground = await style(board, cell, "backgroundColor")
        await board.run(f"board.view.focusCell({cell})")
        assert await style(board, cell, "outlineStyle") == "solid"
        assert max(contrast(colour, ground) for colour in ring) >= 3


async def test_states_differ_in_shape_not_only_in_colour(new_board: NewBoard) -> None:
    board = await new_board(9, 2, 3, ALL)
    await board.run("board.view.update(board.grid.reveal([12]), board.grid)")
    await board.run("board.view.update(board.grid.setFlag(13, true), board.grid)")
    shapes = {
        name: (
            await style(board, cell, "maskImage", "::before"),
            await style(board, cell, "maskImage", "::after"),
        )
        for name, cell in {"hidden": 9, "wrong": 10, "hit": 11, "mine": 12, "flag": 13}.items()
    }
    assert len(set(shapes.values())) == 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_forced_colours_keep_every_state_apart(new_board: NewBoard, scheme: str) -> None:
    board = await new_board(9, 2, 3, ALL, forced_colors="active", color_scheme=scheme)
    ground, digit = await style(board, 1, "backgroundColor"), await style(board, 1, "color")
    assert contrast(ground, digit) >= 4.5
    assert await style(board, 9, "borderTopStyle") == "outset"
    assert await style(board, 0, "borderTopStyle") == "solid"
    flag = await style(board, 10, "backgroundColor", "::after")
    assert contrast(flag, await style(board, 10, "backgroundColor")) >= 4.5
    await board.run("(board.view.setStart(4), 0)")
    assert await style(board, 4, "borderTopStyle") == "double"


async def test_less_motion_leaves_no_animation(new_board: NewBoard) -> None:
    for motion, running in (("no-preference", True), ("reduce", False)):
        board = await new_board(9, 9, 3, reduced_motion=motion, **PHONE)
        await board.run("board.view.ring.show(document.querySelector('.cell'), 350, 'flag')")
        await board.run("board.view.update(board.grid.applyCells([[0, '000']]), board.grid, 0)")
        found = await board.run("document.getAnimations().length")
        assert (found > 0) is running


async def test_cells_have_no_shade_of_the_browser_when_touched(new_board: NewBoard) -> None:
    board = await new_board(9, 9, 3, **PHONE)
    scroller = "getComputedStyle(document.querySelector('.board-scroller'))[a]"
    assert await board.run(scroller, "touchAction") == "pan-x pan-y"
    assert await board.run(scroller, "overscrollBehaviorX") == "contain"
    assert await board.run(scroller, "userSelect") == "none"
    assert await board.run(scroller, "webkitTapHighlightColor") == "rgba(0, 0, 0, 0)"

"""The board as elements: roles, names, one tab stop, what stays when cells change."""

import pytest
from axe_playwright_python.async_playwright import Axe

from tests.client.board.conftest import NewBoard

pytestmark = pytest.mark.browser


async def test_roles_names_and_size(new_board: NewBoard) -> None:
    board = await new_board(5, 4, 3, "01F*." + "." * 15)
    grid = board.page.get_by_role("grid", name="Minefield, 5 by 4, 3 mines", exact=True)
    assert await grid.count() == 1
    assert await grid.get_by_role("row").count() == 4
    assert await grid.get_by_role("gridcell").count() == 20
    names = ["empty", "1", "flag", "exploded mine", "hidden"]
    for column, name in enumerate(names):
        cell = board.page.get_by_role(
            "gridcell", name=f"{name}, row 1, column {column + 1}", exact=True
        )
        assert await cell.get_attribute("data-c") == str(column)


async def test_names_of_what_is_revealed_and_of_the_start(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, "F0.......")
    await board.run("board.view.update(board.grid.reveal([2]), board.grid)")
    await board.run("board.view.setStart(1)")
    labels = [await board.state(cell, "aria-label") for cell in range(3)]
    assert labels == [
        "wrong flag, row 1, column 1",
        "empty, start, row 1, column 2",
        "mine, row 1, column 3",
    ]


async def test_g2_digits_are_text_and_a_zero_is_blank(new_board: NewBoard) -> None:
    board = await new_board(9, 1, 5, "012345678")
    texts = await board.page.locator(".cell").all_text_contents()
    assert texts == ["", "1", "2", "3", "4", "5", "6", "7", "8"]


async def test_one_tab_stop_and_the_way_back_to_the_same_cell(new_board: NewBoard) -> None:
    board = await new_board(5, 5, 3)
    assert await board.page.locator('.cell[tabindex="0"]').count() == 1
    await board.run("board.view.setStart(7)")
    await board.page.keyboard.press("Tab")
    assert await board.focused() == 7
    await board.page.keyboard.press("ArrowRight")
    await board.page.keyboard.press("Tab")
    assert await board.focused() is None
    await board.page.keyboard.press("Shift+Tab")
    assert await board.focused() == 8


async def test_the_mouse_moves_the_tab_stop_without_a_ring(new_board: NewBoard) -> None:
    board = await new_board(5, 5, 3)
    await board.cell(3).click()
    assert await board.focused() == 3
    assert await board.state(3, "tabindex") == "0"
    assert await board.run("document.activeElement.matches(':focus-visible')") is False
    await board.page.keyboard.press("ArrowDown")
    assert await board.run("document.activeElement.matches(':focus-visible')") is True


async def test_focus_and_element_stay_when_the_cell_changes(new_board: NewBoard) -> None:
    board = await new_board(5, 5, 3)
    await board.run("(board.view.focusCell(6), window.kept = document.activeElement, 0)")
    await board.run("board.view.update(board.grid.applyCells([[5, '0123']]), board.grid)")
    await board.run("board.view.setAll(board.grid)")
    assert await board.run("document.activeElement === window.kept") is True
    assert await board.cell(6).text_content() == "1"


async def test_a_flag_taken_back_leaves_a_plain_hidden_cell(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    before = await board.run("document.querySelector('[data-c=\"4\"]').outerHTML")
    for flag in ("true", "false"):
        await board.run(f"board.view.update(board.grid.setFlag(4, {flag}), board.grid)")
        assert (await board.state(4)) == ("flag" if flag == "true" else "hidden")
    await board.until("!document.querySelector('[data-fresh]')")
    after = await board.run("document.querySelector('[data-c=\"4\"]').outerHTML")
    assert after.replace(' style=""', "") == before


async def test_a_chain_ripples_briefly_and_not_at_all_with_reduced_motion(
    new_board: NewBoard,
) -> None:
    opening = "board.view.update(board.grid.applyCells([[0, '000000000']]), board.grid, 4)"
    count = "document.querySelectorAll('[data-fresh]').length"
    board = await new_board(3, 3, 2)
    await board.run(opening)
    assert await board.run(count) == 9
    assert await board.run("document.querySelector('[data-fresh]').textContent") == ""
    await board.until(f"{count} === 0")
    still = await new_board(3, 3, 2, reduced_motion="reduce")
    await still.run(opening)
    assert await still.run(count) == 0


async def test_a_change_of_many_cells_shows_those_in_view_at_once(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.setCellSize(40)")
    await board.run("board.view.scrollToCell(0)")
    everything = "[[0, '1'.repeat(3200)]]"
    at_once = await board.run(
        f"(board.view.update(board.grid.applyCells({everything}), board.grid),"
        " [0, 3199].map((c) => document.querySelector(`[data-c='${c}']`).dataset.s))"
    )
    assert at_once == ["open", "hidden"]
    await board.until("!document.querySelector('[data-s=hidden]')")


async def test_r9_an_inert_board_says_so_keeps_its_focus_and_takes_no_moves(
    new_board: NewBoard,
) -> None:
    board = await new_board(5, 5, 3)
    await board.run("board.view.setInert(true)")
    assert await board.page.get_by_role("grid").get_attribute("aria-disabled") == "true"
    await board.cell(3).click(force=True)
    await board.cell(3).click(force=True, button="right")
    await board.page.keyboard.press("ArrowRight")
    await board.page.keyboard.press("Space")
    assert await board.focused() == 4
    assert await board.moves() == []
    await board.run("board.view.setInert(false)")
    await board.page.keyboard.press("Space")
    assert await board.moves() == ["open 4"]


async def test_r13_a_covered_board_shows_nothing_and_gives_the_focus_back(
    new_board: NewBoard,
) -> None:
    board = await new_board(5, 5, 3, "1" + "." * 24)
    await board.run("board.view.focusCell(2)")
    await board.run("board.view.setCovered(true)")
    assert await board.cell(0).is_visible() is False
    assert await board.page.get_by_role("gridcell").count() == 0
    await board.page.keyboard.press("Space")
    assert await board.moves() == []
    await board.run("board.view.setCovered(false)")
    assert await board.cell(0).is_visible() is True
    assert await board.focused() == 2


async def test_the_board_is_left_to_right_on_a_right_to_left_page(new_board: NewBoard) -> None:
    board = await new_board(9, 9, 10, root=' dir="rtl"')
    first, second = await board.middle(0), await board.middle(1)
    assert first[0] < second[0]
    await board.run("board.view.focusCell(4)")
    await board.page.keyboard.press("ArrowLeft")
    assert await board.focused() == 3


async def test_focus_on_a_cell_far_away_scrolls_to_it(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.focusCell(3199)")
    box = await board.cell(3199).bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= 1280
    assert 0 <= box["y"] <= 720


async def test_every_cell_of_the_largest_board_is_in_the_accessibility_tree(
    new_board: NewBoard,
) -> None:
    board = await new_board(80, 40, 240)
    last = board.page.get_by_role("gridcell", name="hidden, row 40, column 80", exact=True)
    assert await last.count() == 1
    assert await board.page.get_by_role("gridcell").count() == 3200


async def test_the_sides_where_the_board_goes_on_are_told(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    more = "document.querySelector('.board-frame').getAttribute('data-more')"
    await board.run("board.view.scrollToCell(0)")
    await board.until(f"{more} === 'right bottom'")
    await board.run("board.view.scrollToCell(3199)")
    await board.until(f"{more} === 'left top'")
    await board.run("board.view.fit()")
    await board.until(f"{more} === ''")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing(new_board: NewBoard, scheme: str) -> None:
    board = await new_board(9, 3, 4, "12345678.F0*......" + "." * 9, color_scheme=scheme)
    await board.run("board.view.update(board.grid.reveal([8, 13]), board.grid)")
    found = await Axe().run(board.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()


async def test_destroy_leaves_nothing(new_board: NewBoard) -> None:
    board = await new_board(5, 5, 3)
    await board.run("(board.detach(), board.view.destroy())")
    assert await board.run("document.getElementById('place').childElementCount") == 0

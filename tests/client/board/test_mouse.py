"""The mouse on the board, and clicks that come from no mouse at all."""

import pytest

from tests.client.board.conftest import NewBoard

pytestmark = pytest.mark.browser

NUMBER = "F.." + ".1." + "..."
"""A 1 in the middle of nine cells with its one flag."""


async def test_left_opens_when_released(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.page.mouse.move(*await board.middle(4))
    await board.page.mouse.down()
    assert await board.pressed() == [4]
    assert await board.moves() == []
    await board.page.mouse.up()
    assert await board.pressed() == []
    assert await board.moves() == ["open 4"]


async def test_leaving_the_cell_cancels(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.page.mouse.move(*await board.middle(4))
    await board.page.mouse.down()
    await board.page.mouse.move(*await board.middle(5))
    assert await board.pressed() == []
    await board.page.mouse.up()
    assert await board.moves() == []
    await board.cell(5).click()
    assert await board.moves() == ["open 5"]


async def test_a_release_outside_the_board_lets_go(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.page.mouse.move(*await board.middle(4))
    await board.page.mouse.down()
    await board.page.mouse.move(1, 1)
    await board.page.mouse.up()
    await board.page.mouse.move(*await board.middle(4))
    assert await board.pressed() == []
    assert await board.moves() == []


async def test_g5_right_flags_when_pressed(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, "1...F....")
    await board.page.mouse.move(*await board.middle(3))
    await board.page.mouse.down(button="right")
    assert await board.moves() == ["flag 3"]
    await board.page.mouse.up(button="right")
    await board.cell(4).click(button="right")
    await board.cell(0).click(button="right")  # G18: nothing
    assert await board.moves() == ["flag 4"]


async def test_the_context_menu_is_kept_off_the_board_only(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    prevented = (
        "(() => { const e = new MouseEvent('contextmenu', {bubbles: true, cancelable: true});"
        " document.querySelector(a).dispatchEvent(e); return e.defaultPrevented; })()"
    )
    assert await board.run(prevented, ".cell") is True
    assert await board.run(prevented, "#after") is False


async def test_g6_a_flagged_cell_does_not_open(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, "F........")
    await board.cell(0).click()
    assert await board.moves() == []


async def test_g8_left_on_a_number_previews_and_chords(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, NUMBER)
    await board.page.mouse.move(*await board.middle(4))
    await board.page.mouse.down()
    assert await board.pressed() == [1, 2, 3, 5, 6, 7, 8]
    await board.page.mouse.up()
    assert await board.pressed() == []
    assert await board.moves() == ["chord 4"]
    assert await board.page.locator("[data-flash]").count() == 0


async def test_g8_a_chord_without_its_flags_flashes_what_it_leaves_alone(
    new_board: NewBoard,
) -> None:
    board = await new_board(3, 3, 2, "....1....", clock=True)
    await board.cell(4).click()
    assert await board.page.locator("[data-flash]").count() == 8
    await board.page.clock.run_for(300)
    assert await board.page.locator("[data-flash]").count() == 0


async def test_a_number_with_nothing_hidden_around_is_no_move(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, "F11111111")
    await board.cell(4).click()
    assert await board.moves() == []


@pytest.mark.parametrize("buttons", [["middle"], ["left", "right"], ["right", "left"]])
async def test_middle_or_both_buttons_chord_once(new_board: NewBoard, buttons: list[str]) -> None:
    board = await new_board(3, 3, 2, NUMBER)
    await board.page.mouse.move(*await board.middle(4))
    for button in buttons:
        await board.page.mouse.down(button=button)  # type: ignore[arg-type]
    assert await board.pressed() == [1, 2, 3, 5, 6, 7, 8]
    for button in buttons:
        await board.page.mouse.up(button=button)  # type: ignore[arg-type]
    assert await board.moves() == ["chord 4"]
    assert await board.pressed() == []


async def test_both_buttons_on_a_hidden_cell_do_not_open_it(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.page.mouse.move(*await board.middle(4))
    await board.page.mouse.down(button="left")
    await board.page.mouse.down(button="right")
    await board.page.mouse.up(button="right")
    await board.page.mouse.up(button="left")
    assert await board.moves() == []
    await board.cell(4).click()
    assert await board.moves() == ["open 4"]


async def test_g19_in_flag_mode_clicks_flag_and_still_chord(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, NUMBER)
    await board.run("board.mode.flags = true")
    await board.cell(8).click()
    await board.cell(0).click()
    await board.cell(4).click()
    assert await board.moves() == ["flag 8", "flag 0", "chord 4"]


async def test_a_click_without_any_pointer_is_a_tap(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, NUMBER)
    click = "document.querySelector(`[data-c='${a}']`).click()"
    await board.run(click, 8)
    await board.run(click, 4)
    await board.run("board.mode.flags = true")
    await board.run(click, 8)
    assert await board.moves() == ["open 8", "chord 4", "flag 8"]


async def test_the_cell_opened_is_the_one_clicked_after_scrolling_and_zooming(
    new_board: NewBoard,
) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.setCellSize(31)")
    await board.run("board.view.scrollToCell(1234)")
    x, y = await board.middle(1234)
    await board.page.mouse.click(x + 13, y - 13)
    await board.page.mouse.click(x + 18, y)
    await board.page.mouse.click(x, y + 18)
    assert await board.moves() == ["open 1234", "open 1235", "open 1314"]


async def test_detached_input_makes_no_moves(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.run("board.detach()")
    await board.cell(4).click()
    await board.cell(4).click(button="right")
    await board.page.keyboard.press("f")
    assert await board.moves() == []

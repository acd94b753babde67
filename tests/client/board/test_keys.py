"""Keys on the board: ARIA grid movement and the moves of the game."""

import pytest

from tests.client.board.conftest import NewBoard

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("start", "keys", "end"),
    [
        (0, ["ArrowRight", "ArrowDown"], 11),
        (11, ["ArrowLeft", "ArrowUp"], 0),
        (0, ["ArrowLeft", "ArrowUp"], 0),  # no wrap
        (9, ["ArrowRight"], 9),
        (195, ["ArrowDown"], 195),
        (35, ["Home"], 30),
        (35, ["End"], 39),
        (35, ["Control+Home"], 0),
        (35, ["Control+End"], 199),
        (5, ["PageDown"], 85),
        (85, ["PageUp", "PageUp"], 5),
        (155, ["PageDown"], 195),
    ],
)
async def test_movement(new_board: NewBoard, start: int, keys: list[str], end: int) -> None:
    board = await new_board(10, 20, 30)
    await board.run(f"board.view.focusCell({start})")
    for key in keys:
        await board.page.keyboard.press(key)
    assert await board.focused() == end
    assert await board.page.locator('.cell[tabindex="0"]').count() == 1
    assert await board.moves() == []


async def test_control_and_arrow_go_to_the_next_hidden_cell(new_board: NewBoard) -> None:
    board = await new_board(7, 3, 3, "11F1.1." + "1111111" + ".......")
    await board.run("board.view.focusCell(0)")
    for end in (4, 6, 6):
        await board.page.keyboard.press("Control+ArrowRight")
        assert await board.focused() == end
    await board.page.keyboard.press("Control+ArrowDown")
    assert await board.focused() == 20


async def test_g8_g18_moves_by_key(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2, "F.1......")
    table = {
        (1, "Space"): ["open 1"],
        (1, "Enter"): ["open 1"],
        (1, "f"): ["flag 1"],
        (1, "M"): ["flag 1"],
        (1, "d"): [],  # a hidden cell has no chord
        (1, "Shift+Enter"): [],
        (0, "Space"): [],  # G6
        (0, "F"): ["flag 0"],
        (2, "Space"): ["chord 2"],
        (2, "Enter"): ["chord 2"],
        (2, "d"): ["chord 2"],
        (2, "Shift+Enter"): ["chord 2"],
        (2, "f"): [],
        (1, "Control+f"): [],
        (1, "x"): [],
    }
    for (cell, key), moves in table.items():
        await board.run(f"board.view.focusCell({cell})")
        await board.page.keyboard.press(key)
        assert await board.moves() == moves, (cell, key)


async def test_keys_open_in_flag_mode_too(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.run("(board.mode.flags = true, board.view.focusCell(1))")
    await board.page.keyboard.press("Space")
    assert await board.moves() == ["open 1"]


async def test_a_key_that_is_held_down_moves_once(new_board: NewBoard) -> None:
    board = await new_board(3, 3, 2)
    await board.run("board.view.focusCell(1)")
    for _ in range(3):
        await board.page.keyboard.down("f")
    await board.page.keyboard.up("f")
    assert await board.moves() == ["flag 1"]


async def test_keys_scroll_nothing_and_act_only_on_the_board(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.scrollToCell(0)")
    await board.run("board.view.focusCell(0)")
    await board.page.keyboard.press("Space")
    assert await board.run("document.querySelector('.board-scroller').scrollTop") == 0
    await board.run("document.getElementById('after').focus()")
    for key in ("f", "d", "Space"):
        await board.page.keyboard.press(key)
    assert await board.moves() == ["open 0"]


async def test_plus_minus_and_0_zoom_around_the_focused_cell(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.scrollToCell(1640)")
    await board.run("board.view.focusCell(1640)")
    size, at = await board.run("board.view.cellSize()"), await board.middle(1640)
    await board.page.keyboard.press("+")
    assert await board.run("board.view.cellSize()") == round(size * 1.25)
    assert await board.middle(1640) == pytest.approx(at, abs=2)
    await board.page.keyboard.press("-")
    assert await board.run("board.view.cellSize()") == pytest.approx(size, abs=1)
    await board.page.keyboard.press("0")
    whole = await board.run("board.view.cellSize()")
    assert whole < 20
    await board.page.keyboard.press("=")
    assert await board.run("board.view.cellSize()") > whole
    x, y = await board.middle(1640)
    assert 0 < x < 1280
    assert 0 < y < 720
    # the browser's own zoom stays the browser's
    before = await board.run("board.view.cellSize()")
    await board.page.keyboard.press("Control+-")
    assert await board.run("board.view.cellSize()") == before
    assert await board.focused() == 1640
    assert await board.moves() == []

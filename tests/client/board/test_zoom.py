"""Cell sizes: the first one, pinch, buttons, overview; a point that is looked at stays put."""

from typing import Any

import pytest

from tests.client.board.conftest import PHONE, Board, NewBoard

pytestmark = pytest.mark.browser


async def size(board: Board) -> float:
    """Width of a cell as it is laid out, px."""
    box = await board.cell(0).bounding_box()
    assert box is not None
    return float(box["width"])


async def pinch(board: Board, cell: int, start: float, end: float, steps: int = 10) -> None:
    """Two fingers, `start` px apart at first and `end` px at last, around a cell."""
    x, y = await board.middle(cell)
    for step in range(steps + 1):
        half = (start + (end - start) * step / steps) / 2
        points = (x - half, y), (x + half, y)
        await board.touch("touchMove" if step else "touchStart", *points)
    await board.run(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    await board.touch("touchEnd")


@pytest.mark.parametrize(
    ("columns", "rows", "options", "least", "most"),
    [
        (9, 9, {}, 44, 64),
        (30, 16, {}, 36, 44),
        (80, 40, {}, 24, 32),
        (9, 9, PHONE, 40, 48),
        (80, 40, PHONE, 36, 40),
        (16, 10, PHONE, 36, 40),
    ],
)
async def test_the_first_size_can_be_tapped(
    new_board: NewBoard,
    columns: int,
    rows: int,
    options: dict[str, Any],
    least: float,
    most: float,
) -> None:
    board = await new_board(columns, rows, 10, **options)
    assert least <= await size(board) <= most


async def test_a_pinch_zooms_around_its_midpoint_and_plays_nothing(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240, **PHONE)
    await board.run("board.view.scrollToCell(1640)")
    before = await size(board)
    x, y = await board.middle(1640)
    await pinch(board, 1640, 100, 150)
    assert await size(board) == pytest.approx(before * 1.5, rel=0.02)
    assert await board.middle(1640) == pytest.approx((x, y), abs=2)
    assert await board.moves() == []
    assert await board.run("document.querySelector('.board-plane').style.transform") == ""
    assert await board.run("visualViewport.scale") == 1


@pytest.mark.parametrize(("end", "expected"), [(390, 64), (12, 20)])
async def test_a_pinch_stops_at_64_and_at_20(
    new_board: NewBoard, end: float, expected: float
) -> None:
    board = await new_board(80, 40, 240, **PHONE)
    await board.run("board.view.scrollToCell(1640)")
    await pinch(board, 1640, 100, end)
    assert await size(board) == expected


async def test_a_pinch_leads_out_of_the_overview_without_a_jump(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240, **PHONE)
    await board.run("board.view.fit()")
    before = await size(board)
    await pinch(board, 1640, 60, 180)
    assert await size(board) == pytest.approx(before * 3, rel=0.02)


async def test_a_tap_after_a_pinch_hits_the_cell_under_it(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240, clock=True, **PHONE)
    await board.run("board.view.scrollToCell(1640)")
    x, y = await board.middle(1640)
    await board.touch("touchStart", (x - 40, y), (x + 40, y))
    await board.touch("touchMove", (x - 56, y), (x + 56, y))
    await board.page.clock.run_for(300)
    await board.touch("touchEnd")
    assert await size(board) > 50
    await board.page.clock.run_for(300)
    await board.page.touchscreen.tap(*await board.middle(1641))
    assert await board.moves() == ["open 1641"]


async def test_buttons_zoom_around_the_middle(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.scrollToCell(1640)")
    before = await size(board)
    x, y = await board.middle(1640)
    await board.run("board.view.zoomBy(1.25)")
    assert await size(board) == round(before * 1.25)
    assert await board.middle(1640) == pytest.approx((x, y), abs=8)
    for _ in range(9):
        await board.run("board.view.zoomBy(1.25)")
    assert await size(board) == 64


async def test_fit_shows_the_whole_board_and_follows_the_window(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240, **PHONE)
    await board.run("board.view.fit()")
    whole = "(() => { const s = document.querySelector('.board-scroller');"
    whole += " return s.scrollWidth <= s.clientWidth && s.scrollHeight <= s.clientHeight; })()"
    assert await board.run(whole) is True
    upright = await size(board)
    assert upright < 6
    await board.page.set_viewport_size({"width": 839, "height": 412})
    await board.until(f"board.view.cellSize() > {upright} + 2")
    assert await board.run(whole) is True


async def test_a_tap_on_the_overview_only_zooms_to_that_spot(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240, **PHONE)
    await board.run("board.view.fit()")
    await board.page.touchscreen.tap(*await board.middle(1640))
    assert await board.moves() == []
    assert await size(board) >= 36
    x, y = await board.middle(1640)
    assert 100 < x < 312
    assert 250 < y < 530
    await board.page.touchscreen.tap(x, y)
    assert await board.moves() == ["open 1640"]


async def test_a_hold_on_the_overview_flags_nothing(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240, clock=True, **PHONE)
    await board.run("board.view.fit()")
    await board.hold(1640, 500)
    await board.release()
    assert await board.moves() == []


async def test_wheel_with_control_zooms_at_the_pointer(new_board: NewBoard) -> None:
    board = await new_board(80, 40, 240)
    await board.run("board.view.scrollToCell(1640)")
    before = await size(board)
    x, y = await board.middle(1644)
    await board.page.mouse.move(x, y)
    await board.page.keyboard.down("Control")
    await board.page.mouse.wheel(0, -100)
    await board.page.keyboard.up("Control")
    await board.until(f"board.view.cellSize() > {before}")
    assert await board.middle(1644) == pytest.approx((x, y), abs=2)


async def test_a_double_tap_leaves_the_page_as_it_is(new_board: NewBoard) -> None:
    board = await new_board(9, 9, 10, **PHONE)
    before = await size(board)
    x, y = await board.middle(40)
    for _ in range(2):
        await board.page.touchscreen.tap(x, y)
    assert await board.moves() == ["open 40", "open 40"]
    assert await board.run("visualViewport.scale") == 1
    assert await size(board) == before
    # said to browsers that have the gesture: Chromium has none on a page made for phones
    script = "getComputedStyle(document.querySelector('.cell')).touchAction"
    assert await board.run(script) == "pan-x pan-y"

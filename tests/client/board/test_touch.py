"""Fingers on the board, by real touch events; the page's clock is moved by hand."""

from typing import Any

import pytest

from tests.client.board.conftest import PHONE, Board, NewBoard

pytestmark = pytest.mark.browser


async def phone(
    new_board: NewBoard, columns: int = 9, rows: int = 9, cells: str | None = None, **more: Any
) -> Board:
    """A board on a phone whose clock stands."""
    return await new_board(columns, rows, 10, cells, clock=True, **PHONE, **more)


async def test_a_tap_opens(new_board: NewBoard) -> None:
    board = await phone(new_board)
    x, y = await board.middle(40)
    await board.page.touchscreen.tap(x, y)
    assert await board.moves() == ["open 40"]


async def test_g5_a_hold_flags_at_its_threshold_while_still_pressed(new_board: NewBoard) -> None:
    board = await phone(new_board)
    await board.hold(40, 349)
    assert await board.moves() == []
    await board.page.clock.run_for(1)
    assert await board.moves() == ["flag 40"]
    await board.release()
    await board.page.clock.run_for(1000)
    assert await board.moves() == []  # the click that follows is no tap


async def test_a_tap_after_a_hold_counts(new_board: NewBoard) -> None:
    board = await phone(new_board)
    await board.hold(40, 350)
    await board.release()
    await board.page.touchscreen.tap(*await board.middle(41))
    assert await board.moves() == ["flag 40", "open 41"]


@pytest.mark.parametrize(("held_ms", "moves"), [(0, ["open 40"]), (219, ["open 40"])])
async def test_a_short_press_is_a_tap(new_board: NewBoard, held_ms: int, moves: list[str]) -> None:
    board = await phone(new_board)
    await board.hold(40, held_ms)
    await board.release()
    assert await board.moves() == moves


@pytest.mark.parametrize("held_ms", [221, 300, 349])
async def test_a_release_in_the_dead_zone_does_nothing(new_board: NewBoard, held_ms: int) -> None:
    board = await phone(new_board)
    await board.hold(40, held_ms)
    await board.release()
    await board.page.clock.run_for(1000)
    assert await board.moves() == []


@pytest.mark.parametrize("hold_ms", [150, 800])
async def test_the_length_of_a_hold_is_a_setting(new_board: NewBoard, hold_ms: int) -> None:
    board = await phone(new_board)
    await board.run(f"board.mode.holdMs = {hold_ms}")
    await board.hold(40, hold_ms - 1)
    assert await board.moves() == []
    await board.page.clock.run_for(1)
    await board.release()
    assert await board.moves() == ["flag 40"]


async def test_the_moment_at_which_a_hold_counts_is_seen_and_felt(new_board: NewBoard) -> None:
    board = await phone(new_board)
    await board.run("(window.felt = [], navigator.vibrate = (ms) => window.felt.push(ms))")
    ring = board.page.locator(".hold-ring")
    await board.hold(40, 100)
    assert await ring.get_attribute("data-hold") == "filling"
    box, cell = await ring.bounding_box(), await board.middle(40)
    assert box is not None
    assert abs(box["x"] + box["width"] / 2 - cell[0]) < 2
    assert abs(box["y"] + box["height"] / 2 - cell[1]) < 2
    await board.page.clock.run_for(250)
    assert await ring.get_attribute("data-hold") == "done"
    assert await board.run("window.felt") == [15]
    await board.release()
    assert await ring.get_attribute("data-hold") is None


async def test_holding_a_number_does_nothing(new_board: NewBoard) -> None:
    board = await phone(new_board, 3, 3, "F...1....")
    await board.hold(4, 100)
    assert await board.pressed() == [1, 2, 3, 5, 6, 7, 8]
    await board.page.clock.run_for(900)
    await board.release()
    assert await board.pressed() == []
    assert await board.moves() == []


async def test_g8_a_tap_on_a_number_chords(new_board: NewBoard) -> None:
    board = await phone(new_board, 3, 3, "F...1....")
    await board.page.touchscreen.tap(*await board.middle(4))
    assert await board.moves() == ["chord 4"]


@pytest.mark.parametrize("switch", ["flags", "swapped"])
async def test_g5_g19_in_flag_mode_taps_flag_and_holds_open(
    new_board: NewBoard, switch: str
) -> None:
    board = await phone(new_board, 3, 3, "F...1....")
    await board.run(f"board.mode.{switch} = true")
    await board.page.touchscreen.tap(*await board.middle(8))
    await board.page.touchscreen.tap(*await board.middle(4))
    await board.hold(7, 350)
    await board.release()
    await board.hold(0, 350)  # G6: a flag protects from a hold too
    await board.release()
    assert await board.moves() == ["flag 8", "chord 4", "open 7"]


async def test_flag_mode_and_swapped_fingers_together_open_by_tap(new_board: NewBoard) -> None:
    board = await phone(new_board)
    await board.run("(board.mode.flags = true, board.mode.swapped = true)")
    await board.page.touchscreen.tap(*await board.middle(8))
    assert await board.moves() == ["open 8"]


async def test_a_pan_scrolls_and_plays_nothing(new_board: NewBoard) -> None:
    board = await phone(new_board, 80, 40)
    await board.run("board.view.scrollToCell(1640)")
    scroll = "[...document.querySelectorAll('.board-scroller')].map((e) => e.scrollLeft)[0]"
    before = await board.run(scroll)
    x, y = await board.middle(1640)
    await board.touch("touchStart", (x, y))
    for step in range(1, 16):
        await board.touch("touchMove", (x - step * 8, y))
    await board.page.clock.run_for(1000)
    await board.touch("touchEnd")
    assert await board.run(scroll) > before + 50
    assert await board.moves() == []
    assert await board.page.locator(".hold-ring").get_attribute("data-hold") is None


async def test_taps_right_after_a_pan_are_leftovers(new_board: NewBoard) -> None:
    board = await phone(new_board)
    x, y = await board.middle(40)
    await board.touch("touchStart", (x, y))
    await board.touch("touchMove", (x + 30, y))
    await board.touch("touchEnd")
    await board.page.clock.run_for(200)
    await board.page.touchscreen.tap(x, y)
    assert await board.moves() == []
    await board.page.clock.run_for(260)
    await board.page.touchscreen.tap(x, y)
    assert await board.moves() == ["open 40"]


async def test_a_touch_that_the_system_takes_away_does_nothing(new_board: NewBoard) -> None:
    board = await phone(new_board)
    await board.hold(40, 100)
    await board.touch("touchCancel")
    await board.page.clock.run_for(1000)
    assert await board.moves() == []
    assert await board.pressed() == []


async def test_a_finger_that_trembles_taps_the_cell_it_came_down_on(new_board: NewBoard) -> None:
    board = await phone(new_board)
    x, y = await board.middle(40)
    size = await board.run("board.view.cellSize()")
    await board.touch("touchStart", (x + size / 2 - 2, y))
    await board.touch("touchMove", (x + size / 2 + 4, y))
    await board.touch("touchEnd")
    assert await board.moves() == ["open 40"]


async def test_moving_before_the_threshold_takes_the_hold_back(new_board: NewBoard) -> None:
    board = await phone(new_board)
    x, y = await board.middle(40)
    await board.hold(40, 200)
    await board.touch("touchMove", (x + 11, y))
    await board.page.clock.run_for(500)
    await board.release()
    assert await board.moves() == []


async def test_a_second_finger_ends_the_press(new_board: NewBoard) -> None:
    board = await phone(new_board)
    one, two = await board.middle(40), await board.middle(60)
    await board.hold(40, 100)
    await board.touch("touchStart", one, two)
    await board.page.clock.run_for(600)
    await board.touch("touchEnd", one)
    await board.page.clock.run_for(600)
    await board.release()
    assert await board.moves() == []
    assert await board.pressed() == []


async def test_a_long_touch_opens_no_menu_and_loses_no_later_tap(new_board: NewBoard) -> None:
    board = await phone(new_board)
    for cell in (40, 41, 42):
        await board.hold(cell, 700)
        await board.release()
        await board.page.touchscreen.tap(*await board.middle(cell + 9))
    assert await board.moves() == [
        move for cell in (40, 41, 42) for move in (f"flag {cell}", f"open {cell + 9}")
    ]


async def test_r9_touching_an_inert_board_shows_no_ring(new_board: NewBoard) -> None:
    board = await phone(new_board)
    await board.run("board.view.setInert(true)")
    await board.hold(40, 350)
    assert await board.page.locator(".hold-ring").get_attribute("data-hold") is None
    await board.release()
    assert await board.moves() == []

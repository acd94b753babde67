"""The model of one's own board: what the server's answers make of it (G2, G5, G7, G8, G16, G18)."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def run(page: Page, columns: int, cells: str, script: str) -> Any:
    """Value of `script` for a grid `g` of these cells with ten mines."""
    rows = len(cells) // columns
    return await page.evaluate(
        f"""async ([columns, rows, cells]) => {{
            const {{ Grid }} = await import('/src/board/grid.js');
            const g = new Grid(columns, rows, 10).fromSnapshot(cells);
            const show = () => g.characters.join('');
            return {script};
        }}""",
        [columns, rows, cells],
    )


async def test_a_snapshot_of_another_size_or_with_foreign_characters_is_refused(page: Page) -> None:
    attempt = (
        "(() => { try { g.fromSnapshot(%s); return 'taken'; } catch (e) { return e.name; } })()"
    )
    assert await run(page, 3, ".........", attempt % "'..'") == "RangeError"
    assert await run(page, 3, ".........", attempt % "'....m....'") == "RangeError"
    assert await run(page, 3, ".........", attempt % "'.F0*8....'") == "taken"


async def test_moved_opens_runs_marks_hits_and_gives_what_changed(page: Page) -> None:
    moved = "{cell: 4, cells: [[0, '012'], [6, '3']], hit: [8], flag: null}"
    first = await run(page, 3, ".........", f"[g.applyMoved({moved}), show()]")
    assert first == [[0, 1, 2, 6, 8], "012...3.*"]


async def test_a_dot_inside_a_run_leaves_its_cell_alone(page: Page) -> None:
    assert await run(page, 3, "..F......", "[g.applyCells([[0, '01..2']]), show()]") == [
        [0, 1, 4],
        "01F.2....",
    ]


async def test_the_same_answer_twice_changes_nothing(page: Page) -> None:
    moved = "{cell: 3, cells: [[0, '01']], hit: [], flag: true}"
    script = f"[g.applyMoved({moved}), g.applyMoved({moved}), show()]"
    assert await run(page, 3, ".........", script) == [[0, 1, 3], [], "01.F....."]


async def test_g5_a_flag_comes_and_goes(page: Page) -> None:
    script = "[g.setFlag(2, true), show(), g.setFlag(2, false), show(), g.setFlag(2, false)]"
    assert await run(page, 3, ".........", script) == [[2], "..F......", [2], ".........", []]


async def test_g18_flagging_an_open_or_exploded_cell_changes_nothing(page: Page) -> None:
    script = "[g.setFlag(0, true), g.setFlag(1, true), g.setFlag(1, false), show()]"
    assert await run(page, 3, "1*.......", script) == [[], [], [], "1*......."]


async def test_g7_counter_goes_below_zero_and_counts_hits_as_marked(page: Page) -> None:
    assert await run(page, 5, "FF*" + "." * 22, "g.counter()") == 7
    assert await run(page, 5, "F" * 11 + "." * 14, "g.counter()") == -1


@pytest.mark.parametrize(
    ("cell", "around"),
    [
        (0, [1, 4, 5]),
        (3, [2, 6, 7]),
        (4, [0, 1, 5, 8, 9]),
        (5, [0, 1, 2, 4, 6, 8, 9, 10]),
        (7, [2, 3, 6, 10, 11]),
        (11, [6, 7, 10]),
    ],
)
async def test_g2_neighbours_never_wrap_round_an_edge(
    page: Page, cell: int, around: list[int]
) -> None:
    assert await run(page, 4, "." * 12, f"g.neighbours({cell})") == around


@pytest.mark.parametrize(
    ("cells", "can"),
    [
        ("F...1....", True),  # exactly one flag
        ("....1....", False),  # too few
        ("FF..1....", False),  # too many
        ("*...1....", True),  # a mine that was hit counts as marked
        ("....0....", True),  # G16
        ("F...0....", False),  # G16: a flag around a blank
        ("F11111111", False),  # nothing hidden left
        (".........", False),  # G18: a hidden cell
    ],
)
async def test_g8_g16_when_a_chord_opens_something(page: Page, cells: str, can: bool) -> None:
    assert await run(page, 3, cells, "g.canChord(4)") is can


async def test_r6_reveal_shows_mines_and_wrong_flags_and_leaves_the_rest(page: Page) -> None:
    script = "[g.reveal([0, 2, 4]), show(), g.counter()]"
    assert await run(page, 3, "FF.1*....", script) == [[1, 2], "Fxm1*....", 7]

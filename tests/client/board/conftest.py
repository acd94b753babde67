"""A board on a page of its own, with the moves that it would send written down in `moves`.

In the page: `board.view`, `board.grid`, `board.moves`, `board.mode` (what the switches say).
"""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import CDPSession, Page

from tests.client.conftest import OpenPage

MARKUP = """<!doctype html>
<html lang="en"{root}>
<head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style/tokens.css">
<link rel="stylesheet" href="/style/board_colours.css">
<link rel="stylesheet" href="/style/board.css">
<link rel="stylesheet" href="/test.css"></head>
<body><main id="place"></main><button id="after">after</button></body>
</html>"""
TEXTS = {
    "board.label": "Minefield, {columns} by {rows}, {count} mines",
    "board.cell": "{state}, row {row}, column {column}",
    "board.start": "{state}, start",
    "board.hidden": "hidden",
    "board.flag": "flag",
    "board.empty": "empty",
    "board.hit": "exploded mine",
    "board.mine": "mine",
    "board.wrong_flag": "wrong flag",
}
SETUP = """async ({texts, columns, rows, mines, cells}) => {
  const [{ Grid }, { createBoardView }, { attachInput }] = await Promise.all([
    import('/src/board/grid.js'), import('/src/board/view.js'), import('/src/board/input.js')]);
  const t = (key, parameters = {}) =>
    texts[key].replace(/\\{(\\w+)\\}/g, (all, name) => String(parameters[name]));
  const grid = new Grid(columns, rows, mines);
  const place = document.getElementById('place');
  const view = createBoardView(place, { columns, rows, mines, t });
  if (cells) view.setAll(grid.fromSnapshot(cells));
  const mode = { flags: false, holdMs: 350, swapped: false };
  const moves = [];
  const detach = attachInput(view, {
    getGrid: () => grid,
    onMove: (kind, cell) => moves.push(`${kind} ${cell}`),
    getFlagMode: () => mode.flags,
    getHoldMs: () => mode.holdMs,
    swapTapAndHold: () => mode.swapped,
  });
  window.board = { view, grid, mode, moves, detach, t };
}"""
STYLE = """
html, body { margin: 0; height: 100%; }
html { color-scheme: light dark; background: light-dark(#fff, #16171a); }
html[data-theme=dark] { color-scheme: dark; }
main { position: fixed; inset: 0 0 60px 0; }
#after { position: fixed; bottom: 4px; left: 4px; min-width: 48px; min-height: 48px; }
"""


class Board:
    """A board on a page: looks, moves and gestures for tests."""

    def __init__(self, page: Page, columns: int) -> None:
        self.page = page
        self.columns = columns
        self._cdp: CDPSession | None = None

    async def moves(self) -> list[str]:
        """Moves since the last call, as `open 5`."""
        moves: list[str] = await self.page.evaluate("board.moves.splice(0)")
        return moves

    async def run(self, script: str, argument: Any = None) -> Any:
        """Value of a JavaScript expression; `argument` is `a`."""
        return await self.page.evaluate(f"(a) => {script}", argument)

    async def until(self, condition: str) -> None:
        """Waits, frame by frame, until a JavaScript expression is true."""
        await self.page.evaluate(
            f"async () => {{ while (!({condition})) await new Promise(requestAnimationFrame); }}"
        )

    def cell(self, index: int) -> Any:
        """Locator of a cell."""
        return self.page.locator(f'[data-c="{index}"]')

    async def state(self, index: int, name: str = "data-s") -> str | None:
        """An attribute of a cell."""
        value: str | None = await self.cell(index).get_attribute(name)
        return value

    async def focused(self) -> int | None:
        """The cell that has the focus."""
        cell = await self.run("document.activeElement.getAttribute('data-c')")
        return None if cell is None else int(cell)

    async def pressed(self) -> list[int]:
        """Cells that look pressed."""
        cells: list[int] = await self.run(
            "[...document.querySelectorAll('[data-pressed]')].map((e) => Number(e.dataset.c))"
        )
        return cells

    async def middle(self, index: int) -> tuple[float, float]:
        """Middle of a cell, in the window."""
        box = await self.cell(index).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def touch(self, kind: str, *points: tuple[float, float]) -> None:
        """`touchStart`, `touchMove`, `touchEnd` with all fingers that are down then."""
        if self._cdp is None:
            self._cdp = await self.page.context.new_cdp_session(self.page)
        fingers = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        await self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    async def hold(self, index: int, hold_ms: int) -> None:
        """A finger goes down on a cell and stays for so long; `release()` lifts it."""
        await self.touch("touchStart", await self.middle(index))
        await self.page.clock.run_for(hold_ms)

    async def release(self) -> None:
        """All fingers go up."""
        await self.touch("touchEnd")


NewBoard = Callable[..., Awaitable[Board]]
PHONE = {
    "viewport": {"width": 412, "height": 839},
    "device_scale_factor": 2.625,
    "is_mobile": True,
    "has_touch": True,
}


@pytest.fixture
def new_board(open_page: OpenPage) -> NewBoard:
    """`await new_board(columns, rows, mines, cells=None, root="", **page options)`."""

    async def made(
        columns: int,
        rows: int,
        mines: int,
        cells: str | None = None,
        root: str = "",
        **options: Any,
    ) -> Board:
        page = await open_page(MARKUP.format(root=root), files={"test.css": STYLE}, **options)
        setup = {"texts": TEXTS, "columns": columns, "rows": rows, "mines": mines, "cells": cells}
        await page.evaluate(SETUP, setup)
        return Board(page, columns)

    return made

"""The board that is played in the page alone (G13) keeps the engine's rules, move for move."""

import random
from typing import Any

import pytest

from server.engine import play
from server.engine.board import make_board
from server.engine.cells import Shape, scan, square
from server.engine.play import MoveKind
from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser

KINDS: tuple[MoveKind, ...] = ("open", "flag", "flag", "chord", "chord")
GAMES = 60
PLAYED = """async (games) => {
  const { LocalBoard } = await import('/src/board/local.js');
  return games.map(({ columns, rows, mines, order, moves }) => {
    const board = new LocalBoard({ columns, rows, mines, order });
    return moves.map(([kind, cell]) => {
      board.move(kind, cell);
      return [board.grid.characters.join(''), board.ended];
    });
  });
}"""


def drawn(dice: random.Random) -> dict[str, Any]:
    """A board with a first tap, and moves of every kind until it has ended."""
    shape = Shape(dice.randint(5, 9), dice.randint(5, 8))
    order = dice.sample(range(shape.size), shape.size)
    tap, mines = dice.randrange(shape.size), dice.randint(2, 8)
    moves = [("open", tap)]
    moves += [(dice.choice(KINDS), dice.randrange(shape.size)) for _ in range(80)]
    return {
        "columns": shape.columns, "rows": shape.rows, "mines": mines, "order": order,
        "moves": moves,
    }  # fmt: skip


def expected(game: dict[str, Any]) -> list[list[str | None]]:
    """What the engine makes of the same moves; nothing more after the end."""
    shape = Shape(game["columns"], game["rows"])
    tap = game["moves"][0][1]
    free = [cell for cell in game["order"] if not square(shape, tap) >> cell & 1]
    board = make_board(shape, sum(1 << cell for cell in free[: game["mines"]]))
    shown, ended, seen = play.NEW, None, list[list[str | None]]()
    for kind, cell in game["moves"]:
        if ended is None:
            shown = play.apply(shown, play.move(board, shown, kind, cell), cell)
            ended = "hit" if shown.exploded else "cleared" if play.cleared(board, shown) else None
        signs = ["."] * shape.size
        for one in scan(shown.opened):
            signs[one] = str(board.numbers[one])
        for one in scan(shown.flagged):
            signs[one] = "F"
        for one in scan(shown.exploded):
            signs[one] = "*"
        seen.append(["".join(signs), ended])
    return seen


async def test_g3_to_g10_and_g15_to_g18_as_the_engine_plays_them(open_page: OpenPage) -> None:
    dice = random.Random(20)
    games = [drawn(dice) for _ in range(GAMES)]
    page = await open_page()
    wanted = [expected(game) for game in games]
    assert await page.evaluate(PLAYED, games) == wanted
    assert {end for game in wanted for _, end in game} == {None, "hit", "cleared"}


async def test_g18_no_flag_before_the_first_tap(open_page: OpenPage) -> None:
    page = await open_page()
    order = list(range(25))
    game = {"columns": 5, "rows": 5, "mines": 2, "order": order, "moves": [("flag", 0)]}
    assert await page.evaluate(PLAYED, [game]) == [[["." * 25, None]]]

"""Solver, odds and certificates against all layouts, and against a solver of other people (R5)."""

from random import Random
from typing import Any

import pytest

from server.engine.board import make_board
from server.engine.cells import Shape, from_cells, scan
from server.engine.certificate import certify
from server.engine.deal import RULESET, layout, start_cell
from server.engine.levels import LEVELS
from server.engine.odds import odds
from server.engine.play import NEW, apply, open_cell
from server.engine.sight import sight_of
from tests.suites.soundness import TOLERANCE, check_positions
from tests.suites.unguessing import HIDDEN, chances, clears

pytestmark = [pytest.mark.suite("boards"), pytest.mark.timeout(3_600)]


def test_r5_everything_that_follows_is_found_and_nothing_else(
    suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    figures["soundness"] = check_positions(seed=5, count=suite_options.get("positions", 1_000))


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_r5_another_solver_gives_the_same_verdict_on_every_board(
    level: Any, suite_options: dict[str, int], figures: dict[str, Any]
) -> None:
    """Certified exactly when ms-toollib's chances clear it without a guess."""
    dice = Random(level.id)
    size = (level.columns, level.rows, level.mines)
    certified = 0
    count = suite_options.get("per_level", 20)
    for _ in range(count):
        key = dice.randbytes(32)
        start = start_cell(RULESET, key, level.columns, level.rows)
        mines = layout(RULESET, key, *size, start)
        found = certify(make_board(Shape(level.columns, level.rows), mines), start)
        cleared = clears(level.columns, level.rows, frozenset(scan(mines)), start)
        assert cleared == (found is not None), key.hex()
        certified += cleared
    assert certified > 0
    figures.setdefault("certified_share", {})[level.id] = round(certified / count, 3)


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_chances_are_those_of_another_solver(level: Any) -> None:
    """Cells opened here and there: many components, some of them large."""
    dice = Random(level.id)
    shape = Shape(level.columns, level.rows)
    for _ in range(3):
        board = make_board(shape, from_cells(dice.sample(range(shape.size), level.mines)))
        play = NEW
        for cell in dice.sample(list(scan(board.safe)), shape.size // 8):
            play = apply(play, open_cell(board, play, cell), cell)
        found = odds(sight_of(board, play))
        assert found is not None
        seen = [
            [
                board.numbers[cell] if play.opened >> cell & 1 else HIDDEN
                for cell in range(row * shape.columns, (row + 1) * shape.columns)
            ]
            for row in range(shape.rows)
        ]
        others = [chance for line in chances(seen, level.mines) for chance in line]
        for cell, chance in found.chances.items():
            assert chance == pytest.approx(others[cell], abs=TOLERANCE, rel=0)

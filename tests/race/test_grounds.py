"""Arguments about cells: complete, so that their numbers alone show what they say."""

import pytest

from server.engine.cells import from_cells, scan
from server.engine.notation import parse
from server.engine.sight import sight_of
from server.engine.solver import RULES, deduce
from server.race.grounds import best_ground, ground
from tests.race.brute import layouts
from tests.race.test_hindsight import played


@pytest.mark.parametrize("seed", range(40))
def test_the_numbers_of_an_argument_show_it_in_all_layouts(seed: int) -> None:
    board, play = played(seed)
    found = deduce(sight_of(board, play))
    for cell in scan(found.safe | found.mined):
        why = ground(board.shape, found, cell)
        numbers = from_cells(why.numbers)
        assert numbers & ~play.opened == 0
        every = list(layouts(board, play, numbers))
        for one in (*why.safe, *why.mined):
            assert {mines >> one & 1 for mines in every} == {board.mines >> one & 1}
        assert why.cell == cell
        assert cell in (*why.safe, *why.mined)


@pytest.mark.parametrize("seed", range(40))
def test_the_easiest_argument_is_chosen(seed: int) -> None:
    board, play = played(seed)
    found = deduce(sight_of(board, play))
    chosen = best_ground(board.shape, found, found.safe, 0)
    every = [ground(board.shape, found, cell) for cell in scan(found.safe)]
    assert (chosen is None) == (not every)
    if chosen is not None:
        easiest = min(RULES.index(one.rule) for one in every)
        assert RULES.index(chosen.rule) == easiest
    assert best_ground(board.shape, found, 0, 0) is None


@pytest.mark.parametrize(
    ("text", "cell", "rule", "numbers"),
    [
        # one number has as many hidden cells as it says
        ("1*100\n11100", 1, "single", 1),
        # two numbers show the cell on the right, a third one the mine and so the cell on the left
        (".*.\n111\n000", 0, "pair", 3),
    ],
)
def test_the_hardest_rule_of_an_argument(text: str, cell: int, rule: str, numbers: int) -> None:
    board, play = parse(text)
    why = ground(board.shape, deduce(sight_of(board, play)), cell)
    assert (why.rule, len(why.numbers)) == (rule, numbers)


def test_every_rule_is_among_these_arguments() -> None:
    """The tests above are about something."""
    rules = set()
    for seed in range(40):
        board, play = played(seed)
        found = deduce(sight_of(board, play))
        rules |= {ground(board.shape, found, cell).rule for cell in scan(found.safe | found.mined)}
    assert {"single", "pair", "count"} <= rules

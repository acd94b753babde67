"""A bot knows what it was shown, no more (R6)."""

from protocol.runs import packed
from server.bot.shown import Shown
from server.engine.cells import Shape, bit, from_cells, scan
from server.engine.notation import parse
from server.engine.play import Play
from server.engine.sight import HIDDEN
from tests.bot.boards import opened, view

BOARD, _ = parse("....\n...*\n*...")


def test_r6_what_is_hidden_has_no_number() -> None:
    shown = Shown(view(BOARD, opened(BOARD, 0)))
    sight = shown.sight()
    assert (sight.shape, sight.mines, sight.exploded) == (Shape(4, 3), 2, 0)
    hidden = list(scan(shown.hidden))
    assert {sight.numbers[cell] for cell in hidden} == {HIDDEN}
    assert [sight.numbers[cell] for cell in scan(sight.opened)] == [
        BOARD.numbers[cell] for cell in scan(sight.opened)
    ]
    assert from_cells(hidden) == ~sight.opened & (1 << 12) - 1


def test_answers_add_to_it() -> None:
    shown = Shown(view(BOARD))
    before = shown.untouched
    shown.learn(packed([0, 2], BOARD.numbers), hit=[7])
    assert (before, shown.untouched) == (True, False)
    assert (shown.sight().opened, shown.sight().exploded) == (0b11, bit(7))
    # A snapshot says the same.
    again = Shown(view(BOARD, Play(0b11, 0, bit(7))))
    assert again.sight() == shown.sight()

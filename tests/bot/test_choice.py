"""A bot opens what follows from what it sees, from easy to hard; else what is least dangerous."""

from random import Random

import pytest

from protocol.runs import packed
from server.bot.choice import Chooser, Tap, Thought
from server.bot.shown import Shown
from server.engine.board import Board, make_board
from server.engine.cells import Shape, to_runs
from server.engine.deal import RULESET, layout, start_cell
from server.engine.levels import LEVELS
from server.engine.notation import parse
from server.engine.play import Play, apply, cleared, open_cell
from tests.bot.boards import opened, view


def raced(board: Board, start: int) -> list[Thought]:
    """The thoughts with which a bot clears the board. Fails at a mine."""
    play = opened(board, start)
    shown, chooser = Shown(view(board, play)), Chooser(Random(1))
    thoughts: list[Thought] = []
    while not cleared(board, play):
        tap = chooser.next(shown)
        assert tap is not None
        change = open_cell(board, play, tap.cell)
        assert not change.hit, f"a mine at {tap} after {thoughts}"
        play = apply(play, change, tap.cell)
        shown.learn(packed(to_runs(change.opened), board.numbers))
        thoughts.append(tap.thought)
    return thoughts


@pytest.mark.parametrize("key", [1, 2, 3, 7, 8])
def test_r5_boards_that_need_no_luck_are_cleared_without_a_guess(key: int) -> None:
    """The keys are certified ones of the golden table of certificates."""
    size = LEVELS["beginner"]
    shape, secret = Shape(size.columns, size.rows), key.to_bytes(32, "big")
    start = start_cell(RULESET, secret, *shape)
    board = make_board(shape, layout(RULESET, secret, *shape, size.mines, start))
    thoughts = raced(board, start)
    assert "guess" not in thoughts
    assert "single" in thoughts


def test_a_step_is_thought_about_once() -> None:
    """All three cells at the right follow from one number each, and some from the same."""
    board, _ = parse("....\n....\n*...")
    assert set(raced(board, 3)) <= {"single", "known", "pair", "enumeration", "count"}


def test_where_nothing_follows_the_least_dangerous_cell_is_taken() -> None:
    board, _ = parse(".*\n*.\n..\n..\n..")
    play = Play(0b1, 0, 0)
    tap = Chooser(Random(1)).next(Shown(view(board, play)))
    # Two mines, both beside the only open cell: everything else is safe, and said to be.
    assert tap is not None
    assert tap.cell not in (1, 2, 3)
    shown = Shown(view(parse("..\n*.")[0], Play(0b1, 0, 0)))
    assert Chooser(Random(1)).next(shown) == Tap(1, "guess")


def test_r2_an_own_first_tap_is_anywhere() -> None:
    board, _ = parse("...\n...\n..*")
    taps = {Chooser(Random(seed)).next(Shown(view(board))) for seed in range(20)}
    assert {tap.thought for tap in taps if tap} == {"guess"}
    assert len(taps) > 3


def test_where_counting_is_too_much_work_it_takes_any_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.bot.choice.odds", lambda _sight: None)
    tap = Chooser(Random(1)).next(Shown(view(parse("..\n*.")[0], Play(0b1, 0, 0))))
    assert tap is not None
    assert tap.thought == "guess"


def test_on_a_board_without_hidden_cells_there_is_nothing_to_do() -> None:
    board, _ = parse("..\n..")
    assert Chooser(Random(1)).next(Shown(view(board, Play(0b1111, 0, 0)))) is None

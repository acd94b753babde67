"""A certified board is cleared by deduction alone; one that needs a guess is refused (R5)."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

from server.engine import enumeration
from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells, scan
from server.engine.certificate import DIFFICULTIES, certify, certify_layout
from server.engine.deal import RULESET, layout, start_cell
from server.engine.levels import LEVELS
from server.engine.notation import parse
from server.engine.play import NEW, Play, apply, cleared, open_cell
from server.engine.sight import Sight, sight_of
from server.engine.solver import deduce
from tests.engine.exhaustive import by_numbers, truth

CLASSES = {
    "easy": "...\n...\n..*",
    "medium": "...\n...\n.*.",
    "hard": "..*\n...\n*..",
    "very_hard": "...\n*..\n...",
}

GOLDEN = {
    "beginner": "veeeeeeememee-eev-eeeeeemeeememeeeveeeme",
    "intermediate": "---e----mmm--mmvme--mmmmmmmmmve-e-emm--e",
    "hard": "mmmmm-ee-m---m-e-em-m-mmm--vm--m-------m",
    "expert": "-eeme-vemeeemv-eme-meme----eemmemeeeemme",
    "extreme": "eeeeeeemmeeeeeeeeeeeeeeemmmeeeeeeeeeeeem",
    "marathon": "eeveeeemeeemmeeeeeem",
}
"""Initials of the difficulty of the boards of keys 0, 1, 2, …; - for those that are refused."""


@pytest.mark.parametrize("level", GOLDEN)
def test_r5_certificates_never_change(level: str) -> None:
    """Seeds are raced again: a changed verdict would deal another board for them."""
    size = LEVELS[level]
    shape = Shape(size.columns, size.rows)
    for number, expected in enumerate(GOLDEN[level]):
        key = number.to_bytes(32, "big")
        start = start_cell(RULESET, key, *shape)
        found = certify_layout(shape, layout(RULESET, key, *shape, size.mines, start), start)
        assert (found.difficulty[0] if found else "-") == expected


@pytest.mark.parametrize("difficulty", CLASSES)
def test_r5_a_board_is_as_hard_as_the_hardest_rule_that_it_needs(difficulty: str) -> None:
    board, _ = parse(CLASSES[difficulty])
    certificate = certify(board, 0)
    assert certificate is not None
    assert certificate.difficulty == difficulty


def test_rules_count_the_cells_that_they_found() -> None:
    certificate = certify(parse("...\n..*\n.*.\n..*")[0], 0)
    assert certificate is not None
    assert certificate.rules == {"single": 1, "pair": 0, "enumeration": 1, "count": 5}
    assert certificate.steps == 3


def test_r5_a_coin_toss_is_refused() -> None:
    assert certify(parse("..*\n...")[0], 0) is None
    # Here something follows first, beside a part that says nothing before and after.
    assert certify(parse("...\n...\n**.\n*.*")[0], 0) is None


def test_a_mine_is_no_start_and_a_board_without_mines_needs_no_step() -> None:
    assert certify(parse("*..")[0], 0) is None
    certificate = certify(parse("...")[0], 0)
    assert certificate is not None
    assert (certificate.steps, certificate.difficulty) == (0, "easy")


def test_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    board, _ = parse(CLASSES["hard"])
    monkeypatch.setattr(enumeration, "MAX_STATES", 1)
    assert certify(board, 0) is None


def drawn(seed: int, count: int) -> Iterator[tuple[Board, int]]:
    """Small boards with a start that may be any safe cell."""
    dice = Random(seed)
    for _ in range(count):
        shape = Shape(dice.randint(1, 6), dice.randint(1, 5))
        mines = dice.sample(range(shape.size), dice.randint(0, min(shape.size // 3, 4)))
        board = make_board(shape, from_cells(mines))
        yield board, dice.choice(list(scan(board.safe)))


def opened(board: Board, play: Play, safe: int) -> Play:
    for cell in scan(safe):
        play = apply(play, open_cell(board, play, cell), cell)
    return play


def clears(board: Board, start: int, find: Callable[[Sight], int]) -> bool:
    """Whether opening what `find` says to be safe clears the board."""
    play = opened(board, NEW, 1 << start)
    while not cleared(board, play):
        safe = find(sight_of(board, play))
        if not safe:
            return False
        play = opened(board, play, safe)
    return True


def test_r5_the_verdict_is_that_of_all_layouts() -> None:
    verdicts = set()
    for board, start in drawn(3, 100):
        verdict = clears(board, start, lambda sight: truth(sight).safe)
        assert verdict == (certify(board, start) is not None)
        verdicts.add(verdict)
    assert verdicts == {True, False}


@pytest.mark.parametrize("level", ["beginner", "intermediate", "hard"])
def test_r5_the_verdict_is_that_of_the_solver_that_gives_reasons(level: str) -> None:
    size = LEVELS[level]
    shape = Shape(size.columns, size.rows)
    for number in range(20):
        key = number.to_bytes(32, "big")
        start = start_cell(RULESET, key, *shape)
        board = make_board(shape, layout(RULESET, key, *shape, size.mines, start))
        verdict = clears(board, start, lambda sight: deduce(sight).safe)
        assert verdict == (certify_layout(shape, board.mines, start) is not None)


def cleared_without_count(board: Board, start: int, together: int) -> bool:
    """Whether so many numbers at a time clear the board, tried in all combinations."""
    play, mined = opened(board, NEW, 1 << start), 0
    while not cleared(board, play):
        sight = sight_of(board, play)
        found = safe = 0
        for numbers in combinations(scan(play.opened), together):
            said = by_numbers(sight, numbers, safe, mined | found)
            safe |= said.safe
            found |= said.mined
        if not safe and not found:
            break
        mined |= found
        play = opened(board, play, safe)
    return cleared(board, play)


def test_r5_easy_needs_single_numbers_and_medium_pairs() -> None:
    seen = set()
    for board, start in drawn(44, 60):
        certificate = certify(board, start)
        if certificate:
            seen.add(certificate.difficulty)
            by_singles = cleared_without_count(board, start, 1)
            assert by_singles == (certificate.difficulty == "easy")
            if not by_singles:
                by_pairs = cleared_without_count(board, start, 2)
                assert by_pairs == (certificate.difficulty == "medium")
    assert seen >= {"easy", "medium", "very_hard"}
    assert list(DIFFICULTIES.values()) == list(CLASSES)

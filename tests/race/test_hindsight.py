"""What could have been known before a move, against all layouts of mines one by one."""

import random

import pytest

from server.engine import play as rules
from server.engine.board import Board, make_board
from server.engine.cells import Shape, bit, from_cells, scan
from server.engine.odds import odds
from server.engine.play import MoveKind, Play
from server.engine.sight import sight_of
from server.race import hindsight
from server.race.events import Moved
from server.race.footsteps import Step
from server.race.hindsight import Moment, moment, plainly_safe, targets
from tests.race.brute import layouts
from tests.race.stories import MINES

STORY = make_board(Shape(8, 5), from_cells(MINES))
BEGUN = Play(rules.open_cell(STORY, rules.NEW, 17).opened, 0, 0)


def step_of(board: Board, play: Play, kind: MoveKind, cell: int) -> Step:
    change = rules.move(board, play, kind, cell)
    move = Moved(
        at=0,
        player="A",
        n=1,
        kind=kind,
        cell=cell,
        opened=[0, 1] if change.opened else [],
        hit=list(scan(change.hit)),
        flag=change.flag,
        done=0,
    )
    return Step(move, 0, 0, play)


def moment_of(board: Board, step: Step) -> Moment:
    return moment(board, step, odds(sight_of(board, step.before)))


def played(seed: int) -> tuple[Board, Play]:
    """A small board, some of it open, some flags, now and then a mine that went off."""
    dice = random.Random(seed)
    shape = Shape(dice.randint(4, 6), dice.randint(3, 4))
    mines = from_cells(dice.sample(range(shape.size), dice.randint(2, 4)))
    board = make_board(shape, mines)
    play = rules.NEW
    for _ in range(dice.randint(1, 5)):
        cell = dice.choice(list(scan(board.safe)))
        play = rules.apply(play, rules.open_cell(board, play, cell), cell)
    if dice.random() < 0.3:
        play = Play(play.opened, 0, bit(dice.choice(list(scan(mines)))))
    free = [cell for cell in range(shape.size) if not (play.opened | play.exploded) >> cell & 1]
    flags = dice.sample(free, min(len(free), dice.randint(0, 3)))
    return board, Play(play.opened, from_cells(flags), play.exploded)


def moves(board: Board, play: Play) -> list[Step]:
    steps = [
        step_of(board, play, kind, cell)
        for kind in ("open", "chord")
        for cell in range(board.shape.size)
    ]
    return [step for step in steps if step.opened]


@pytest.mark.parametrize("seed", range(60))
def test_chances_are_those_of_all_layouts(seed: int) -> None:
    """Of cells and of whole chords, with right flags and wrong ones; and so are certainties."""
    board, play = played(seed)
    every = list(layouts(board, play))
    hidden = [cell for cell in range(board.shape.size) if not play.opened >> cell & 1]
    mined = {cell: sum(one >> cell & 1 for one in every) for cell in hidden}
    safe = {cell for cell, count in mined.items() if not count}
    for step in moves(board, play):
        aim = targets(board, step)
        risky = [cell for cell in scan(aim) if cell not in safe]
        for cell in scan(aim):
            assert not plainly_safe(board, play, cell) or cell in safe
        if not risky:
            continue
        found = moment_of(board, step)
        assert [risk.cell for risk in found.risks] == risky
        for risk in found.risks:
            assert risk.chance == pytest.approx(mined[risk.cell] / len(every), abs=1e-9)
            assert risk.mined == bool(board.mines >> risk.cell & 1)
        hits = sum(bool(one & aim) for one in every)
        assert found.chance == pytest.approx(hits / len(every), abs=1e-9)
        assert found.safe_cells == len(safe)
        assert (found.safe is None) == (not safe)
        assert (found.lowest is None) == bool(safe)
        assert (found.mine is None) == all(mined[cell] < len(every) for cell in risky)
        if found.safe is not None:
            assert found.safe.cell in safe
        if found.lowest is not None:
            free = [cell for cell in hidden if not play.exploded >> cell & 1]
            least = min(mined[cell] for cell in free) / len(every)
            assert found.lowest.chance == pytest.approx(least, abs=1e-9)
        assert (found.kind == "hit") == bool(step.move.hit)


def test_g8_a_chord_is_explained_by_its_wrong_flags() -> None:
    play = Play(BEGUN.opened, bit(2), 0)
    found = moment_of(STORY, step_of(STORY, play, "chord", 10))
    assert found.kind == "hit"
    assert found.wrong_flags == [2]
    assert found.chance == 1.0, "the flag was certainly wrong"
    assert [(risk.cell, risk.mined) for risk in found.risks] == [(1, True), (3, False)]
    assert found.safe is not None
    assert (found.safe.cell, found.safe.rule) == (2, "pair")
    assert found.picture.cells[found.picture.columns - 5] == "F"


def test_another_safe_cell_than_a_flagged_one_is_advised() -> None:
    play = Play(BEGUN.opened | bit(0), bit(2), 0)
    found = moment_of(STORY, step_of(STORY, play, "open", 4))
    assert found.safe is not None
    assert not play.flagged >> found.safe.cell & 1 or found.safe_cells == 1


def test_a_safe_cell_far_away_has_a_picture_of_its_own() -> None:
    """In the left corner 0 is safe; a wall of mines hides what is on the right."""
    wide = make_board(Shape(40, 6), from_cells([1, *range(30, 240, 40)]))
    play = Play(rules.open_cell(wide, rules.NEW, 20).opened, 0, 0)
    found = moment_of(wide, step_of(wide, play, "open", 3 * 40 + 35))
    assert found.kind == "needless"
    assert found.safe is not None
    assert found.safe.cell == 0
    assert found.elsewhere is not None
    assert (found.elsewhere.first, found.elsewhere.cells[:3]) == (0, "..1")
    assert found.picture.first == 32
    near = moment_of(wide, step_of(wide, play, "open", 1))
    assert near.mine is not None
    assert (near.kind, near.mine.cell, near.elsewhere) == ("hit", 1, None)


def test_past_the_cap_only_what_is_certain_is_told() -> None:
    """The chance is then known where the mine is, and nowhere else."""
    step = step_of(STORY, BEGUN, "open", 5)
    found = moment(STORY, step, None)
    assert [risk.chance for risk in found.risks] == [None]
    assert (found.chance, found.lowest) == (None, None)
    opened = Play(BEGUN.opened | bit(0), 0, 0)
    certain = moment(STORY, step_of(STORY, opened, "open", 1), None)
    assert (certain.chance, certain.risks[0].chance) == (1.0, 1.0)


def test_a_chord_past_the_cap_has_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """When only its flags together are too much to count."""
    step = step_of(STORY, Play(BEGUN.opened, bit(20), 0), "chord", 11)
    known = odds(sight_of(STORY, step.before))
    monkeypatch.setattr(hindsight, "odds", lambda _: None)
    found = moment(STORY, step, known)
    assert len(found.risks) > 1
    assert found.chance is None


def test_g3_a_chain_is_judged_by_the_cell_that_was_tapped() -> None:
    step = step_of(STORY, BEGUN, "open", 5)
    assert targets(STORY, step) == bit(5)
    assert targets(STORY, step_of(STORY, BEGUN, "flag", 5)) == 0

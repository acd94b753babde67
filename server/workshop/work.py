"""How each task is done: pure functions of the task, the same in every process.

Slow on purpose of the subject: never called on the event loop of a server with many players.
"""

from typing import assert_never

from server.engine.advice import advise
from server.engine.cells import Shape, from_runs, scan
from server.engine.certificate import certify_layout
from server.engine.deal import RULESET, layout, start_cell
from server.engine.sight import Sight
from server.race.insight import insight
from server.race.settings import Certificate
from server.workshop.tasks import (
    Advise,
    Advised,
    FindFair,
    Found,
    LookBack,
    LookedBack,
    Result,
    Task,
)


def perform(task: Task) -> Result:
    """The result of one task."""
    match task:
        case FindFair():
            return _find_fair(task)
        case LookBack():
            return LookedBack(insight=insight(task.events))
        case Advise():
            return _advise(task)
        case _:
            assert_never(task)


def certificate_of(key: bytes, columns: int, rows: int, mines: int) -> Certificate | None:
    """Of the board that this key gives with a shared start (R3, R5)."""
    start = start_cell(RULESET, key, columns, rows)
    laid = layout(RULESET, key, columns, rows, mines, start)
    found = certify_layout(Shape(columns, rows), laid, start)
    if found is None:
        return None
    return Certificate(difficulty=found.difficulty, steps=found.steps, **found.rules)


def _find_fair(task: FindFair) -> Found:
    for index, key in enumerate(task.keys):
        certificate = certificate_of(key, task.columns, task.rows, task.mines)
        if certificate is not None:
            return Found(index=index, certificate=certificate)
    return Found(index=None, certificate=None)


def _advise(task: Advise) -> Advised:
    sight = Sight(
        Shape(task.columns, task.rows), task.mines, from_runs(task.opened), bytes(task.numbers)
    )
    found = advise(sight, from_runs(task.flagged))
    if found is None:
        return Advised(rule=None)
    return Advised(
        rule=found.rule,
        numbers=list(found.numbers),
        safe=list(scan(found.safe)),
        mined=list(scan(found.mined)),
        cell=found.cell,
        risk=found.risk,
    )

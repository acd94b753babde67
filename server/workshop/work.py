"""How each task is done: pure functions of the task, the same in every process.

Slow on purpose of the subject: never called on the event loop of a server with many players.
"""

from typing import assert_never

from server.engine.board import make_board
from server.engine.cells import Shape
from server.engine.certificate import certify
from server.engine.deal import RULESET, layout, start_cell
from server.race.settings import Certificate
from server.workshop.tasks import FindFair, Found, Result, Task


def perform(task: Task) -> Result:
    """The result of one task."""
    match task:
        case FindFair():
            return _find_fair(task)
        case _:
            assert_never(task)


def certificate_of(key: bytes, columns: int, rows: int, mines: int) -> Certificate | None:
    """Of the board that this key gives with a shared start (R3, R5)."""
    start = start_cell(RULESET, key, columns, rows)
    laid = layout(RULESET, key, columns, rows, mines, start)
    found = certify(make_board(Shape(columns, rows), laid), start)
    if found is None:
        return None
    return Certificate(difficulty=found.difficulty, steps=found.steps, **found.rules)


def _find_fair(task: FindFair) -> Found:
    for index, key in enumerate(task.keys):
        certificate = certificate_of(key, task.columns, task.rows, task.mines)
        if certificate is not None:
            return Found(index=index, certificate=certificate)
    return Found(index=None, certificate=None)

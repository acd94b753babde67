"""Keys whose boards are known to be certified, or not, at the size of Beginner."""

import hashlib

from server.engine.board import make_board
from server.engine.cells import Shape
from server.engine.certificate import certify
from server.engine.deal import RULESET, layout, start_cell
from server.workshop.tasks import FindFair


def certified(key: bytes) -> bool:
    """Whether deduction alone clears this key's board."""
    start = start_cell(RULESET, key, 9, 9)
    mines = layout(RULESET, key, 9, 9, 10, start)
    return certify(make_board(Shape(9, 9), mines), start) is not None


KEYS = [hashlib.sha256(b"key %d" % number).digest() for number in range(60)]
GOOD = [key for key in KEYS if certified(key)]
BAD = [key for key in KEYS if not certified(key)]


def beginner(*keys: bytes) -> FindFair:
    return FindFair(columns=9, rows=9, mines=10, keys=list(keys))


BROKEN = FindFair(columns=9, rows=9, mines=10, keys=[b"no key"])
"""A task that cannot be done."""

"""The golden boards, protocol/vectors/boards.tsv: which are pinned, and how they are written.

`python -m tests.engine.golden` prints the file as the engine gives it, `… golden write` writes it.
Needs the standard library only, so that any interpreter can check it. A row that changes breaks
R3: stored races and shared seeds would get other boards. Then a new ruleset is due, not a new file.
"""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, get_args

from server.engine.board import make_board
from server.engine.cells import Cells, Shape
from server.engine.deal import RULESET, StartMode, board_key, layout, start_cell
from server.engine.levels import LEVELS, LevelId

PATH = Path(__file__).parents[2] / "protocol" / "vectors" / "boards.tsv"

SECRET = bytes(range(32))
SEEDS = ("A", "DEMINEUR", "BCDFGHJK", "20261130", "ZZZZZZZZZZZZZZZZ")
CUSTOM_SIZES = (
    (5, 5, 1),
    (5, 5, 16),
    (5, 60, 40),
    (100, 5, 491),
    (9, 9, 35),
    (30, 16, 99),
    (23, 17, 80),
    (64, 32, 256),
    (100, 60, 900),
    (100, 60, 5_991),
)
LABEL = "guessing_may_be_needed"

COLUMNS = [
    *("ruleset", "seed", "key", "level", "columns", "rows", "mines", "start", "tap", "where"),
    *("mines_sha256", "bbbv", "openings", "label"),
]

HEADER = f"""\
# Boards that every implementation must give, for ever. Columns are parted by tabs.
# key: what board_key gives under the secret {SECRET.hex()}
# start: shared, the tap is the start cell that the key gives; own, it is a player's first tap
# tap: row-major index of the cell, from 0 at the top left; where: what kind of cell that is
# mines_sha256: SHA-256 of the board as ASCII text, row by row without line ends, 1 mine, 0 none
# bbbv: the 3BV; openings: number of regions of zeros
# label: {LABEL}, nobody has certified that deduction alone clears the board
"""


class Case(NamedTuple):
    """What a board is dealt from."""

    seed: str
    key: bytes
    level: LevelId
    shape: Shape
    mines: int
    start: StartMode
    tap: int
    where: str


def sizes() -> Iterator[tuple[LevelId, Shape, int, tuple[str, ...]]]:
    """Level, shape, mines, and the seeds to be dealt: all for the six levels, one for the rest."""
    for name in get_args(LevelId):
        if name in LEVELS:
            level = LEVELS[name]
            yield name, Shape(level.columns, level.rows), level.mines, SEEDS
    for columns, rows, mines in CUSTOM_SIZES:
        yield "custom", Shape(columns, rows), mines, SEEDS[1:2]


def own_taps(shape: Shape) -> Iterator[tuple[str, int]]:
    """First taps of every kind: the square is cut off on two sides, on one, and nowhere."""
    columns, rows = shape
    middle_row = rows // 2 * columns
    yield "corner", 0
    yield "corner", shape.size - 1
    yield "edge", columns // 2
    yield "edge", middle_row + columns - 1
    yield "centre", middle_row + columns // 2


def cases() -> Iterator[Case]:
    """All golden boards, in the order of the file."""
    for level, shape, mines, seeds in sizes():
        for seed in seeds:
            key = board_key(SECRET, seed, level, *shape, mines, "shared")
            tap = start_cell(RULESET, key, *shape)
            yield Case(seed, key, level, shape, mines, "shared", tap, "drawn")
            key = board_key(SECRET, seed, level, *shape, mines, "own")
            for where, tap in own_taps(shape):
                yield Case(seed, key, level, shape, mines, "own", tap, where)


def mines_sha256(shape: Shape, mines: Cells) -> str:
    """As the header of the file tells it."""
    return hashlib.sha256(f"{mines:0{shape.size}b}"[::-1].encode("ascii")).hexdigest()


def row(case: Case) -> str:
    """One line of the file."""
    board = make_board(case.shape, layout(RULESET, case.key, *case.shape, case.mines, case.tap))
    dealt_from = (
        *(RULESET, case.seed, case.key.hex(), case.level, *case.shape, case.mines),
        *(case.start, case.tap, case.where),
    )
    found = (mines_sha256(case.shape, board.mines), board.bbbv, len(board.openings), LABEL)
    return "\t".join(map(str, dealt_from + found))


def render() -> str:
    """The whole file."""
    return HEADER + "\n".join(["\t".join(COLUMNS), *map(row, cases())]) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        PATH.write_text(render(), encoding="utf-8")
    else:
        sys.stdout.write(render())

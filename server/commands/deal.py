"""`deal`: the board of a key or of a seed, as text that `solve` reads.

A seed gives a board only together with a server's secret (R4). Here the secret is 32 zero bytes
unless another one is given, so the seeds of this command are those of no server.
"""

from typing import Final

from server.engine.board import Board, make_board
from server.engine.cells import Shape
from server.engine.certificate import certify
from server.engine.deal import (
    KEY_BYTES,
    RULESET,
    SeedError,
    board_key,
    canonical_seed,
    commitment,
    layout,
    most_tries,
    start_cell,
)
from server.engine.levels import LEVELS, LevelId, SizeError, check_size
from server.engine.notation import format_position
from server.engine.play import NEW, apply, open_cell
from server.exits import Refusal

NO_SECRET: Final = bytes(32)


def deal(
    size: str,
    *,
    seed: str | None = None,
    key: str | None = None,
    secret: str | None = None,
    tap: int | None = None,
    guess_free: bool = False,
) -> str:
    """The board after its first tap, with remarks about where it comes from.

    `size`: a level or `COLUMNSxROWSxMINES`. `key`, `secret`: 64 hexadecimal digits. `tap`: a cell,
    row by row from 0; None: the start cell of the key. Raises Refusal.
    """
    level, columns, rows, mines = _size(size)
    if (seed is None) == (key is None):
        raise Refusal("say either a seed or a key")
    if seed is not None:
        board_seed = _seed(seed)
        board_secret = NO_SECRET if secret is None else _bytes(secret, "secret")
        tries = range(1, most_tries(columns, rows) + 1) if guess_free else (None,)
        keys = (
            board_key(board_secret, board_seed, level, columns, rows, mines, "shared", attempt)
            for attempt in tries
        )
    else:
        keys = (_bytes(text, "key") for text in (str(key),))
    number = 0
    for number, board_bytes in enumerate(keys, start=1):  # noqa: B007 - the last one is needed
        first = start_cell(RULESET, board_bytes, columns, rows) if tap is None else tap
        if not 0 <= first < columns * rows:
            raise Refusal(f"cell {first} is not on a board of {columns} × {rows}")
        laid = layout(RULESET, board_bytes, columns, rows, mines, first)
        board = make_board(Shape(columns, rows), laid)
        certificate = certify(board, first)
        if not guess_free or certificate is not None:
            break
    verdict = "guessing may be needed"
    if certificate is not None:
        verdict = f"guess-free, {certificate.difficulty.replace('_', ' ')}"
    remarks = [
        f"# key {board_bytes.hex()}",
        f"# commitment {commitment(board_bytes)}",
        f"# {columns} x {rows}, {mines} mines, first tap {first}, 3BV {board.bbbv}, {verdict}",
        *([f"# seed {board_seed}, key {number} of those tried"] if seed is not None else []),
    ]
    return "\n".join([*remarks, _after_tap(board, first)]) + "\n"


def _after_tap(board: Board, tap: int) -> str:
    return format_position(board, apply(NEW, open_cell(board, NEW, tap), tap))


def _size(text: str) -> tuple[LevelId, int, int, int]:
    if text in LEVELS:
        level = LEVELS[text]
        return level.id, level.columns, level.rows, level.mines
    try:
        columns, rows, mines = (int(part) for part in text.split("x"))
        check_size(columns, rows, mines)
    except SizeError as wrong:
        raise Refusal(str(wrong)) from None
    except ValueError:
        raise Refusal(f"{text} is no size: one of {', '.join(LEVELS)}, or 8x5x6") from None
    return "custom", columns, rows, mines


def _seed(text: str) -> str:
    try:
        return canonical_seed(text)
    except SeedError as wrong:
        raise Refusal(str(wrong)) from None


def _bytes(text: str, what: str) -> bytes:
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != KEY_BYTES:
        raise Refusal(f"a {what} is {2 * KEY_BYTES} hexadecimal digits")
    return found

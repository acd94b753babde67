"""How a board comes to be: seed → key → start cell and mines. The only way, for ever (R3, R4).

Written out below so that an outsider can check a board from its published key in any language.
Pinned by golden vectors; any change of a result needs a new ruleset number beside the old one.
Pure: the secret, the seed and the tap come in, nothing is drawn here.

Ruleset 1
---------
Words: block i (i = 0, 1, 2, …) is SHA-256(key ‖ label ‖ i as 8 bytes, big-endian); each block is
read as eight unsigned 32-bit big-endian words, and the words of all blocks follow one another.
`key` is 32 bytes, `label` the ASCII text `order` or `start`.

below(n), for n ≥ 1: take the next word w; while w ≥ 2³² − (2³² mod n), take the next one;
the result is w mod n. Also below(1) takes a word.

Start cell, label `start`: below(columns · rows). Cells count row by row from 0 at the top left.

Order of all cells, label `order`: a list of the cells 0 … N−1 in ascending order; for k = 0, 1, …
exchange entry k with entry k + below(N − k); from then on entry k is final.

Mines: going through the order from its front, every cell that is not in the 3 × 3 square centred
on the tap, cut off at the borders, gets a mine, until all mines are laid (G4, R2).

Key: HMAC-SHA-256, under the server's secret, of the ASCII text that `board_key` shows.
Commitment: SHA-256 of the key, hexadecimal, published before the race.

Guess-free boards (R5): the text has one line more, `guess-free try n`. The tries n = 1, 2, … are
dealt in order, start cell and mines as above, until one is certified: deduction alone clears it
from the opened start cell. If all `most_tries` fail, the board of the last one is played, without
a certificate. The key that is committed to and published is that of the try that is played; the
number of tries is published with it. Nothing else changes: who has the key needs no try to make
the board. With own first taps (R2) nothing is certified, and the text has no such line.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Literal

from server.engine.cells import Cells, Shape, square
from server.engine.levels import LevelId, check_size

RULESET = 1

KEY_BYTES = 32
MAX_SEED_CHARS = 16
MAX_TRIES = 256
MAX_TRIED_CELLS = 400_000

StartMode = Literal["shared", "own"]

_WORD_VALUES = 1 << 32
_ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


class SeedError(ValueError):
    """Not a seed: 1–16 letters A–Z and digits are one."""


def canonical_seed(text: str) -> str:
    """The one way to write a seed: capitals and digits, without white space and hyphens.

    Raises:
        SeedError: what remains is not 1–16 characters of A–Z and 0–9.
    """
    seed = "".join(text.replace("-", "").split())
    # Upper case only of ASCII: elsewhere it makes letters out of other signs (ß → SS, ı → I).
    if seed.isascii():
        seed = seed.upper()
    if not 1 <= len(seed) <= MAX_SEED_CHARS or not _ALPHABET.issuperset(seed):
        raise SeedError(f"a seed has 1–{MAX_SEED_CHARS} letters A–Z and digits")
    return seed


def board_key(
    secret: bytes,
    seed: str,
    level: LevelId,
    columns: int,
    rows: int,
    mines: int,
    start_mode: StartMode,
    attempt: int | None = None,
) -> bytes:
    """The 32-byte key of a board: the same for the same seed and options, unknown without secret.
    `attempt`: which try at a guess-free board, from 1; None where none is asked for (R5).

    Raises:
        SeedError: the seed cannot be brought into its canonical form.
    """
    text = (
        f"board key\nruleset {RULESET}\nseed {canonical_seed(seed)}\nlevel {level}\n"
        f"columns {columns}\nrows {rows}\nmines {mines}\nstart {start_mode}\n"
    )
    if attempt is not None:
        text += f"guess-free try {attempt}\n"
    return hmac.digest(secret, text.encode("ascii"), "sha256")


def most_tries(columns: int, rows: int) -> int:
    """How many tries at a guess-free board of this size are made at most (R5).

    Large boards have fewer, so that none keeps anybody waiting for long. A number and never a time:
    the same seed gives the same board on every machine.
    """
    return min(MAX_TRIES, MAX_TRIED_CELLS // (columns * rows))


def commitment(key: bytes) -> str:
    """What is published before the race: SHA-256 of the key, 64 hexadecimal digits (R4)."""
    return hashlib.sha256(key).hexdigest()


def start_cell(ruleset: int, key: bytes, columns: int, rows: int) -> int:
    """The cell that the server opens for everybody at GO (R1).

    Raises:
        ValueError: unknown ruleset, or a key that is not 32 bytes.
    """
    _check(ruleset, key)
    return _below(_words(key, b"start"), columns * rows)


def layout(ruleset: int, key: bytes, columns: int, rows: int, mines: int, tap: int) -> Cells:
    """The mines of the board that this key gives for this first tap.

    Boards of one key differ by few mines from tap to tap, and not at all for the same tap (R2).

    Raises:
        SizeError: no board of this size can be played.
        ValueError: unknown ruleset, a key that is not 32 bytes, or a tap outside the board.
    """
    _check(ruleset, key)
    check_size(columns, rows, mines)
    shape = Shape(columns, rows)
    if not 0 <= tap < shape.size:
        raise ValueError(f"cell {tap} is not on a board of {columns} × {rows}")
    protected = square(shape, tap)
    words = _words(key, b"order")
    order = list(range(shape.size))
    laid, count, k = 0, 0, 0
    while count < mines:
        other = k + _below(words, shape.size - k)
        order[k], order[other] = order[other], order[k]
        at = 1 << order[k]
        if not at & protected:
            laid |= at
            count += 1
        k += 1
    return laid


def _check(ruleset: int, key: bytes) -> None:
    if ruleset != RULESET:
        raise ValueError(f"ruleset {ruleset} is unknown")
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")


def _words(key: bytes, label: bytes) -> Iterator[int]:
    """The endless sequence of 32-bit words."""
    block = 0
    while True:
        digest = hashlib.sha256(key + label + block.to_bytes(8, "big")).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n − 1, all equally likely."""
    limit = _WORD_VALUES - _WORD_VALUES % n
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % n

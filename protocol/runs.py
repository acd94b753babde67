"""Cells as they are written in `go` and `moved`: runs of digits, with dots for what lies between.

A new run costs about ten bytes, so a gap of a few cells is cheaper as dots: the first opening of a
Marathon takes 3.2 KB instead of 4.6. A dot says nothing about its cell.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from protocol.terms import Run

MAX_DOTS: Final = 8
"""Longest gap that is written as dots; with more, openings grow again (measured)."""

_NUMBERS: Final = "012345678"
_DIGITS: Final = bytes.maketrans(bytes(range(9)), b"012345678")


def packed(opened: Sequence[int], numbers: bytes) -> list[Run]:
    """The opened cells as the wire has them.

    `opened` is flat, `[start, length, start, length, …]`, ascending and without overlap; `numbers`
    has one byte per cell of the board, 0–8 for those that are opened.
    """
    if len(opened) == 2 and opened[1] == 1:
        # most moves open one cell
        start = opened[0]
        return [(start, _NUMBERS[numbers[start]])]
    runs: list[Run] = []
    first, end, parts = 0, -MAX_DOTS - 1, list[bytes]()
    for start, length in zip(opened[::2], opened[1::2], strict=True):
        if start - end > MAX_DOTS:
            if parts:
                runs.append((first, b"".join(parts).decode("ascii")))
            first, parts = start, []
        else:
            parts.append(b"." * (start - end))
        end = start + length
        parts.append(numbers[start:end].translate(_DIGITS))
    if parts:
        runs.append((first, b"".join(parts).decode("ascii")))
    return runs


def unpacked(runs: Iterable[Run]) -> Iterator[tuple[int, int]]:
    """Each cell of the runs with its number; dots are passed over."""
    for first, text in runs:
        for cell, digit in enumerate(text, start=first):
            if digit != ".":
                yield cell, int(digit)

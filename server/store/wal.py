"""Looks at the first bytes of a write-ahead log, before SQLite does: SQLite drops what it cannot
read, and with it everything that was stored since the last checkpoint.

Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log, section 4.1.
"""

import struct
from pathlib import Path
from typing import Final

HEADER_BYTES: Final = 32
_MAGIC: Final = 0x377F0682
"""Its lowest bit says in which byte order checksums were computed."""
_WORD: Final = 2**32


def is_damaged(log: Path) -> bool:
    """Whether the file begins with something that SQLite did not write.

    A log that was cut by a crash is none: its header is whole, or zeros, or not there yet.
    """
    with log.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES or not any(header):
        return False
    (magic,) = struct.unpack_from(">I", header)
    if magic & ~1 != _MAGIC:
        return True
    order = ">" if magic & 1 else "<"
    words = struct.unpack_from(f"{order}6I", header)
    first = second = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) % _WORD
        second = (second + odd + first) % _WORD
    return (first, second) != struct.unpack_from(">2I", header, 24)

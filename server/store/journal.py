"""How moves lie on disk, apart from SQLite: first those of a group in one row of `journal`, then
those of a race in few rows of `events`. And the counts of what the journal holds.

A row for each move would touch a page of its own in every race. Never read or written here.
"""

from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from server.store.base import StoreFailed

LIMIT: Final = 65_536
"""Moves that the journal holds before the oldest go into `events`, however few of a race they are:
so many that a thousand races, all moving, fill their chunks. Some 7 MB, and as much of memory."""
FULL_BYTES: Final = 4_600
"""A chunk so long, or up to 490 bytes longer, fills one overflow page of SQLite and leaves at most
what may stand beside the key: nothing of its pages is empty."""
PIECE_BYTES: Final = 980
"""The longest chunk that stands beside its key as a whole; four fill a page."""

_keys = msgspec.json.Decoder(list[int])


def pack(keys: Sequence[int], moves: Sequence[bytes]) -> bytes:
    """A row of the journal. `keys`: number of the race and seq of each of the encoded moves."""
    return b"\n".join([msgspec.json.encode(keys), *moves])


def unpack(row: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Number of the race, seq, encoded move. Raises StoreFailed at what `pack` has not written."""
    head, *moves = row.split(b"\n")
    try:
        keys = _keys.decode(head)
    except msgspec.DecodeError as error:
        raise StoreFailed(f"a row of the journal cannot be read: {error}") from error
    if len(keys) != 2 * len(moves):
        raise StoreFailed(f"a row of the journal names {len(keys) // 2} of {len(moves)} moves")
    return zip(keys[::2], keys[1::2], moves, strict=True)


def chunks(
    seq: int, moves: Sequence[bytes], full: int = FULL_BYTES, piece: int = PIECE_BYTES
) -> Iterator[tuple[int, bytes]]:
    """Rows of `events` for encoded moves that follow each other, the first of them number `seq`."""
    left = sum(map(len, moves)) + len(moves)
    first = 0
    while first < len(moves):
        end, size = first + 1, len(moves[first]) + 1
        is_full = left >= full
        while end < len(moves):
            grown = size + len(moves[end]) + 1
            if size >= full if is_full else grown > piece:
                break
            end, size = end + 1, grown
        yield seq + first, b"\n".join(moves[first:end])
        first, left = end, left - size


@dataclass(slots=True)
class Log:
    """Where a race's log ends: `number` is its key, `length` how many events it has."""

    number: int
    room: str
    length: int
    finished: bool = False
    waiting: list[bytes] = field(default_factory=list)
    """Its last events, encoded moves, which the journal has and `events` has not."""
    waiting_bytes: int = 0
    row: int = 0
    """Of the journal, with the first of those."""


class Journal:
    """What the table holds, by number: rows from `first` on, the coming one will be `coming`."""

    def __init__(self) -> None:
        self.first = self.coming = 1
        self.moves = 0
        """In the rows that are still needed, as far as `needed` has looked."""
        self._rows: deque[tuple[int, int]] = deque()
        """Number and moves of each of them."""
        self._waiting: OrderedDict[int, Log] = OrderedDict()
        """Logs with waiting moves, in order of the rows of their first ones."""

    @property
    def oldest(self) -> Log | None:
        """The log whose moves have waited longest."""
        return next(iter(self._waiting.values()), None)

    def needed(self) -> int:
        """The oldest row with a move that waits; all before it may go, and are counted no more."""
        oldest = self.oldest
        needed = self.coming if oldest is None else oldest.row
        while self._rows and self._rows[0][0] < needed:
            self.moves -= self._rows.popleft()[1]
        return needed

    def has(self, number: int, moves: int) -> None:
        """There is one more row, the newest."""
        self._rows.append((number, moves))
        self.moves += moves
        self.coming = number + 1

    def waits(self, log: Log, row: int) -> None:
        """A log's first move waits in this row, which is no earlier than that of any other log."""
        log.row = row
        self._waiting[log.number] = log
        self._waiting.move_to_end(log.number)

    def waits_no_more(self, log: Log) -> None:
        """All moves of a log are in `events`."""
        self._waiting.pop(log.number, None)

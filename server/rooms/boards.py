"""Boards for races: seed, key, start cell, certificate (R1, R4, R5). The secret stays in here.

A fresh seed has 12 letters of a 20-letter alphabet, 51 bits, and no key can be computed from it
without the secret. Guess-free boards are looked for in the workshop, some of them ahead.
"""

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from server.engine.deal import RULESET, board_key, most_tries, start_cell
from server.engine.levels import LEVELS, LevelId
from server.race.commands import Deal
from server.race.settings import Certificate, RaceSettings, SeedOrigin
from server.workshop.tasks import Answer, FindFair, Found, Workshop

FRESH_SEED_CHARS: Final = 12
AHEAD: Final = 12
"""Boards of a level dealt ahead, once somebody has asked for one …"""
AHEAD_AT_FIRST: Final = 2
"""… and before that."""
TRIES_AT_ONCE: Final = 8
"""Keys that are handed to the workshop together …"""
CELLS_AT_ONCE: Final = 2_000
"""… of large boards fewer, so that nobody waits long for somebody else's board."""


@dataclass(frozen=True, slots=True)
class _Size:
    """What a key depends on beside seed and try, for a shared start."""

    level: LevelId
    columns: int
    rows: int
    mines: int


@dataclass(frozen=True, slots=True)
class _Fair:
    """A board that was looked for as guess-free, found or not."""

    seed: str
    key: bytes
    tries: int
    certificate: Certificate | None


class Dealer:
    """Makes `Deal`s. `secret` is the server's own, `letters(n)` gives n unforeseeable letters.
    `ahead`: boards that each level has ready, at first and later."""

    def __init__(
        self,
        secret: bytes,
        letters: Callable[[int], str],
        workshop: Workshop,
        ahead: tuple[int, int] = (0, 0),
    ) -> None:
        self._secret = secret
        self._letters = letters
        self._workshop = workshop
        self._ahead = ahead
        self._stock: defaultdict[_Size, deque[_Fair]] = defaultdict(deque)
        self._coming: defaultdict[_Size, int] = defaultdict(int)

    def deal(
        self,
        settings: RaceSettings,
        *,
        repeated: bool,
        date_ms: int,
        then: Callable[[Deal], None],
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """A board for these settings: their seed, or a fresh one. `then` is called with it, maybe
        before this returns, or never when it is not `wanted` any more: a long search ends then.

        `repeated`: the settings' seed is the one of the race before, not one that was typed.
        """
        origin: SeedOrigin = "fresh"
        if settings.seed is not None:
            origin = "repeated" if repeated else "chosen"
        size = _Size(settings.level, settings.columns, settings.rows, settings.mines)
        if not settings.guess_free or settings.start == "own":
            seed = settings.seed or self._letters(FRESH_SEED_CHARS)
            key = self._key(size, seed, settings=settings)
            start = _start(size, key) if settings.start == "shared" else None
            then(Deal(seed=seed, origin=origin, key=key, start=start, date_ms=date_ms))
            return

        def found(fair: _Fair) -> None:
            then(
                Deal(
                    seed=fair.seed,
                    origin=origin,
                    key=fair.key,
                    start=_start(size, fair.key),
                    date_ms=date_ms,
                    tries=fair.tries,
                    certificate=fair.certificate,
                )
            )

        if settings.seed is None and self._stock[size]:
            found(self._stock[size].popleft())
        else:
            seed = settings.seed or self._letters(FRESH_SEED_CHARS)
            self._look(size, seed, 1, found, urgent=True, wanted=wanted)
        if settings.level != "custom":
            self._fill(size, self._ahead[1])

    def deals_again(self, settings: RaceSettings, tries: int | None, key: str) -> bool:
        """Whether these settings, with their seed, give the board of this key (hexadecimal), as
        they did once after so many tries: not so under the secret of another server."""
        size = _Size(settings.level, settings.columns, settings.rows, settings.mines)
        again = self._key(size, settings.seed or "", settings=settings, attempt=tries)
        return again.hex() == key

    def deal_ahead(self) -> None:
        """Have some boards of every level ready."""
        for level in LEVELS.values():
            size = _Size(level.id, level.columns, level.rows, level.mines)
            self._fill(size, self._ahead[0])

    def _fill(self, size: _Size, upto: int) -> None:
        def found(fair: _Fair) -> None:
            self._coming[size] -= 1
            self._stock[size].append(fair)

        while len(self._stock[size]) + self._coming[size] < upto:
            self._coming[size] += 1
            self._look(size, self._letters(FRESH_SEED_CHARS), 1, found, urgent=False)

    def _look(
        self,
        size: _Size,
        seed: str,
        first: int,
        then: Callable[[_Fair], None],
        *,
        urgent: bool,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Have the tries from `first` on looked at, until one is certified, they are used up, or
        the board is not wanted any more."""
        last = most_tries(size.columns, size.rows)
        count = max(1, min(TRIES_AT_ONCE, CELLS_AT_ONCE // (size.columns * size.rows)))
        tries = range(first, min(first + count, last + 1))
        keys = [self._key(size, seed, attempt=attempt) for attempt in tries]

        def looked(answer: Answer) -> None:
            match answer:
                case Found(index=int(index)):
                    then(_Fair(seed, keys[index], tries[index], answer.certificate))
                case Found() if tries[-1] < last:
                    if wanted():
                        self._look(size, seed, tries[-1] + 1, then, urgent=urgent, wanted=wanted)
                case _:
                    # After a failure too: an honest label is better than no race.
                    then(_Fair(seed, keys[-1], tries[-1], None))

        task = FindFair(columns=size.columns, rows=size.rows, mines=size.mines, keys=keys)
        self._workshop.ask(task, looked, urgent=urgent)

    def _key(
        self,
        size: _Size,
        seed: str,
        *,
        settings: RaceSettings | None = None,
        attempt: int | None = None,
    ) -> bytes:
        start = "shared" if settings is None else settings.start
        return board_key(
            self._secret, seed, size.level, size.columns, size.rows, size.mines, start, attempt
        )


def _start(size: _Size, key: bytes) -> int:
    return start_cell(RULESET, key, size.columns, size.rows)

"""Boards for races: seed, key, start cell (R1, R4). The server's secret stays in here.

A fresh seed has 12 letters of a 20-letter alphabet, 51 bits, and no key can be computed from it
without the secret.
"""

from collections.abc import Callable
from typing import Final

from server.engine.deal import RULESET, board_key, start_cell
from server.race.commands import Deal
from server.race.settings import RaceSettings, SeedOrigin

FRESH_SEED_CHARS: Final = 12


class Dealer:
    """Makes `Deal`s. `secret` is the server's own, `letters(n)` gives n unforeseeable letters."""

    def __init__(self, secret: bytes, letters: Callable[[int], str]) -> None:
        self._secret = secret
        self._letters = letters

    def deal(self, settings: RaceSettings, *, repeated: bool, date_ms: int) -> Deal:
        """A board for these settings: their seed, or a fresh one.

        `repeated`: the settings' seed is the one of the race before, not one that was typed.
        """
        origin: SeedOrigin = "fresh"
        seed = settings.seed
        if seed is None:
            seed = self._letters(FRESH_SEED_CHARS)
        else:
            origin = "repeated" if repeated else "chosen"
        columns, rows, mines = settings.columns, settings.rows, settings.mines
        key = board_key(self._secret, seed, settings.level, columns, rows, mines, settings.start)
        start = None
        if settings.start == "shared":
            start = start_cell(RULESET, key, columns, rows)
        return Deal(seed=seed, origin=origin, key=key, start=start, date_ms=date_ms)

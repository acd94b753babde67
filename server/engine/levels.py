"""The six levels of the game (L1–L6) and the bounds of a custom size.

Figures are facts of the game and are not to be changed. Sizes are columns × rows in cells.
A size that passes `check_size` can always be dealt with a protected first tap (G4).
"""

from dataclasses import dataclass
from typing import Literal

LevelId = Literal["beginner", "intermediate", "hard", "expert", "extreme", "marathon", "custom"]

MIN_COLUMNS, MAX_COLUMNS = 5, 100
MIN_ROWS, MAX_ROWS = 5, 60
MIN_FREE = 9
"""Cells without a mine that every board needs: the protected square of the first tap (G4)."""


class SizeError(ValueError):
    """No board of this size can be played."""


@dataclass(frozen=True, slots=True)
class Level:
    """One of the six sizes that times are compared on."""

    id: LevelId
    columns: int
    rows: int
    mines: int


LEVELS: dict[str, Level] = {
    level.id: level
    for level in (
        Level("beginner", 9, 9, 10),
        Level("intermediate", 16, 10, 25),
        Level("hard", 20, 12, 40),
        Level("expert", 30, 16, 60),
        Level("extreme", 40, 20, 60),
        Level("marathon", 80, 40, 240),
    )
}


def check_size(columns: int, rows: int, mines: int) -> None:
    """Return when a board of this size can be dealt from any first tap.

    Raises:
        SizeError: outside 5–100 × 5–60, no mine at all, or fewer than 9 cells free of mines.
    """
    if not MIN_COLUMNS <= columns <= MAX_COLUMNS:
        raise SizeError(f"{columns} columns: {MIN_COLUMNS} to {MAX_COLUMNS} are possible")
    if not MIN_ROWS <= rows <= MAX_ROWS:
        raise SizeError(f"{rows} rows: {MIN_ROWS} to {MAX_ROWS} are possible")
    most = columns * rows - MIN_FREE
    if not 1 <= mines <= most:
        raise SizeError(f"{mines} mines on {columns} × {rows}: 1 to {most} are possible")

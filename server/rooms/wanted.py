"""What a client wishes for, in the race's words; or the code of the refusal.

The other direction, from the race to the wire, is `wire`: nothing secret passes here.
"""

from protocol import messages as m
from server.engine.deal import SeedError, canonical_seed
from server.engine.levels import LEVELS, SizeError, check_size
from server.race.settings import RaceSettings


class Refused(Exception):
    """A wish is refused; `code` is one of `protocol.codes.REJECTIONS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def race_settings(wanted: m.Settings) -> RaceSettings:
    """Settings as the race knows them. Raises Refused: settings_invalid, seed_invalid."""
    if wanted.level == "custom":
        if wanted.columns is None or wanted.rows is None or wanted.mines is None:
            raise Refused("settings_invalid")
        columns, rows, mines = wanted.columns, wanted.rows, wanted.mines
    else:
        level = LEVELS[wanted.level]
        columns, rows, mines = level.columns, level.rows, level.mines
    try:
        check_size(columns, rows, mines)
        seed = None if wanted.seed is None else canonical_seed(wanted.seed)
    except SizeError:
        raise Refused("settings_invalid") from None
    except SeedError:
        raise Refused("seed_invalid") from None
    return RaceSettings(
        level=wanted.level,
        columns=columns,
        rows=rows,
        mines=mines,
        start=wanted.start,
        mine_hit=wanted.mine_hit,
        auto_start=wanted.auto_start,
        time_limit=wanted.time_limit,
        guess_free=wanted.guess_free,
        seed=seed,
        practice=wanted.practice,
        bots=wanted.bots,
    )

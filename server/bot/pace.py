"""How fast a bot plays: milliseconds from one tap to the next.

By speed, and by what it takes to find the cell: people hesitate before what is hard and go quickly
where all is clear, and no two pauses are the same.
"""

from collections.abc import Mapping
from random import Random
from typing import Final, NamedTuple

from protocol.messages import BotSpeed
from server.bot.choice import Thought


class Pace(NamedTuple):
    """Of one speed."""

    tap_ms: int
    """From one tap to the next when nothing has to be found out."""
    think_ms: Mapping[Thought, int]
    """What finding a cell takes on top."""


PACES: Final[Mapping[BotSpeed, Pace]] = {
    "slow": Pace(
        1_000,
        {"single": 1_300, "pair": 3_000, "enumeration": 6_000, "count": 8_000, "guess": 6_000},
    ),
    "medium": Pace(
        550, {"single": 450, "pair": 1_200, "enumeration": 3_000, "count": 4_000, "guess": 3_000}
    ),
    "fast": Pace(
        320, {"single": 200, "pair": 600, "enumeration": 1_500, "count": 2_000, "guess": 1_500}
    ),
}
SPREAD: Final = 0.4
"""Pauses are between 60 and 140 % of these."""


def pause_ms(speed: BotSpeed, thought: Thought, luck: Random) -> int:
    """From one tap to the next."""
    pace = PACES[speed]
    plain_ms = pace.tap_ms + pace.think_ms.get(thought, 0)
    return round(plain_ms * luck.uniform(1 - SPREAD, 1 + SPREAD))

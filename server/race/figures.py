"""How each racer did, in figures: clicks, the longest stall, progress over time (R7, R16).

Times are elapsed milliseconds: from GO, pauses left out. Progress is whole percent of the 3BV,
rounded down, so that a series has at most 101 steps however large the board is.
"""

from msgspec import Struct

from server.engine.score import percent
from server.race.events import Placing
from server.race.footsteps import Walk, Walked


class Stall(Struct, frozen=True):
    """A time in which a racer changed nothing on the board."""

    from_ms: int
    to_ms: int


class Figures(Struct, frozen=True, kw_only=True):
    """One racer's figures at the end of the race."""

    placing: Placing
    wasted: int
    """Moves that changed nothing (G18)."""
    stall: Stall | None
    """The longest one, the time before the first move and after the last one included, penalties
    left out; the first of several equal ones. None for who had no time."""
    progress: list[tuple[int, int]]
    """Elapsed time and whole percent wherever the percent changed; begins at 0."""


def figures(walked: Walked) -> list[Figures]:
    """One line for each racer of a finished race, by place."""
    return [
        _figures(walked, placing, walked.walks[placing.player]) for placing in walked.race.placings
    ]


def _figures(walked: Walked, placing: Placing, walk: Walk) -> Figures:
    return Figures(
        placing=placing,
        wasted=sum(not step.useful for step in walk),
        stall=_stall(walk, placing.time_ms),
        progress=_progress(walked, placing),
    )


def _stall(walk: Walk, end_ms: int) -> Stall | None:
    longest: Stall | None = None
    since_ms = 0
    ends = [(step.at_ms, step.free_at_ms) for step in walk if step.useful]
    for at_ms, free_at_ms in [*ends, (end_ms, end_ms)]:
        if at_ms - since_ms > (longest.to_ms - longest.from_ms if longest else 0):
            longest = Stall(since_ms, at_ms)
        since_ms = free_at_ms
    return longest


def _progress(walked: Walked, placing: Placing) -> list[tuple[int, int]]:
    # What the shared start has opened is everybody's from GO on (R1).
    series = [(0, _percent(walked.done, placing.bbbv))]
    for at_ms, done in walked.reached[placing.player]:
        reached = _percent(done, placing.bbbv)
        if reached != series[-1][1]:
            series.append((at_ms, reached))
    return series


def _percent(done: int, bbbv: int) -> int:
    # 0 while this racer's mines were never laid (R2)
    return percent(done, bbbv) if bbbv else 0

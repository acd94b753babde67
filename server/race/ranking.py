"""Who is where, by R12, during the race and after it alike.

First those who cleared the board, by time; then everyone else by share of the 3BV done, then by
the time at which it was reached; last the removed. Equal ones share a place: 1, 2, 2, 4.
"""

from typing import NamedTuple

from server.engine.score import flags, percent
from server.race.events import Placing
from server.race.settings import Outcome
from server.race.state import Race, Racer, board_of


class Standing(NamedTuple):
    """One racer's place and public figures; numbers only, never positions (R6)."""

    player: str
    place: int
    progress: int
    """Whole percent of the 3BV, rounded down (R7)."""
    outcome: Outcome | None
    time_ms: int | None
    """From GO, pauses left out; None while still racing."""
    away: bool


def standings(race: Race) -> list[Standing]:
    """All racers, best first; equal ones in order of joining. Of a finished race as it said itself:
    the moves that it came from may have been dropped."""
    if race.placings:
        return [
            Standing(
                line.player,
                line.place,
                line.progress,
                line.outcome,
                line.time_ms,
                race.racers[line.player].away_since is not None,
            )
            for line in race.placings
        ]
    return [
        Standing(
            racer.player,
            place,
            progress_of(race, racer),
            racer.outcome,
            racer.time_ms,
            racer.away_since is not None,
        )
        for place, racer in _placed(race)
    ]


def placings(race: Race) -> list[Placing]:
    """The final figures of a race in which nobody is racing any more, best first."""
    lines = []
    for place, racer in _placed(race):
        board = board_of(race, racer.player)
        right, wrong = (0, 0) if board is None else flags(board, racer.play)
        lines.append(
            Placing(
                player=racer.player,
                place=place,
                outcome=racer.outcome or "did_not_finish",
                time_ms=racer.time_ms or 0,
                progress=progress_of(race, racer),
                bbbv=bbbv_of(race, racer),
                bbbv_done=racer.done,
                clicks=racer.clicks,
                flags_right=right,
                flags_wrong=wrong,
                hints=racer.hints,
                undone=racer.undone,
                bot=racer.bot,
            )
        )
    return lines


def ranked(race: Race) -> bool:
    """Whether the race may count for the public best times (R16)."""
    settings = race.settings
    return (
        race.origin == "fresh"
        and settings.start == "shared"
        and settings.mine_hit == "out"
        and settings.level != "custom"
        and not settings.practice
        and not race.ever_paused
        and not race.interrupted
    )


def bbbv_of(race: Race, racer: Racer) -> int:
    """3BV of the racer's board; 0 while its mines are not laid (R2)."""
    board = race.board if racer.board is None else racer.board
    return 0 if board is None else board.bbbv


def progress_of(race: Race, racer: Racer) -> int:
    """Whole percent of the racer's 3BV, rounded down (R7); 0 while the mines are not laid."""
    bbbv = bbbv_of(race, racer)
    return percent(racer.done, bbbv) if bbbv else 0


def _order(race: Race, racer: Racer) -> tuple[int, float, int]:
    """Smaller is better; equal shares a place (R12)."""
    if racer.outcome == "cleared":
        return (0, 0.0, racer.time_ms or 0)
    if racer.outcome == "removed":
        return (2, 0.0, 0)
    bbbv = bbbv_of(race, racer)
    # Quotients of numbers below 6000 are equal as floats exactly when they are equal.
    return (1, -(racer.done / bbbv) if bbbv else 0.0, racer.done_at_ms)


def _placed(race: Race) -> list[tuple[int, Racer]]:
    keyed = sorted(
        ((_order(race, racer), racer) for racer in race.racers.values()), key=lambda pair: pair[0]
    )
    placed: list[tuple[int, Racer]] = []
    place, last = 1, None
    for index, (key, racer) in enumerate(keyed, start=1):
        if key != last:
            place, last = index, key
        placed.append((place, racer))
    return placed

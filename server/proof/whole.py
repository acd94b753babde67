"""The race as a whole: time limit, length, pauses, places (R11, R12, R13, R16); part of `check`.

The players' own figures have been checked before. Times are elapsed milliseconds.
"""

from fractions import Fraction

from protocol.replay import Replay, ReplayPlayer
from server.proof.claims import Refuted, same
from server.race.settings import CUTOFF_MIN_MS


def check_race(replay: Replay) -> None:
    """Time limit, length, pauses, and whether it may be ranked (R11, R13, R16). Raises
    Refuted."""
    if not replay.players or (replay.settings.practice and len(replay.players) > 1):
        raise Refuted("there is nobody, or practice is not for one alone")
    length_ms = max(player.time_ms for player in replay.players)
    same("length", replay.length_ms, length_ms)
    times = [player.time_ms for player in replay.players if player.outcome == "cleared"]
    cutoff_ms = None
    if times and replay.settings.time_limit:
        first_ms = min(times)
        cutoff_ms = first_ms + max(CUTOFF_MIN_MS, first_ms // 2)
        if length_ms > cutoff_ms:
            raise Refuted(f"somebody raced until {length_ms} ms, the time limit was {cutoff_ms} ms")
        if length_ms == first_ms and replay.cutoff_ms is None:
            cutoff_ms = None
    same("time limit", replay.cutoff_ms, cutoff_ms)
    before_ms = 0
    for at_ms, pause_ms in replay.pauses:
        if not before_ms <= at_ms <= length_ms or pause_ms < 0:
            raise Refuted(f"pause of {pause_ms} ms at {at_ms} ms")
        before_ms = at_ms
    settings = replay.settings
    clean = (
        replay.origin == "fresh"
        and settings.start == "shared"
        and settings.mine_hit == "out"
        and settings.level != "custom"
        and not settings.practice
        and not replay.pauses
        and not replay.interrupted
    )
    if replay.ranked and not clean:
        raise Refuted("it is ranked, though a race with its options or pauses is not")


def check_places(replay: Replay, reached: list[int]) -> None:
    """Who is where, by R12. `reached`: when each player made the last progress. Raises Refuted."""
    worths = [_worth(one, ms) for one, ms in zip(replay.players, reached, strict=True)]
    for player, worth in zip(replay.players, worths, strict=True):
        place = 1 + sum(other < worth for other in worths)
        same(f"{player.player}: place", player.place, place)
    order = [(player.place, player.colour) for player in replay.players]
    same("order of the players", order, sorted(order))
    colours = sorted(player.colour for player in replay.players)
    same("colours", colours, list(range(len(colours))))


def _worth(player: ReplayPlayer, reached_ms: int) -> tuple[int, Fraction, int]:
    if player.outcome == "cleared":
        return 0, Fraction(0), player.time_ms
    if player.outcome == "removed":
        return 2, Fraction(0), 0
    return 1, -Fraction(player.bbbv_done, player.bbbv or 1), reached_ms

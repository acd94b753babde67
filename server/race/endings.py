"""What follows when somebody's race ends: the cutoff, a pause that only they held up, the finish.

Pure, as all of the race; times are milliseconds, `at_ms` of the race's own clock.
"""

from collections.abc import Iterable

from server.race.events import CutoffSet, Event, Finished, Paused, RacerEnded
from server.race.evolve import follow
from server.race.ranking import placings, ranked
from server.race.settings import CUTOFF_MIN_MS, Outcome
from server.race.state import Race, elapsed_ms, racing


def end(
    race: Race, at_ms: int, players: Iterable[str], outcome: Outcome, *first: Event
) -> tuple[Event, ...]:
    """`first` (events not yet applied to `race`), the end of these players' race, what follows."""
    time_ms = elapsed_ms(race, at_ms)
    ends = [
        RacerEnded(at=at_ms, player=player, outcome=outcome, time_ms=time_ms) for player in players
    ]
    after = follow(race, (*first, *ends))
    still = racing(after)
    if not still:
        finish = Finished(at=at_ms, ranked=ranked(after), placings=placings(after))
        return (*first, *ends, finish)
    events: list[Event] = [*first, *ends]
    if outcome == "cleared" and race.settings.time_limit and race.cutoff_elapsed_ms is None:
        left_ms = max(CUTOFF_MIN_MS, time_ms // 2)
        events.append(CutoffSet(at=at_ms, elapsed_ms=time_ms + left_ms))
    if race.paused_at is None and all(racer.wants_pause for racer in still):
        events.append(Paused(at=at_ms))
    return tuple(events)

"""What follows when somebody's race ends: the cutoff, wishes for a pause withdrawn, the finish.

Pure, as all of the race; times are milliseconds, `at_ms` of the race's own clock.
"""

from collections.abc import Iterable

from server.race.events import CutoffSet, Event, Finished, PauseAsked, RacerEnded
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
    if race.paused_at is None and (outcome == "cleared" or all(one.wants_pause for one in still)):
        # Nobody waits for those who pause after the first finisher, and an end is no wish (R13).
        wishes = [racer.player for racer in still if racer.wants_pause]
        events += [PauseAsked(at=at_ms, player=player, want=False) for player in wishes]
    return tuple(events)

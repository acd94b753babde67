"""A finished race's log as the steps of each racer: what was played, when, and on what knowledge.

Made of facts alone: nothing is judged here and no rule is applied again. Times are elapsed
milliseconds of the race: from GO, pauses left out (G11).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from server.engine.play import Play
from server.race.events import Event, Froze, Moved, Undone, Went
from server.race.evolve import BrokenLog, evolve
from server.race.state import Race, elapsed_ms


class Step(NamedTuple):
    """One move as it was applied."""

    move: Moved
    at_ms: int
    free_at_ms: int
    """When the next move could be made: later than `at_ms` after a penalty (R10)."""
    before: Play
    """What the racer had done until then."""

    @property
    def opened(self) -> bool:
        """Whether it opened any cell, a mine or not."""
        return bool(self.move.opened or self.move.hit)

    @property
    def useful(self) -> bool:
        """Whether it changed anything at all (G18)."""
        return self.opened or self.move.flag is not None


Walk = Sequence[Step]


class Walked(NamedTuple):
    """A finished race and how it came to its end."""

    race: Race
    done: int
    """3BV done by the shared start (R1)."""
    walks: Mapping[str, Walk]
    """Every racer's steps in order, by player; for who made none an empty list."""
    reached: Mapping[str, Sequence[tuple[int, int]]]
    """Elapsed time and 3BV done after each step, and after each one taken back (R17)."""


def walked(events: Iterable[Event]) -> Walked:
    """The race after all its events, with everybody's steps.

    Raises:
        BrokenLog: no log of a race, or of one that is not finished (R6).
    """
    race: Race | None = None
    done = 0
    walks: defaultdict[str, list[Step]] = defaultdict(list)
    reached: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for event in events:
        before, race = race, evolve(race, event)
        if isinstance(event, Moved) and before is not None:
            at_ms = elapsed_ms(race, event.at)
            step = Step(event, at_ms, at_ms, before.racers[event.player].play)
            walks[event.player].append(step)
        elif isinstance(event, Froze):
            steps = walks[event.player]
            steps[-1] = steps[-1]._replace(free_at_ms=steps[-1].at_ms + event.until - event.at)
        elif isinstance(event, Went):
            done = event.done
        if isinstance(event, Moved | Undone):
            reached[event.player].append((elapsed_ms(race, event.at), event.done))
    if race is None or race.phase != "finished":
        raise BrokenLog("only a finished race is looked back at")
    return Walked(race, done, walks, reached)

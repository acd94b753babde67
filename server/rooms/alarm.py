"""A room's one timer: when the room has to be called next, and how long nothing is due before.

Monotonic ms of the clock, but for `calm_until`. A tick that comes too early does no harm.
"""

from collections.abc import Callable, Iterable
from weakref import WeakMethod

from server.race.decide import deadline, mark_at
from server.race.state import Race
from server.rooms.ports import Schedule


def weakly(tick: Callable[[], None]) -> Callable[[], None]:
    """Calls this method of a room while there is the room: its timer does not keep it."""
    method = WeakMethod(tick)

    def call() -> None:
        alive = method()
        if alive is not None:
            alive()

    return call


class Alarm:
    """Armed at the end of each turn; a room without a race that goes on has none."""

    __slots__ = ("_schedule", "at", "calm_until")

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self.at: int | None = None
        """When it will go off."""
        self.calm_until = 0
        """The race's own clock: nothing is due before. Plain moves only put deadlines off."""

    def went_off(self) -> None:
        """The timer has fired."""
        self.at = None

    def stop(self) -> None:
        """Never again."""
        self._schedule(None)

    def arm(self, race: Race, epoch: int, soon: Iterable[int | None], *, changed: bool) -> None:
        """Set it for what is due in the race, whose clock began at `epoch`, or for the first of
        `soon`, if that is earlier. `changed`: something besides plain moves has happened."""
        at = self.at
        if changed or at is None:
            calm_until = deadline(race)
            self.calm_until = 0 if calm_until is None else calm_until
            due = [moment for moment in (calm_until, mark_at(race)) if moment is not None]
            at = epoch + min(due) if due else None
        for moment in soon:
            if moment is not None and (at is None or moment < at):
                at = moment
        if at != self.at:
            self.at = at
            self._schedule(at)

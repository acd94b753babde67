"""When the server stops: who is told, and closed, at which moment.

A room's connections go together, so that nobody in a race gains by going last; the rooms go one
after another, so that not everybody comes back in the same instant. Times are milliseconds.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

PACE_MS: Final = 10
"""So much time for each connection, until all of them would take too long."""


class Guest(Protocol):
    """A connection as it is seen off."""

    @property
    def place(self) -> str:
        """The room; guests of one place go together."""
        ...

    def warn(self, in_ms: int) -> None:
        """Say that the connection will be closed so soon."""
        ...

    def see_off(self) -> None:
        """Close with 1012, after everything that it was told before."""
        ...


class Departure(NamedTuple):
    """Who goes at one moment, counted from the beginning of the farewell."""

    at_ms: int
    guests: Sequence[Guest]


def departures(guests: Iterable[Guest], longest_ms: int) -> list[Departure]:
    """All guests by place, the first of them at once, the last ones before `longest_ms`."""
    places: dict[str, list[Guest]] = {}
    for guest in guests:
        places.setdefault(guest.place, []).append(guest)
    count = sum(map(len, places.values()))
    spread_ms = min(longest_ms, PACE_MS * count)
    leaving, gone = [], 0
    for together in places.values():
        leaving.append(Departure(spread_ms * gone // count, together))
        gone += len(together)
    return leaving

"""How often rooms tell their standings: ten a second, and less often in a crowd (R7).

Each standing is a write into a socket for everybody in the room. With a thousand racers, ten a
second for each of them would cost more than all of their moves. Times are milliseconds.
"""

from typing import Final

STANDINGS_MS: Final = 100
"""Shortest time between two standings of a room …"""
CROWDED_MS: Final = 1_000
"""… and the longest, however many listen."""
STANDINGS_PER_S: Final = 2_000
"""So many are written in a second, to all rooms together, before they come less often."""


class Crowd:
    """Everybody who listens to a race that runs, over all rooms of a server."""

    def __init__(self) -> None:
        self._listening = 0
        self.gap_ms = STANDINGS_MS
        """Time between two standings of a room at present. The same for all rooms, and a matter of
        how many listen: it tells nothing of any board."""

    def change(self, more: int) -> None:
        """So many more listen, or fewer, if it is below 0."""
        self._listening += more
        wanted = self._listening * 1_000 // STANDINGS_PER_S
        self.gap_ms = min(max(STANDINGS_MS, wanted), CROWDED_MS)

"""When everybody is told the room's state: at once, but ten times a second at most if it goes on.

A state about another phase or race is never held back, and a few go at once after a quiet time.
Times are milliseconds of the monotonic clock.
"""

from typing import Final

from protocol import messages as m
from server.rooms.pace import Pace

STATE_MS: Final = 100
"""Time between two states in the long run …"""
STATE_BURST: Final = 10
"""… and how many are told at once after a quiet time."""


class Bulletin:
    """What everybody has been told of one room."""

    def __init__(self) -> None:
        self._told: m.RoomState | None = None
        self._shown_else = False
        """Somebody was shown another state than `_told`."""
        self._pace = Pace(STATE_MS, STATE_BURST)
        self.later_ms: int | None = None
        """When to ask again, if there is news that came too early."""

    def showed(self, state: m.RoomState) -> None:
        """One connection was shown this: should the state return to what the others know, it is
        told all the same."""
        self._shown_else = self._shown_else or state != self._told

    def is_due(self, state: m.RoomState, now_ms: int) -> bool:
        """Whether everybody is to be told this state now; then it counts as told."""
        self.later_ms = None
        told = self._told
        if state == told and not self._shown_else:
            return False
        same = told is not None and (told.race, told.phase) == (state.race, state.phase)
        if same and now_ms < self._pace.ready_at_ms:
            self.later_ms = self._pace.ready_at_ms
            return False
        self._pace.spend(now_ms)
        self._told, self._shown_else = state, False
        return True

"""How often something may happen: a few times at once, then at a steady rate. Pure counting.

Times are milliseconds of the monotonic clock.
"""


class Pace:
    """One time every `gap_ms` in the long run, `burst` times at once after a quiet while."""

    __slots__ = ("_gap_ms", "_slack_ms", "_spent_until_ms")

    def __init__(self, gap_ms: int, burst: int = 1) -> None:
        self._gap_ms = gap_ms
        self._slack_ms = (burst - 1) * gap_ms
        self._spent_until_ms = 0

    @property
    def ready_at_ms(self) -> int:
        """From when on it may happen once more."""
        return self._spent_until_ms - self._slack_ms

    def spend(self, now_ms: int) -> None:
        """It happens."""
        self._spent_until_ms = max(self._spent_until_ms, now_ms) + self._gap_ms

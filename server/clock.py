"""The two clocks of the server: one for durations, one for dates. Both in whole milliseconds.

Races, limits and deadlines use the first alone, so that a jump of the wall clock moves nothing.
Whoever needs time is handed a `Clock`; nobody else imports `time`.
"""

import time
from typing import Protocol


class Clock(Protocol):
    def monotonic_ms(self) -> int:
        """Milliseconds since some fixed moment; never goes back."""
        ...

    def date_ms(self) -> int:
        """Unix milliseconds, for dates only."""
        ...


class SystemClock:
    """The clocks of the machine."""

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def date_ms(self) -> int:
        return time.time_ns() // 1_000_000

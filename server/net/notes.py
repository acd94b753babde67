"""Log lines about what an address does: so many a minute, and the rest is counted.

Whoever connects again and again must fill neither the disk nor the eyes of who reads the log.
Errors are no notes: they are logged where they happen, always.
"""

import logging
from collections.abc import Callable
from typing import Final

from server.clock import Clock
from server.logs import fields
from server.net.limits import Window

SPAN_MS: Final = 60_000

Seen = Callable[[str, dict[str, object]], None]
"""Is told of every event, written or not, for figures."""

log = logging.getLogger("server.net.notes")


class Notes:
    """Shared by all connections of a server. `sweep` has to be called now and then."""

    def __init__(
        self, lines_per_minute: int, clock: Clock, seen: Seen = lambda _event, _about: None
    ) -> None:
        self._clock = clock
        self._seen = seen
        self._lines = Window(lines_per_minute, SPAN_MS)
        self._left_out: dict[str, int] = {}
        self._told_ms = clock.monotonic_ms()

    def take(self, logger: logging.Logger, address: str, event: str, **about: object) -> None:
        """Log an event of this address with what there is to say about it, or count it when there
        were too many. None of it may be secret."""
        self._seen(event, about)
        if not logger.isEnabledFor(logging.INFO):
            return
        if self._lines.take(address, self._clock.monotonic_ms()):
            logger.info(event, extra=fields(address=address, **about))
        else:
            self._left_out[address] = self._left_out.get(address, 0) + 1

    def sweep(self, now_ms: int) -> None:
        """Say once a minute in one line how much was left out."""
        self._lines.forget_quiet(now_ms)
        if now_ms - self._told_ms < SPAN_MS:
            return
        self._told_ms = now_ms
        if self._left_out:
            worst = max(self._left_out, key=self._left_out.__getitem__)
            lines, addresses = sum(self._left_out.values()), len(self._left_out)
            log.info("left_out", extra=fields(lines=lines, addresses=addresses, most_about=worst))
            self._left_out.clear()

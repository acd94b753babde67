"""How much one connection and one address may ask for. Pure counting, no I/O.

Times are milliseconds of the monotonic clock and are handed in. Nothing here waits: the answer is
yes or no, at once. Counters of quiet addresses are forgotten, so memory follows those who are here.
"""

import ipaddress
from collections import deque
from enum import Enum, auto

_FORGIVEN_MS = 1_000
"""A flood that stops for this long is over; the next one is told about again."""


class TokenBucket:
    """`rate_per_s` in the long run, `burst` at once. Whole numbers: a token is 1000 parts."""

    __slots__ = ("_full", "_level", "_rate_per_s", "_seen_ms")

    def __init__(self, rate_per_s: int, burst: int, now_ms: int) -> None:
        self._rate_per_s = rate_per_s
        self._full = burst * 1_000
        self._level = self._full
        self._seen_ms = now_ms

    def take(self, now_ms: int, tokens: int = 1) -> bool:
        """Whether there were so many tokens to take; if not, none is taken."""
        level = self._level
        if now_ms != self._seen_ms:
            level += (now_ms - self._seen_ms) * self._rate_per_s
            level = min(level, self._full)
            self._seen_ms = now_ms
        wanted = 1_000 * tokens
        taken = level >= wanted
        self._level = level - wanted if taken else level
        return taken


class Verdict(Enum):
    """What happens to a message."""

    PASS = auto()
    TELL = auto()
    """Dropped; the sender is told."""
    DROP = auto()
    """Dropped; the sender knows already."""
    CLOSE = auto()
    """Dropped, and the connection with it."""


class Throttle:
    """The messages of one connection: over the rate dropped and told once, for long: closed."""

    __slots__ = ("_bucket", "_flood_ms", "_flood_since_ms", "_last_drop_ms")

    def __init__(self, bucket: TokenBucket, flood_ms: int) -> None:
        self._bucket = bucket
        self._flood_ms = flood_ms
        self._flood_since_ms: int | None = None
        self._last_drop_ms = 0

    def judge(self, now_ms: int) -> Verdict:
        """The verdict on a message that came now."""
        if self._bucket.take(now_ms):
            return Verdict.PASS
        since = self._flood_since_ms
        if since is None or now_ms - self._last_drop_ms >= _FORGIVEN_MS:
            self._flood_since_ms = self._last_drop_ms = now_ms
            return Verdict.TELL
        self._last_drop_ms = now_ms
        return Verdict.CLOSE if now_ms - since >= self._flood_ms else Verdict.DROP


class Window:
    """At most `limit` events within any `span_ms`, for each key."""

    def __init__(self, limit: int, span_ms: int) -> None:
        self._limit = limit
        self._span_ms = span_ms
        self._times: dict[str, deque[int]] = {}

    def __len__(self) -> int:
        """How many keys are remembered."""
        return len(self._times)

    def spent(self, key: str, now_ms: int) -> bool:
        """Whether the key has used up its share."""
        times = self._recent(key, now_ms)
        return times is not None and len(times) >= self._limit

    def take(self, key: str, now_ms: int) -> bool:
        """Count one event, unless the share is used up; whether it was counted."""
        if self.spent(key, now_ms):
            return False
        self._times.setdefault(key, deque()).append(now_ms)
        return True

    def give_back(self, key: str) -> None:
        """Undo the latest event that was counted for the key."""
        times = self._times[key]
        times.pop()
        if not times:
            del self._times[key]

    def forget_quiet(self, now_ms: int) -> None:
        """Drop the keys that have nothing left to count."""
        for key in list(self._times):
            self._recent(key, now_ms)

    def _recent(self, key: str, now_ms: int) -> deque[int] | None:
        times = self._times.get(key)
        if times is None:
            return None
        while times and now_ms - times[0] >= self._span_ms:
            times.popleft()
        if not times:
            del self._times[key]
            return None
        return times


class Tally:
    """How many things each key holds open at present."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: dict[str, int] = {}

    def __len__(self) -> int:
        """How many keys hold anything."""
        return len(self._open)

    def enter(self, key: str) -> bool:
        """Count one more, unless the limit is reached; whether it was counted."""
        count = self._open.get(key, 0)
        if count >= self._limit:
            return False
        self._open[key] = count + 1
        return True

    def leave(self, key: str) -> None:
        """Give back what `enter` counted."""
        count = self._open[key] - 1
        if count:
            self._open[key] = count
        else:
            del self._open[key]


def address_key(host: str) -> str:
    """Who counts as one address: an IPv4 address, or the /64 network of an IPv6 address.

    Anything that is no address (a Unix socket's empty name) is a key of its own.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)

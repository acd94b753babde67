"""Figures of one server for Prometheus, in the text format that it reads.

Counted where things pass anyway: by group at the commit, in the notes of the log, when asked. No
figure names a player, a room or an address; times are seconds.
"""

import asyncio
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from ipaddress import ip_network
from typing import Any, Final, Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server.race.events import Event, Finished, Moved, Went
from server.race.settings import Phase
from server.records import Append, Write
from server.rooms.room import Room
from server.store.base import Commits

LOOP_EVERY_S: Final = 0.5
"""How often the event loop's delay is looked at."""

_PHASES: Final[tuple[Phase, ...]] = ("lobby", "countdown", "running", "finished", "aborted")
_FINE: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_REASON: Final = ("reason", "code")
"""Fields of a note that say why; the first that it has."""
_NUMBER: Final = re.compile(r"\d+")


class Traffic(Protocol):
    """What the network knows of its connections."""

    @property
    def connections(self) -> int: ...
    @property
    def received_bytes(self) -> int: ...
    @property
    def sent_bytes(self) -> int: ...


class Metrics:
    """Counts from its making on; `watch` adds what is read when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._facts: Mapping[type[Event], Counter] = {
            Moved: self._counter("moves", "Moves stored"),
            Went: self._counter("races_started", "Races that began"),
            Finished: self._counter("races_finished", "Races that came to their end"),
        }
        self._events = self._counter(
            "events", "Events of the log by name and reason", "event", "reason"
        )
        self._refused = self._counter("refused", "Wishes that rooms refused, by code", "code")
        self._responses = self._counter("http_responses", "Responses to plain requests", "status")
        self._commit_s = self._histogram("commit_seconds", "From asking for a commit to its end")
        self._loop_s = self._histogram("loop_delay_seconds", "How late the event loop runs a timer")
        self._tick: asyncio.TimerHandle | None = None

    # -- what is told to it -----------------------------------------------------------------------

    def noted(self, event: str, about: dict[str, object]) -> None:
        """An event of the log, whether it is written or left out."""
        reason = next((str(about[name]) for name in _REASON if name in about), "")
        # Each label is kept for ever: peers must not be able to make new ones.
        self._events.labels(event, _NUMBER.sub("N", reason)).inc()

    def refused(self, code: str) -> None:
        """A room has refused a wish."""
        self._refused.labels(code).inc()

    def responded(self, status: int) -> None:
        """A plain request was answered."""
        self._responses.labels(str(status)).inc()

    def measured(self, store: Commits) -> "MeasuredCommits":
        """The store's commits, with a look at the clock and at what was stored."""
        return MeasuredCommits(store, self)

    def stored(self, group: Sequence[Write], seconds: float) -> None:
        """A group was committed."""
        self._commit_s.observe(seconds)
        moves = 0
        for write in group:
            if isinstance(write, Append):
                for fact in write.events:
                    if isinstance(fact, Moved):
                        moves += 1
                    elif type(fact) in self._facts:
                        self._facts[type(fact)].inc()
        self._facts[Moved].inc(moves)

    # -- what is looked at ------------------------------------------------------------------------

    def watch(
        self,
        rooms: Callable[[], Iterable[Room]],
        wire: Callable[[], Traffic],
        waiting: Callable[[], int],
    ) -> None:
        """Read these whenever somebody asks. Once."""
        self.registry.register(_Present(rooms, wire, waiting))

    def watch_loop(self) -> None:
        """Measure from now on how late the running event loop is; until `close`."""
        loop = asyncio.get_running_loop()
        due_s = loop.time() + LOOP_EVERY_S

        def late() -> None:
            self._loop_s.observe(max(0.0, loop.time() - due_s))
            self.watch_loop()

        self._tick = loop.call_at(due_s, late)

    def close(self) -> None:
        """Stop looking at the event loop."""
        if self._tick is not None:
            self._tick.cancel()

    def page(self) -> bytes:
        """All figures as text."""
        return generate_latest(self.registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"demineur_{name}", meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(f"demineur_{name}", meaning, buckets=_FINE, registry=self.registry)


class MeasuredCommits:
    """Commits like the store that it is made of."""

    def __init__(self, store: Commits, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    async def commit(self, group: Sequence[Write]) -> None:
        began_s = time.perf_counter()
        await self._store.commit(group)
        self._metrics.stored(group, time.perf_counter() - began_s)


class _Present(Collector):
    """Rooms, races, players, connections and writes as they are now."""

    def __init__(
        self,
        rooms: Callable[[], Iterable[Room]],
        wire: Callable[[], Traffic],
        waiting: Callable[[], int],
    ) -> None:
        self._rooms = rooms
        self._wire = wire
        self._waiting = waiting

    def collect(self) -> Iterable[Metric]:
        rooms, traffic = list(self._rooms()), self._wire()
        yield _gauge("rooms", "Rooms that are awake", len(rooms))
        yield _gauge(
            "players",
            "Players and spectators in rooms",
            sum(len(room.audience.everybody) for room in rooms),
        )
        races = _gauge(
            "races", "Newest races of the rooms that are awake, by phase", labels=["phase"]
        )
        for phase in _PHASES:
            races.add_metric([phase], sum(room.race.phase == phase for room in rooms))
        yield races
        yield _gauge(
            "connections", "Open connections, pages being fetched too", traffic.connections
        )
        bytes_ = CounterMetricFamily(
            "demineur_bytes", "Bytes of all connections", labels=["direction"]
        )
        bytes_.add_metric(["received"], traffic.received_bytes)
        bytes_.add_metric(["sent"], traffic.sent_bytes)
        yield bytes_
        yield _gauge("waiting_writes", "Writes that wait for their commit", self._waiting())

    def describe(self) -> Iterable[Metric]:
        return ()


def _gauge(name: str, meaning: str, value: float | None = None, **more: Any) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"demineur_{name}", meaning, value=value, **more)


def readable_from(address: str, networks: Sequence[str]) -> bool:
    """Whether somebody at this address may read the figures. `address` is a key as limits have it:
    an IPv4 address, or the first one of a /64 of IPv6, which then counts as a whole."""
    try:
        asking = ip_network(f"{address}/64" if ":" in address else address)
    except ValueError:
        return False
    allowed = (ip_network(network) for network in networks)
    return any(one.version == asking.version and one.overlaps(asking) for one in allowed)

"""Named moments at which a server under test kills itself, by wrapping functions of the real one.

Production code knows nothing of it. A point is passed many times; the n-th pass is the last thing
that the process does: SIGKILL, no clean-up of any kind.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from server.net.session import Session
from server.race import events as e
from server.race import evolve
from server.race.settings import COUNTDOWN_MS
from server.records import Append, Write
from server.store import sqlite_write
from server.store.recorder import Recorder
from server.store.sqlite import SqliteStore
from server.store.sqlite_append import LogWriter
from server.store.sqlite_write import GroupWriter

Pass = Callable[[], None]
"""To be called each time the moment has come."""


def die() -> None:
    """End this very process as `kill -9` does."""
    os.kill(os.getpid(), signal.SIGKILL)


class NthPass:
    """Calls `then` at the n-th pass, from 1."""

    def __init__(self, nth: int, then: Callable[[], None] = die) -> None:
        self._left = nth
        self._then = then

    def __call__(self) -> None:
        self._left -= 1
        if not self._left:
            self._then()


def replace_everywhere(name: str, value: object) -> int:
    """Give all modules of the server that have this global another value for it; how many have."""
    owners = [
        module
        for path, module in tuple(sys.modules.items())
        if path.startswith("server.") and name in vars(module)
    ]
    for module in owners:
        setattr(module, name, value)
    return len(owners)


def facts(group: Iterable[Write]) -> Iterator[e.Event]:
    """All race events of a group, in order."""
    for write in group:
        if isinstance(write, Append):
            yield from write.events


def holds(group: Iterable[Write], kind: type[e.Event]) -> bool:
    """Whether a group has an event of this kind."""
    return any(isinstance(event, kind) for event in facts(group))


# -- the moments ----------------------------------------------------------------------------------


def after_append(passed: Pass) -> None:
    """Events are queued, nothing of them is stored."""
    append = Recorder.append

    def wrapped(self: Recorder, writes: Sequence[Write], then: Callable[[], None]) -> None:
        append(self, writes, then)
        if any(facts(writes)):
            passed()

    Recorder.append = wrapped  # type: ignore[method-assign]


def before_commit(passed: Pass, kind: type[e.Event] | None = None) -> None:
    """A group (with such an event) is about to be written."""
    commit = GroupWriter.commit

    def wrapped(self: GroupWriter, connection: Any, group: Sequence[Write]) -> None:
        if kind is None or holds(group, kind):
            passed()
        commit(self, connection, group)

    GroupWriter.commit = wrapped  # type: ignore[method-assign]


def mid_group(passed: Pass) -> None:
    """Some of a group's events, or all, are written, inside the transaction."""
    flush, end = LogWriter.flush, LogWriter.end

    def flushed(self: LogWriter, connection: Any) -> None:
        some = bool(self._values)
        flush(self, connection)
        if some:
            passed()

    def ended(self: LogWriter, connection: Any) -> None:
        some = bool(self._moves)
        end(self, connection)
        if some:
            passed()

    LogWriter.flush = flushed  # type: ignore[method-assign]
    LogWriter.end = ended  # type: ignore[method-assign]


def mid_results(passed: Pass) -> None:
    """A race's end and its results are written, but not committed."""
    insert = sqlite_write.insert_results

    def wrapped(*arguments: Any) -> None:
        insert(*arguments)
        passed()

    replace_everywhere("insert_results", wrapped)


def after_commit_before_tell(passed: Pass, kind: type[e.Event] | None = None) -> None:
    """A group (with such an event) is stored and nobody knows yet."""
    commit = SqliteStore.commit

    async def wrapped(self: SqliteStore, group: Sequence[Write]) -> None:
        await commit(self, group)
        if kind is None or holds(group, kind):
            passed()

    SqliteStore.commit = wrapped  # type: ignore[method-assign]


def mid_tell(passed: Pass) -> None:
    """One more frame has left; others of the same group have not."""
    send = Session.send

    def wrapped(self: Session, frame: bytes) -> None:
        send(self, frame)
        passed()

    Session.send = wrapped  # type: ignore[method-assign]


def mid_countdown(passed: Pass) -> None:
    """Half of a countdown is over."""
    commit = SqliteStore.commit

    async def wrapped(self: SqliteStore, group: Sequence[Write]) -> None:
        await commit(self, group)
        if holds(group, e.CountdownStarted):
            countdown_ms = vars(sys.modules["server.race.lobby"]).get("COUNTDOWN_MS", COUNTDOWN_MS)
            asyncio.get_running_loop().call_later(countdown_ms / 2_000, passed)

    SqliteStore.commit = wrapped  # type: ignore[method-assign]


def mid_replay(passed: Pass) -> None:
    """A sleeping room is being made from its log."""
    replay = evolve.replay

    def counted(events: Iterable[e.Event]) -> Iterator[e.Event]:
        for event in events:
            yield event
            passed()

    replace_everywhere("replay", lambda events: replay(counted(events)))


POINTS: Final[dict[str, Callable[[Pass], None]]] = {
    "after_append": after_append,
    "before_commit": before_commit,
    "mid_group": mid_group,
    "mid_results": mid_results,
    "after_commit_before_tell": after_commit_before_tell,
    "mid_tell": mid_tell,
    "mid_countdown": mid_countdown,
    "mid_replay": mid_replay,
    "before_go": lambda passed: before_commit(passed, e.Went),
    "after_go": lambda passed: after_commit_before_tell(passed, e.Went),
    "after_finish": lambda passed: after_commit_before_tell(passed, e.Finished),
    "before_interrupted": lambda passed: before_commit(passed, e.Interrupted),
    "after_interrupted": lambda passed: after_commit_before_tell(passed, e.Interrupted),
}
"""All points by name. Few are passed by every move; `before_go` and the like once a race."""


def install(spec: str) -> None:
    """Arm a point, given as `NAME:NTH`. Raises KeyError, ValueError."""
    name, nth = spec.split(":")
    POINTS[name](NthPass(int(nth)))

"""Group commit: what came while the last commit ran is the next group, committed by one call.

Callers append writes with a callback; it runs on the event loop after the writes are safe on disk,
strictly in the order of `append`. So nothing is told before it is stored. Times in seconds.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from server.records import Write
from server.store.base import Commits, StoreBusy, StoreFailed

FIRST_WAIT_S: Final = 0.1
LONGEST_WAIT_S: Final = 2.0
LIMIT: Final = 10_000
"""Writes that may wait for their commit before `full` says so; some 5 MB."""

Then = Callable[[], None]

_log = logging.getLogger(__name__)


async def wait_for_event(event: asyncio.Event, longest_s: float) -> None:
    """Return when the event is set, after `longest_s` at the latest."""
    try:
        async with asyncio.timeout(longest_s):
            await event.wait()
    except TimeoutError:
        pass


def _settle(flushed: asyncio.Future[None], _cause: object = None) -> None:
    if not flushed.done():
        flushed.set_result(None)


class Recorder:
    """The only caller of `store.commit`: one task, one call per group, no task per append.

    `StoreBusy`: the same group is tried again after 0.1 s, doubling to 2 s; everything waits.
    `StoreFailed`, or anything unexpected: `on_failed(exception)` is called once and nothing is
    released any more; the process has to stop and replay the log.
    """

    def __init__(
        self,
        store: Commits,
        on_failed: Callable[[Exception], None],
        *,
        limit: int = LIMIT,
        wait: Callable[[asyncio.Event, float], Awaitable[None]] = wait_for_event,
    ) -> None:
        self._store = store
        self._on_failed = on_failed
        self._limit = limit
        self._wait = wait
        self._writes: list[Write] = []
        self._thens: list[Then] = []
        self._in_commit = 0
        self._is_refused = False
        self._releasing = False
        self._flushes: list[asyncio.Future[None]] = []
        self._ended: Exception | None = None
        self._cancelled = False
        self._arrived = asyncio.Event()
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def pending(self) -> int:
        """How many writes are not yet committed."""
        return len(self._writes) + self._in_commit

    @property
    def full(self) -> bool:
        """Whether nothing new should be begun: too much waits, or nothing can be stored now."""
        waiting = len(self._writes) + self._in_commit
        return waiting >= self._limit or self._ended is not None or self._closing.is_set()

    @property
    def stuck(self) -> bool:
        """Whether nothing can be stored now: the store was busy at the last try, or has failed."""
        return self._is_refused or self._ended is not None

    def start(self) -> None:
        """Start the writer task on the running event loop; what was appended before is kept."""
        self._task = asyncio.get_running_loop().create_task(self._write(), name="recorder")

    def append(self, writes: Sequence[Write], then: Then) -> None:
        """Queue the writes; `then` runs after the group that holds them is committed.

        Without writes `then` waits for everything appended before; when nothing is pending it
        runs at once, inside this call. Never blocks and never refuses: callers look at `full`
        before they begin something. After a failure, a cancellation of the writer task, or `close`
        nothing is stored and nothing released.
        """
        if self._ended is not None:
            return
        if not writes and not self._thens and not self._in_commit and not self._releasing:
            then()
            return
        self._writes += writes
        self._thens.append(then)
        self._arrived.set()

    async def flush(self) -> None:
        """Return when everything appended so far is committed and released.

        Raises StoreFailed when that will never happen.
        """
        if self._ended is not None:
            raise StoreFailed(str(self._ended)) from self._ended
        flushed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._flushes.append(flushed)
        self.append((), lambda: _settle(flushed))
        try:
            await flushed
        finally:
            self._flushes.remove(flushed)

    async def close(self) -> None:
        """Commit and release what is pending, then stop the writer. The store stays open.

        A busy store gets one more try; what it then refuses is given up: nobody was told of it.
        """
        self._closing.set()
        self._arrived.set()
        if self._task is not None:
            await asyncio.wait({self._task})

    async def _write(self) -> None:
        try:
            while not self._cancelled and (self._thens or not self._closing.is_set()):
                if self._thens:
                    await self._write_group()
                else:
                    self._arrived.clear()
                    await self._arrived.wait()
        except Exception as failure:  # noqa: BLE001 - whatever it was, nothing is safe now
            self._end(failure)
            _log.critical("nothing can be stored any more", exc_info=failure)
            self._on_failed(failure)
        finally:
            self._end(StoreFailed("the recorder is closed"))

    async def _write_group(self) -> None:
        group, self._writes = self._writes, []
        thens, self._thens = self._thens, []
        if group:
            self._in_commit = len(group)
            await self._commit(group)
            self._in_commit = 0
        self._releasing = True
        for then in thens:
            try:
                then()
            except Exception:  # noqa: BLE001 - one room's fault must not stop the writer
                _log.exception("a callback failed after its commit")
        self._releasing = False

    async def _commit(self, group: list[Write]) -> None:
        """Commit one group, however long the store is busy."""
        wait_s = FIRST_WAIT_S
        while True:
            last_try = self._closing.is_set()
            try:
                await self._uncancelled(group)
            except StoreBusy as busy:
                if last_try or self._cancelled:
                    raise
                self._is_refused = True
                _log.warning("store busy, %d writes wait %.1f s: %s", self.pending, wait_s, busy)
                await self._wait(self._closing, wait_s)
                wait_s = min(2 * wait_s, LONGEST_WAIT_S)
            else:
                self._is_refused = False
                return

    async def _uncancelled(self, group: list[Write]) -> None:
        """One call of `store.commit`, run to its end even when the writer is cancelled meanwhile:
        a statement cannot be called back, and its outcome decides what may be told."""
        loop = asyncio.get_running_loop()
        commit = loop.create_task(self._store.commit(group))
        while not commit.done():
            # as asyncio.wait does, at half its cost: this is once a group
            ended = loop.create_future()
            commit.add_done_callback(partial(_settle, ended))
            try:
                await ended
            except asyncio.CancelledError:
                self._cancelled = True
        commit.result()

    def _end(self, reason: Exception) -> None:
        """Store and release nothing from now on; the first reason is kept."""
        if self._ended is None:
            self._ended = reason
            self._writes.clear()
            self._thens.clear()
            for flushed in self._flushes:
                if not flushed.done():
                    flushed.set_exception(StoreFailed(str(reason)))

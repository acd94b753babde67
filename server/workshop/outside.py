"""The workshop as a process of its own: tasks go to it through a pipe, some at a time.

Should it die, what it had is asked again and it is started anew, after a pause that grows. While
there is none, what is urgent is done in a thread: slower for everybody, but no race waits.
"""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server.workshop.__main__ import answered
from server.workshop.pipe import Order, read_reply, written
from server.workshop.tasks import Answer, Failure, Task, Then

AT_A_TIME: Final = 2
"""Orders in the process: one being done, one so that it need not wait for the next."""
TRIES: Final = 3
"""A task in whose company the process died so often is given up."""
LINE_BYTES: Final = 8 * 2**20
"""Longest answer."""
FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 30.0
LIVED_S: Final = 60.0
"""After so long a life a death begins with the first pause again."""
CLOSE_S: Final = 0.5
"""Time for the process to end when it is told to."""

COMMAND: Final = (sys.executable, "-m", "server.workshop")
ROOT: Final = Path(__file__).parents[2]

log = logging.getLogger("server.workshop")


@dataclass(slots=True)
class _Job:
    task: Task
    then: Then
    urgent: bool
    deaths: int = 0
    """How often the process died while it had this."""


class OutsideWorkshop:
    """Fulfils `server.workshop.tasks.Workshop`. `pauses_s`: first and longest pause."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        pauses_s: tuple[float, float] = (FIRST_PAUSE_S, LONGEST_PAUSE_S),
    ) -> None:
        self._command = command
        self._pauses_s = pauses_s
        self._urgent: deque[_Job] = deque()
        self._ahead: deque[_Job] = deque()
        self._given: dict[int, _Job] = {}
        """Orders that the process has."""
        self._count = 0
        self._process: Process | None = None
        self._down = False
        """The last process died, or could not be started."""
        self._keeper: asyncio.Task[None] | None = None
        self._by_thread: asyncio.Task[None] | None = None
        self.starts = 0
        """Processes started so far."""

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return None if self._process is None else self._process.pid

    def ask(self, task: Task, then: Then, *, urgent: bool = True) -> None:
        """As in `Workshop`; `then` is called on the event loop, later."""
        (self._urgent if urgent else self._ahead).append(_Job(task, then, urgent))
        self._go_on()

    async def start(self) -> None:
        """Start the process, without waiting until it is ready."""
        self._keeper = asyncio.create_task(self._keep(), name="workshop")

    async def close(self) -> None:
        """End the process; what is not done stays undone, and nobody is told."""
        self._urgent.clear()
        self._ahead.clear()
        self._given.clear()
        for task in (self._keeper, self._by_thread):
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _keep(self) -> None:
        """Let there always be a process."""
        first_s, longest_s = self._pauses_s
        pause_s, loop = first_s, asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            try:
                await self._live()
                log.error("the workshop has ended; it is started anew")
            except Exception:
                # Whatever it was: without a keeper there would never be a workshop again.
                log.exception("the workshop cannot be started")
            if loop.time() - began_s >= LIVED_S:
                pause_s = first_s
            self._down = True
            self._take_back()
            self._go_on()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, longest_s)

    async def _live(self) -> None:
        """One process, from its start to its end. Raises OSError when it cannot be started."""
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE_BYTES,
            env=os.environ | {"PYTHONPATH": path},
        )
        self.starts += 1
        self._process, self._down = process, False
        try:
            self._go_on()
            await self._listen(process)
        finally:
            self._process = None
            await asyncio.shield(_ended(process))

    async def _listen(self, process: Process) -> None:
        """Take answers until there are no more."""
        _, replies = _pipes(process)
        try:
            while line := await replies.readline():
                reply = read_reply(line)
                job = self._given.pop(reply.number)
                self._go_on()
                _tell(job, reply.answer)
        except (OSError, ValueError, KeyError):
            log.exception("the workshop cannot be understood")

    def _go_on(self) -> None:
        """Give the process what it can take; while it is down, the thread what is urgent."""
        process = self._process
        if process is None:
            if self._down and self._urgent and (not self._by_thread or self._by_thread.done()):
                self._by_thread = asyncio.create_task(self._work_by_thread())
            return
        orders, _ = _pipes(process)
        while len(self._given) < AT_A_TIME and (self._urgent or self._ahead):
            job = (self._urgent or self._ahead).popleft()
            self._count += 1
            self._given[self._count] = job
            # A dead process's orders are taken back. Two lines at most: no need to drain.
            with suppress(OSError, RuntimeError):
                orders.write(written(Order(self._count, job.task)))

    def _take_back(self) -> None:
        """Ask again, first of all, what the process had when it died."""
        taken, self._given = self._given, {}
        for number in sorted(taken, reverse=True):
            job = taken[number]
            job.deaths += 1
            if job.deaths >= TRIES:
                _tell(job, Failure(reason=f"the workshop has died of it {TRIES} times"))
            else:
                (self._urgent if job.urgent else self._ahead).appendleft(job)

    async def _work_by_thread(self) -> None:
        """Do what is urgent while there is no process."""
        while self._urgent and self._process is None:
            job = self._urgent.popleft()
            _tell(job, await asyncio.to_thread(answered, job.task))


def _pipes(process: Process) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
    """Where its orders go, and where its replies come from."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("a process without pipes")
    return process.stdin, process.stdout


def _tell(job: _Job, answer: Answer) -> None:
    """Hand over an answer; whoever cannot take it must not stop the others."""
    if isinstance(answer, Failure):
        log.error("%s failed: %s", type(job.task).__name__, answer.reason)
    try:
        job.then(answer)
    except Exception:
        log.exception("the answer to %s was not taken", type(job.task).__name__)


async def _ended(process: Process) -> None:
    """Tell it to end by closing its pipe; else kill it."""
    orders, _ = _pipes(process)
    orders.close()
    try:
        async with asyncio.timeout(CLOSE_S):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

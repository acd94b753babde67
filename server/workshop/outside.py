"""The workshop as a process of its own: tasks go to it through a pipe, some at a time.

Should it die, what it had is asked again and it is started anew, after a pause that grows. While
there is none, what is urgent is done in a thread: slower for everybody, but no race waits.
"""

import asyncio
import logging
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from server.children import PAUSES_S, TRIES, Child, python
from server.workshop.__main__ import answered
from server.workshop.pipe import Order, read_reply, written
from server.workshop.tasks import Answer, Failure, Task, Then

AT_A_TIME: Final = 2
"""Orders in the process: one being done, one so that it need not wait for the next."""
COMMAND: Final = python("server.workshop")

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
        command: tuple[str, ...] = COMMAND,
        pauses_s: tuple[float, float] = PAUSES_S,
    ) -> None:
        self._urgent: deque[_Job] = deque()
        self._ahead: deque[_Job] = deque()
        self._given: dict[int, _Job] = {}
        """Orders that the process has."""
        self._count = 0
        self._child = Child(
            "workshop",
            command,
            began=self._go_on,
            heard=self._heard,
            died=self._died,
            pauses_s=pauses_s,
        )
        self._by_thread: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return self._child.pid

    @property
    def starts(self) -> int:
        """Processes started so far."""
        return self._child.starts

    def ask(self, task: Task, then: Then, *, urgent: bool = True) -> None:
        """As in `Workshop`; `then` is called on the event loop, later."""
        (self._urgent if urgent else self._ahead).append(_Job(task, then, urgent))
        self._go_on()

    async def start(self) -> None:
        """Start the process, without waiting until it is ready."""
        self._child.start()

    async def close(self) -> None:
        """End the process; what is not done stays undone, and nobody is told."""
        self._urgent.clear()
        self._ahead.clear()
        self._given.clear()
        await self._child.close()
        if self._by_thread is not None:
            self._by_thread.cancel()
            with suppress(asyncio.CancelledError):
                await self._by_thread

    def _heard(self, line: bytes) -> None:
        """Take an answer. Raises KeyError, msgspec.DecodeError when it is none."""
        reply = read_reply(line)
        job = self._given.pop(reply.number)
        self._go_on()
        _tell(job, reply.answer)

    def _died(self) -> None:
        self._take_back()
        self._go_on()

    def _go_on(self) -> None:
        """Give the process what it can take; while it is down, the thread what is urgent."""
        if self._child.pid is None:
            threaded = self._by_thread is not None and not self._by_thread.done()
            if self._child.down and self._urgent and not threaded:
                self._by_thread = asyncio.create_task(self._work_by_thread())
            return
        while len(self._given) < AT_A_TIME and (self._urgent or self._ahead):
            job = (self._urgent or self._ahead).popleft()
            self._count += 1
            self._given[self._count] = job
            # A dead process's orders are taken back.
            self._child.say(written(Order(self._count, job.task)))

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
        while self._urgent and self._child.pid is None:
            job = self._urgent.popleft()
            _tell(job, await asyncio.to_thread(answered, job.task))


def _tell(job: _Job, answer: Answer) -> None:
    """Hand over an answer; whoever cannot take it must not stop the others."""
    if isinstance(answer, Failure):
        log.error("%s failed: %s", type(job.task).__name__, answer.reason)
    try:
        job.then(answer)
    except Exception:
        log.exception("the answer to %s was not taken", type(job.task).__name__)

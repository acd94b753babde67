"""The workshop as a process: asked again when it dies, replaced by a thread, never left behind."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.children import TRIES
from server.workshop.outside import OutsideWorkshop
from server.workshop.tasks import Answer, Failure, FindFair, Found
from tests.workshop.keys import BAD, BROKEN, GOOD, beginner

DIES = (sys.executable, "-c", "import sys; sys.stdin.readline()")
"""Ends with the first task that it is given."""
BABBLES = (sys.executable, "-c", "import sys; sys.stdin.readline(); print('{}', flush=True)")
NOWHERE = (str(Path(__file__).with_name("no such program")),)
LONG_S = 3_600.0
QUICK = (0.01, 0.02)


@asynccontextmanager
async def opened(workshop: OutsideWorkshop) -> AsyncIterator[OutsideWorkshop]:
    await workshop.start()
    try:
        yield workshop
    finally:
        await workshop.close()


async def asked(workshop: OutsideWorkshop, task: FindFair, *, urgent: bool = True) -> Answer:
    told: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    workshop.ask(task, told.set_result, urgent=urgent)
    return await told


def index_of(answer: Answer) -> int | None:
    assert isinstance(answer, Found)
    return answer.index


async def test_tasks_are_done_in_another_process() -> None:
    async with opened(OutsideWorkshop()) as workshop:
        found = await asked(workshop, beginner(BAD[0], GOOD[0]))
        assert isinstance(found, Found)
        assert found.index == 1
        assert workshop.pid not in (None, os.getpid())
        assert isinstance(await asked(workshop, BROKEN), Failure)
        many = [asked(workshop, beginner(key)) for key in GOOD]
        assert list(map(index_of, await asyncio.gather(*many))) == [0] * len(GOOD)
        assert workshop.starts == 1


async def test_what_is_urgent_goes_first() -> None:
    order: list[str] = []
    done = asyncio.Event()

    def note(word: str) -> Callable[[Answer], None]:
        def then(_answer: Answer) -> None:
            order.append(word)
            if len(order) == 6:
                done.set()

        return then

    workshop = OutsideWorkshop()
    for number in range(4):
        workshop.ask(beginner(), note(f"ahead {number}"), urgent=False)
    for number in range(2):
        workshop.ask(beginner(), note(f"urgent {number}"))
    async with opened(workshop):
        await done.wait()
    assert order == ["urgent 0", "urgent 1", "ahead 0", "ahead 1", "ahead 2", "ahead 3"]


async def test_r5_what_a_killed_process_had_is_asked_again() -> None:
    async with opened(OutsideWorkshop(pauses_s=QUICK)) as workshop:
        await asked(workshop, beginner())
        assert workshop.pid is not None
        waiting = [
            asyncio.ensure_future(asked(workshop, beginner(key), urgent=bool(number % 2)))
            for number, key in enumerate(GOOD)
        ]
        os.kill(workshop.pid, signal.SIGKILL)
        assert list(map(index_of, await asyncio.gather(*waiting))) == [0] * len(GOOD)
        assert isinstance(await asked(workshop, beginner(), urgent=False), Found)
        assert workshop.starts == 2


@pytest.mark.parametrize("command", [NOWHERE, DIES, BABBLES])
async def test_r5_a_race_can_start_without_a_process(command: tuple[str, ...]) -> None:
    async with opened(OutsideWorkshop(command, (LONG_S, LONG_S))) as workshop:
        found = await asked(workshop, beginner(GOOD[0]))
        assert isinstance(found, Found)
        assert found.index == 0
        assert isinstance(await asked(workshop, BROKEN), Failure)


async def test_a_task_that_kills_is_given_up() -> None:
    async with opened(OutsideWorkshop(DIES, QUICK)) as workshop:
        answer = await asked(workshop, beginner(), urgent=False)
        assert answer == Failure(reason=f"the workshop has died of it {TRIES} times")
        assert workshop.starts >= TRIES


async def test_whoever_cannot_take_an_answer_does_not_stop_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def refuse(_answer: Answer) -> None:
        raise RuntimeError("no thanks")

    async with opened(OutsideWorkshop()) as workshop:
        workshop.ask(beginner(), refuse)
        assert isinstance(await asked(workshop, beginner()), Found)
        assert workshop.starts == 1
    assert "no thanks" in caplog.text


async def test_closing_leaves_no_process_and_tells_nobody() -> None:
    answers: list[Answer] = []
    workshop = OutsideWorkshop()
    await workshop.start()
    await asked(workshop, beginner())
    pid = workshop.pid
    assert pid is not None
    for key in GOOD:
        workshop.ask(beginner(key), answers.append)
    await workshop.close()
    assert answers == []
    assert workshop.pid is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_it_can_be_closed_without_having_been_started() -> None:
    await OutsideWorkshop().close()

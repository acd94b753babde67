"""The process: answers in order, survives its own bugs and signals, ends with its pipe."""

import asyncio
import io
import os
import signal
import sys
from pathlib import Path

import pytest

from server.workshop.__main__ import answered, work
from server.workshop.pipe import Order, read_reply, written
from server.workshop.tasks import Failure, Found
from tests.workshop.keys import BAD, BROKEN, GOOD, beginner

ROOT = Path(__file__).parents[2]


async def process() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "server.workshop"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )


async def reply_to(child: asyncio.subprocess.Process, order: Order) -> object:
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(written(order))
    return read_reply(await child.stdout.readline())


def test_orders_are_answered_in_turn_failures_too() -> None:
    orders = [Order(4, beginner(BAD[0], GOOD[0])), Order(9, BROKEN), Order(2, beginner())]
    replies = io.BytesIO()
    work(io.BytesIO(b"".join(map(written, orders))), replies)
    told = [read_reply(line) for line in replies.getvalue().splitlines()]
    assert [reply.number for reply in told] == [4, 9, 2]
    assert isinstance(told[0].answer, Found)
    assert isinstance(told[1].answer, Failure)
    assert "32 bytes" in told[1].answer.reason


def test_a_reason_is_short() -> None:
    answer = answered(BROKEN)
    assert isinstance(answer, Failure)
    assert len(answer.reason) <= 500


async def test_it_ends_at_the_end_of_its_pipe_and_not_by_what_is_meant_for_the_server() -> None:
    child = await process()
    assert child.stdin is not None
    await reply_to(child, Order(1, beginner()))
    for number in (signal.SIGINT, signal.SIGTERM):
        child.send_signal(number)
    await reply_to(child, Order(2, beginner()))
    child.stdin.close()
    assert await child.wait() == 0


async def test_moves_come_first() -> None:
    child = await process()
    await reply_to(child, Order(1, beginner()))
    assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(
        19, os.getpriority(os.PRIO_PROCESS, 0) + 10
    )
    child.kill()
    await child.wait()


async def test_it_ends_quietly_when_nobody_listens(capfd: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "server.workshop"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=writing,
    )
    os.close(reading)
    os.close(writing)
    assert child.stdin is not None
    child.stdin.write(written(Order(1, beginner())))
    assert await child.wait() == 0
    child.stdin.close()
    assert capfd.readouterr().err == ""

"""`python -m server.workshop`: does tasks from standard input, one line each, until its end.

The server starts it and nobody else. It ends with its server, however that ends: the pipe is then
at its end. Signals are the server's business; a terminal or a service manager sends them to all.
"""

import os
import signal
import sys
from typing import IO, Final

from server.workshop.pipe import Reply, read_order, written
from server.workshop.tasks import Answer, Failure, Task
from server.workshop.work import perform

LESS_URGENT: Final = 10
"""Niceness: moves of players come first."""


def main() -> None:
    """Work until there is nobody to work for."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LESS_URGENT)
    try:
        work(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Nothing must be written at the end of the interpreter either.
        os._exit(0)


def work(orders: IO[bytes], replies: IO[bytes]) -> None:
    """Answer each order in turn. Raises BrokenPipeError when nobody listens any more."""
    for line in orders:
        order = read_order(line)
        replies.write(written(Reply(order.number, answered(order.task))))
        replies.flush()


def answered(task: Task) -> Answer:
    """The result; or the failure, which must not be the end of other tasks."""
    try:
        return perform(task)
    except Exception as bug:  # noqa: BLE001 - told to the server, which logs it
        return Failure(reason=repr(bug)[:500])


if __name__ == "__main__":
    main()

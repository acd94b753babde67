"""`python -m server.workshop`: does tasks from standard input, one line each, until its end.

The server starts it and nobody else. How it lives and ends stands in `server.child`.
"""

import sys
from typing import IO

from server.child import live
from server.workshop.pipe import Reply, read_order, written
from server.workshop.tasks import Answer, Failure, Task
from server.workshop.work import perform


def main() -> None:
    """Work until there is nobody to work for."""
    live(lambda: work(sys.stdin.buffer, sys.stdout.buffer))


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

"""Runs one synchronous function over the raw SQLite connection in aiosqlite's own thread.

aiosqlite costs some 0.1 ms for each awaited statement, and another task's statement can come
between two of them. One call per group has neither fault. A call once begun runs to its end.
"""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite

_T = TypeVar("_T")


async def connect(location: str) -> aiosqlite.Connection:
    """Open a connection without implicit transactions. `location` is a `file:` URI."""
    return await aiosqlite.connect(location, uri=True, isolation_level=None)


async def run(connection: aiosqlite.Connection, function: Callable[[sqlite3.Connection], _T]) -> _T:
    """What `function` returns or raises. Cancelling the caller does not stop it: the thread asks
    nobody, and what comes back then is dropped. So no task has to shield it, which is dear."""

    def over_raw() -> _T:
        return function(connection._conn)  # noqa: SLF001

    # Private, but the only way to the thread: the public interface has single statements only.
    call: Any = connection._execute(over_raw)  # type: ignore[no-untyped-call]  # noqa: SLF001
    done: _T = await call
    return done

"""One synchronous function in the connection's thread."""

import asyncio
import sqlite3
import threading

import pytest

from server.store.thread import connect, run


async def test_it_runs_over_the_raw_connection_in_a_thread_of_its_own() -> None:
    connection = await connect("file::memory:")
    raw, ident = await run(connection, lambda raw: (raw, threading.get_ident()))
    assert isinstance(raw, sqlite3.Connection)
    assert raw.isolation_level is None
    assert ident != threading.get_ident()
    assert await run(connection, lambda _: threading.get_ident()) == ident
    await connection.close()


async def test_what_it_raises_comes_back() -> None:
    connection = await connect("file::memory:")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await run(connection, lambda raw: raw.execute("SELECT * FROM nowhere"))
    await connection.close()
    with pytest.raises(ValueError, match="closed"):
        await run(connection, lambda raw: raw.execute("SELECT 1"))


@pytest.mark.parametrize("fails", [False, True])
async def test_it_runs_to_its_end_though_the_caller_is_cancelled(fails: bool) -> None:
    connection = await connect("file::memory:")
    begun, may_end = threading.Event(), threading.Event()
    ended: list[str] = []

    def work(_: sqlite3.Connection) -> None:
        begun.set()
        may_end.wait()
        ended.append("ended")
        if fails:
            raise sqlite3.OperationalError("after the caller has gone")

    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    caller = asyncio.create_task(run(connection, work))
    await asyncio.to_thread(begun.wait)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert ended == []
    may_end.set()
    assert await run(connection, lambda _: ended) == ["ended"]
    assert faults == []
    await connection.close()

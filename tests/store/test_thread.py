"""One synchronous function in the connection's thread."""

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

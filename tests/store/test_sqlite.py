"""The database on disk: durability asked for and read back, waiting, failing, closing, its size."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from server.race.events import Created, Moved
from server.records import Append, Write
from server.store.base import (
    DirectoryLocked,
    DurabilityRefused,
    StoreBusy,
    StoreFailed,
    StoreUnusable,
)
from server.store.sqlite import NAME, SqliteStore, set_up_writer
from server.store.thread import run
from tests.store.played import finished, people, placing, play_out, settings
from tests.store.raw import Lax, change, contents, rows


async def pragma(store: SqliteStore, name: str, *, reader: bool = False) -> object:
    connection = store._reader if reader else store._writer
    return await run(connection, lambda raw: raw.execute(f"PRAGMA {name}").fetchone()[0])


async def test_writer_is_durable_and_alone_in_checkpointing(sqlite: SqliteStore) -> None:
    assert await pragma(sqlite, "journal_mode") == "wal"
    assert await pragma(sqlite, "synchronous") == 2
    assert await pragma(sqlite, "foreign_keys") == 1
    assert await pragma(sqlite, "wal_autocheckpoint") == 1_000
    assert await pragma(sqlite, "journal_size_limit") == 16 * 2**20
    assert await pragma(sqlite, "wal_autocheckpoint", reader=True) == 0
    assert await pragma(sqlite, "query_only", reader=True) == 1


async def test_reader_cannot_write(sqlite: SqliteStore) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await run(sqlite._reader, lambda raw: raw.execute("DELETE FROM meta"))


def test_a_server_that_got_normal_instead_of_full_does_not_start(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / NAME, isolation_level=None, factory=Lax)
    with pytest.raises(DurabilityRefused, match="synchronous=1"):
        set_up_writer(connection)
    connection.close()


def test_without_a_write_ahead_log_it_does_not_start() -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(DurabilityRefused, match="journal_mode=memory"):
        set_up_writer(connection)
    connection.close()


async def test_everything_is_there_after_reopening(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit(people("A", "B"))
    await store.commit([finished("R1", placing("A"), placing("B", 2, "out"))])
    events = Created(at=0, race="R2", settings=settings())
    await store.commit([Append(room="ROOM", race="R2", seq=0, events=(events,))])
    before = (await store.secret(), await store.room("ROOM"), await store.results("R1"))
    await store.close()
    again = await SqliteStore.open(tmp_path)
    assert before == (await again.secret(), await again.room("ROOM"), await again.results("R1"))
    end = Created(at=1, race="R2", settings=settings())
    await again.commit([Append(room="ROOM", race="R2", seq=1, events=(end,))])
    await again.close()


async def test_r4_each_database_has_a_secret_of_its_own(tmp_path: Path) -> None:
    stores = [await SqliteStore.open(tmp_path / name) for name in ("a", "b")]
    first, second = [await store.secret() for store in stores]
    for store in stores:
        await store.close()
    assert first != second


async def test_the_secret_is_for_the_server_alone(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "new" / "data")
    await store.commit(people("A"))
    modes = {path.name: path.stat().st_mode & 0o077 for path in (tmp_path / "new").rglob("*")}
    assert modes == dict.fromkeys(["data", "lock", NAME, f"{NAME}-wal", f"{NAME}-shm"], 0)
    await store.close()


async def test_a_second_store_is_refused_and_hurts_nobody(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    with pytest.raises(DirectoryLocked, match=str(tmp_path)):
        await SqliteStore.open(tmp_path)
    await store.commit(people("A"))
    assert await store.healthy()
    await store.close()


async def test_a_directory_that_cannot_be_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        await SqliteStore.open(tmp_path / "file")


async def test_full_disk_is_busy_and_over_when_there_is_room(sqlite: SqliteStore) -> None:
    await sqlite.commit(people("A"))
    pages = await pragma(sqlite, "page_count")
    await pragma(sqlite, f"max_page_count = {pages}")
    log = [*play_out("R1", "expert", ["A"], seed=1)]
    group = [Append(room="ROOM", race="R1", seq=0, events=tuple(log))]
    with pytest.raises(StoreBusy, match="full"):
        await sqlite.commit(group)
    assert await sqlite.race("R1") is None
    assert await sqlite.healthy()
    await pragma(sqlite, "max_page_count = 1000000")
    await sqlite.commit(group)
    race = await sqlite.race("R1")
    assert race is not None
    assert race.events == tuple(log)


async def test_foreign_lock_is_busy_and_reads_go_on(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit(people("A"))
    await pragma(store, "busy_timeout = 0")
    foreign = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    foreign.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="locked"):
        await store.commit(people("B", room="X"))
    assert await store.player("B") is None
    assert await store.player("A") is not None
    foreign.execute("ROLLBACK")
    foreign.close()
    await store.commit(people("B", room="X"))
    assert await store.player("B") is not None
    await store.close()


async def cancelled_in_mid_commit(store: SqliteStore, group: list[Write]) -> None:
    gate = threading.Event()
    holding = asyncio.ensure_future(run(store._writer, lambda _: gate.wait()))
    commit = asyncio.ensure_future(store.commit(group))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    commit.cancel()
    with pytest.raises(asyncio.CancelledError):
        await commit
    gate.set()
    await holding
    await run(store._writer, lambda _: None)


async def test_a_commit_once_begun_is_not_cancelled(sqlite: SqliteStore) -> None:
    await cancelled_in_mid_commit(sqlite, people("A"))
    assert await sqlite.player("A") is not None


async def test_a_failure_is_noted_though_the_caller_was_cancelled(sqlite: SqliteStore) -> None:
    await cancelled_in_mid_commit(sqlite, [finished("R1", room="NOWHERE")])
    assert not await sqlite.healthy()


async def test_closed_store_reads_no_more_and_keeps_no_thread(tmp_path: Path) -> None:
    before = threading.active_count()
    store = await SqliteStore.open(tmp_path)
    await store.close()
    assert not await store.healthy()
    with pytest.raises(StoreFailed):
        await store.player("A")
    # The executor that opened it may keep one thread of its own.
    assert threading.active_count() <= before + 1
    assert sorted(contents(tmp_path)) == [NAME]


async def test_unreadable_rows_are_a_failure(sqlite: SqliteStore) -> None:
    await run(sqlite._writer, lambda raw: raw.execute("DROP TABLE results"))
    with pytest.raises(StoreFailed, match="results"):
        await sqlite.statistics("A")


async def test_rebuild_makes_lost_rows_again(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit(people("A", "B"))
    await store.commit([finished("R1", placing("A"), placing("B", 2, "out"))])
    before = await store.results("R1")
    await store.close()
    change(tmp_path, "DELETE FROM results WHERE player = 'A'; UPDATE results SET place = 9")
    store = await SqliteStore.open(tmp_path)
    assert await store.results("R1") != before
    assert await store.rebuild() == 2
    assert await store.results("R1") == before
    await store.close()


async def test_a_move_takes_at_most_120_bytes_on_disk(tmp_path: Path) -> None:
    """Twelve rooms of four players at once, the moves of a race scattered over many commits."""
    store = await SqliteStore.open(tmp_path)
    races = {}
    for number in range(12):
        players = [f"BCDFGHJ{number:02}{letter}" for letter in "KLMN"]
        await store.commit(people(*players, room=f"R{number}"))
        race = f"QRSTVWXZ{number:02}"
        races[race] = (f"R{number}", list(play_out(race, "expert", players, seed=number)))
    await store.close()
    empty_bytes = (tmp_path / NAME).stat().st_size
    store = await SqliteStore.open(tmp_path)
    for seq in range(max(len(log) for _, log in races.values())):
        await store.commit(
            [
                Append(room=room, race=race, seq=seq, events=(log[seq],))
                for race, (room, log) in races.items()
                if seq < len(log)
            ]
        )
    await store.close()
    moves = sum(isinstance(event, Moved) for _, log in races.values() for event in log)
    assert moves > 5_000
    assert rows(tmp_path, "SELECT count(*) FROM results") == [(48,)]
    assert ((tmp_path / NAME).stat().st_size - empty_bytes) / moves <= 120

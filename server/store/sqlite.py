"""The store on disk: one SQLite database in a directory that one server holds exclusively.

One connection writes and checkpoints, two only read: players never wait for what anybody may look
up. All are opened at the start, since opening fails when file descriptors run out. Durable: FULL.
"""

import asyncio
import secrets
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final, Self, TypeVar

import aiosqlite

from server.records import (
    BestRow,
    BoardRow,
    Period,
    RemovedRow,
    ResultRow,
    StatsRow,
    StoredAccount,
    StoredPlayer,
    StoredRace,
    StoredRoom,
    Write,
)
from server.store import migrate, sqlite_best, sqlite_read, sqlite_rulings, sqlite_write
from server.store.base import DurabilityRefused, StoreFailed
from server.store.lock import DirectoryLock
from server.store.projections import period_start_ms
from server.store.thread import connect, run

NAME: Final = "demineur.sqlite"
BUSY_TIMEOUT_MS: Final = 1_000
CHECKPOINT_PAGES: Final = 1_000
"""4 MB of log: soon it is written over instead of growing, which makes a commit cheaper."""
LOG_LIMIT_BYTES: Final = 16 * 2**20
"""What a checkpoint leaves of the write-ahead log file."""

_FULL: Final = 2
_T = TypeVar("_T")


class SqliteStore:
    """Fulfils `server.store.base.Store`. Made by `open`; must be closed, or the exit hangs."""

    def __init__(
        self,
        lock: DirectoryLock,
        writer: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        visitor: aiosqlite.Connection,
    ) -> None:
        self._lock: DirectoryLock | None = lock
        self._writer = writer
        self._reader = reader
        self._visitor = visitor
        """Reads what the public pages show; `reader` signs in, wakes rooms and answers for the
        health."""
        self._group_writer = sqlite_write.GroupWriter()
        self._failed = False

    @classmethod
    async def open(
        cls, directory: Path, migrations: Sequence[migrate.Migration] | None = None
    ) -> Self:
        """Open or make the database of a directory; the directory is made when missing.

        Raises a StoreUnusable, after which nothing was changed but missing files made.
        `migrations`: those of the server unless told otherwise.
        """
        if migrations is None:
            migrations = migrate.read_migrations()
        database = directory / NAME
        with migrate.explained(database):
            lock = await asyncio.to_thread(hold_directory, directory)
            connections: list[aiosqlite.Connection] = []
            try:
                await asyncio.to_thread(migrate.check, database, migrations[-1].number)
                location = database.absolute().as_uri()
                connections.append(writer := await connect(location))
                await run(writer, set_up_writer)
                await run(writer, lambda raw: migrate.migrate(raw, database, migrations))
                await run(writer, keep_secret)
                await run(writer, sqlite_write.GroupWriter().settle)
                connections.append(reader := await connect(f"{location}?mode=ro"))
                await run(reader, set_up_reader)
                connections.append(visitor := await connect(f"{location}?mode=ro"))
                await run(visitor, set_up_reader)
            except BaseException:
                for connection in reversed(connections):
                    await connection.close()
                lock.release()
                raise
        return cls(lock, writer, reader, visitor)

    async def commit(self, group: Sequence[Write]) -> None:
        if self._failed or self._lock is None:
            raise StoreFailed("the store has failed before, or is closed")
        await self._write(lambda raw: self._group_writer.commit(raw, group))

    async def secret(self) -> bytes:
        return await self._read(read_secret)

    async def player_by_token(self, token_hash: bytes) -> StoredPlayer | None:
        return await self._read(lambda raw: sqlite_read.player_by_token(raw, token_hash))

    async def player_by_recovery(self, code_hash: bytes) -> StoredPlayer | None:
        return await self._read(lambda raw: sqlite_read.player_by_recovery(raw, code_hash))

    async def player(self, player: str) -> StoredPlayer | None:
        return await self._look_up(lambda raw: sqlite_read.player(raw, player))

    async def room(self, code: str) -> StoredRoom | None:
        return await self._read(lambda raw: sqlite_read.room(raw, code))

    async def unfinished(self) -> list[str]:
        return await self._look_up(sqlite_read.unfinished)

    async def room_exists(self, code: str) -> bool:
        return await self._look_up(lambda raw: sqlite_read.room_exists(raw, code))

    async def race(self, race: str) -> StoredRace | None:
        return await self._look_up(lambda raw: sqlite_read.race(raw, race))

    async def facts(self, race: str) -> StoredRace | None:
        return await self._look_up(lambda raw: sqlite_read.facts(raw, race))

    async def races_to_trim(self, before_ms: int, limit: int) -> list[str]:
        return await self._look_up(lambda raw: sqlite_read.races_to_trim(raw, before_ms, limit))

    async def names(self, race: str) -> Mapping[str, str] | None:
        return await self._look_up(lambda raw: sqlite_read.names(raw, race))

    async def results(self, race: str) -> list[ResultRow]:
        return await self._look_up(lambda raw: sqlite_read.results(raw, race))

    async def leaderboard(self, room: str) -> list[BoardRow]:
        return await self._look_up(lambda raw: sqlite_read.leaderboard(raw, room))

    async def best_times(
        self,
        level: str,
        period: Period,
        now_ms: int,
        limit: int,
        *,
        guess_free: bool,
        bots: bool = False,
    ) -> list[BestRow]:
        asked = (level, period_start_ms(period, now_ms), limit)
        return await self._look_up(
            lambda raw: sqlite_best.best_times(raw, *asked, guess_free=guess_free, bots=bots)
        )

    async def statistics(self, player: str, *, guess_free: bool | None = None) -> list[StatsRow]:
        return await self._look_up(
            lambda raw: sqlite_read.statistics(raw, player, guess_free=guess_free)
        )

    async def recent(self, player: str, limit: int) -> list[ResultRow]:
        return await self._look_up(lambda raw: sqlite_read.recent(raw, player, limit))

    async def rooms_of(self, player: str) -> list[str]:
        return await self._look_up(lambda raw: sqlite_rulings.rooms_of(raw, player))

    async def account(self, player: str, skip: int, limit: int) -> StoredAccount | None:
        return await self._look_up(lambda raw: sqlite_rulings.account(raw, player, skip, limit))

    async def removed_results(self) -> list[RemovedRow]:
        return await self._look_up(sqlite_rulings.removed_results)

    async def rebuild(self) -> int:
        return await self._write(sqlite_write.rebuild)

    async def healthy(self) -> bool:
        if self._failed:
            return False
        try:
            await self._read(read_secret)
        except StoreFailed:
            return False
        return True

    async def _write(self, function: Callable[[sqlite3.Connection], _T]) -> _T:
        def noting_failure(raw: sqlite3.Connection) -> _T:
            # Noted here, in the thread: the caller may have been cancelled meanwhile.
            try:
                return function(raw)
            except StoreFailed:
                self._failed = True
                raise

        return await run(self._writer, noting_failure)

    async def _read(self, function: Callable[[sqlite3.Connection], _T]) -> _T:
        return await self._over(self._reader, function)

    async def _look_up(self, function: Callable[[sqlite3.Connection], _T]) -> _T:
        return await self._over(self._visitor, function)

    async def _over(
        self, connection: aiosqlite.Connection, function: Callable[[sqlite3.Connection], _T]
    ) -> _T:
        if self._lock is None:
            raise StoreFailed("the store is closed")
        try:
            return await run(connection, function)
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error

    async def close(self) -> None:
        """Close all connections and let the directory go. A second time does nothing."""
        if self._lock is None:
            return
        lock, self._lock = self._lock, None
        async with AsyncExitStack() as last_first:
            last_first.callback(lock.release)
            # The writer last: whoever closes last checkpoints, and only it may.
            last_first.push_async_callback(self._writer.close)
            if not self._failed:
                last_first.push_async_callback(run, self._writer, self._group_writer.settle)
            last_first.push_async_callback(self._reader.close)
            last_first.push_async_callback(self._visitor.close)


def hold_directory(directory: Path) -> DirectoryLock:
    """Make the directory when missing, and its database file; returns the lock that holds it.

    Both are for the server alone: the database has its secret.
    """
    if not directory.exists():
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        migrate.sync_directory(directory.parent)
    lock = DirectoryLock(directory)
    # The log beside the database takes over its mode.
    (directory / NAME).touch(mode=0o600)
    return lock


def set_up_writer(connection: sqlite3.Connection) -> None:
    """Make commits durable and bound the log. Raises DurabilityRefused."""
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    (journal,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    connection.execute("PRAGMA synchronous = FULL")
    (synchronous,) = connection.execute("PRAGMA synchronous").fetchone()
    if (journal, synchronous) != ("wal", _FULL):
        raise DurabilityRefused(
            f"SQLite keeps journal_mode={journal}, synchronous={synchronous} here; needed are wal, "
            f"{_FULL} (is the directory on a network file system?)"
        )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    # Else each statement of many rows copies the pages it touches into a file, to take itself back.
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute(f"PRAGMA journal_size_limit = {LOG_LIMIT_BYTES}")


def set_up_reader(connection: sqlite3.Connection) -> None:
    """The reader neither writes nor checkpoints."""
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA wal_autocheckpoint = 0")


def keep_secret(connection: sqlite3.Connection) -> None:
    """Make the server's secret (R4) on the first start. It lives in the database so that every
    backup has it: with another one, the same seeds would give other boards."""
    secret = secrets.token_bytes(32)
    connection.execute("INSERT OR IGNORE INTO meta (name, value) VALUES ('secret', ?)", (secret,))


def read_secret(connection: sqlite3.Connection) -> bytes:
    """The server's 32 secret bytes."""
    (secret,) = connection.execute("SELECT value FROM meta WHERE name = 'secret'").fetchone()
    return bytes(secret)

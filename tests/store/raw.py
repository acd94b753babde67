"""SQLite connections that misbehave on demand, and a look at a database from outside."""

import sqlite3
from pathlib import Path
from typing import Any

from server.store.migrate import read_migrations
from server.store.sqlite import NAME


class Failing(sqlite3.Connection):
    """Fails at one statement with one of SQLite's result codes, after running it or instead."""

    at: str | None = None
    code: int = 0
    after: bool = False

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        if self.at is not None and sql.strip().startswith(self.at):
            if self.after:
                super().execute(sql, *parameters)
            error = sqlite3.OperationalError(f"at {self.at}")
            error.sqlite_errorcode = self.code
            raise error
        return super().execute(sql, *parameters)


class Lax(sqlite3.Connection):
    """Has NORMAL where FULL was wanted, as a server would that forgot to ask."""

    def execute(self, sql: str, *parameters: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("= FULL", "= NORMAL"), *parameters)


def rows(directory: Path, sql: str) -> list[Any]:
    """What a query gives on the database of a directory, seen by another connection."""
    connection = sqlite3.connect(directory / NAME)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def change(directory: Path, sql: str) -> None:
    """Run a script on the database of a directory that no server holds."""
    connection = sqlite3.connect(directory / NAME)
    try:
        connection.executescript(sql)
    finally:
        connection.close()


def old_database(directory: Path, steps: int) -> None:
    """An empty database as the server had it after so many migrations."""
    change(directory, "PRAGMA journal_mode = WAL")
    for number, sql in read_migrations()[:steps]:
        change(directory, f"{sql}; PRAGMA user_version = {number}")


def contents(directory: Path) -> dict[str, bytes]:
    """Name and content of every file but the lock."""
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.name != "lock"}

"""Brings a database to the present schema, by numbered SQL files and `PRAGMA user_version`.

Nothing is changed before it is known to be ours, sound, and not newer than this server.
Each migration is one transaction; an existing database is copied before the first of them.
"""

import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import resources
from pathlib import Path
from typing import Final, NamedTuple

from server.store import wal
from server.store.base import DatabaseDamaged, DatabaseTooNew, StoreFailed, StoreUnusable

APPLICATION_ID: Final = 0x64656D72
CHECKED_BYTES: Final = 64 * 2**20
"""Databases up to this size are checked page by page at every start."""
PATIENCE_S: Final = 1.0
"""… with another program that holds the database."""

_DAMAGE: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class Migration(NamedTuple):
    """One step: the schema version that it leads to, and its statements."""

    number: int
    sql: str


def read_migrations() -> list[Migration]:
    """The migrations that come with this server, by number from 1 on."""
    folder = resources.files("server.store").joinpath("migrations")
    return sorted(
        Migration(int(name[1]), file.read_text("utf-8"))
        for file in folder.iterdir()
        if (name := re.fullmatch(r"(\d{4})_\w+\.sql", file.name))
    )


@contextmanager
def explained(database: Path) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into those of the contract."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in _DAMAGE:
            raise DatabaseDamaged(f"{database} is damaged: {error}") from error
        raise StoreUnusable(f"{database} cannot be opened: {error}") from error
    except StoreFailed as failure:
        raise StoreUnusable(f"{database} cannot be opened: {failure}") from failure
    except OSError as error:
        reason = error.strerror or error
        where = error.filename or database
        raise StoreUnusable(f"{database} cannot be opened: {reason} ({where})") from error


def check(database: Path, newest: int) -> int:
    """The schema version of a database file, 0 when there is none yet; changes nothing.

    Raises DatabaseTooNew or DatabaseDamaged.
    """
    log = Path(f"{database}-wal")
    logged = log.exists() and log.stat().st_size > 0
    if not database.exists() or not database.stat().st_size:
        if logged:
            # SQLite would throw the log away.
            raise DatabaseDamaged(f"{database} is missing or empty, but its log {log.name} is not")
        return 0
    if logged and wal.is_damaged(log):
        raise DatabaseDamaged(f"{log} is damaged, and with it what was stored last")
    with closing(read_only(database, immutable=not logged)) as connection:
        return _version(connection, database, newest)


def _version(connection: sqlite3.Connection, database: Path, newest: int) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (version, application, tables) == (0, 0, 0):
        return 0
    if application != APPLICATION_ID:
        raise DatabaseDamaged(f"{database} is not a database of this server")
    if version > newest:
        raise DatabaseTooNew(
            f"{database} has schema version {version}, this server knows {newest}: use a newer one"
        )
    if database.stat().st_size <= CHECKED_BYTES:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            found = " ".join(str(verdict).split())
            raise DatabaseDamaged(f"{database} is damaged: {found}")
    return int(version)


def migrate(
    connection: sqlite3.Connection, database: Path, migrations: Sequence[Migration]
) -> None:
    """Apply what is missing. Raises sqlite3.Error; steps that succeeded before stay.

    Foreign keys are not enforced meanwhile, else no table that others refer to could be made anew;
    they are checked before each step is committed.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    missing = [migration for migration in migrations if migration.number > version]
    if version and missing:
        back_up(connection, database.with_name(f"before-{missing[-1].number:04}"))
    (enforced,) = connection.execute("PRAGMA foreign_keys").fetchone()
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        for number, sql in missing:
            _step(connection, number, sql)
    finally:
        connection.execute(f"PRAGMA foreign_keys = {enforced}")


def _step(connection: sqlite3.Connection, number: int, sql: str) -> None:
    try:
        connection.executescript(f"BEGIN IMMEDIATE;\n{sql}\n;PRAGMA user_version = {number};")
        dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
        if dangling is not None:
            raise sqlite3.IntegrityError(f"migration {number} leaves {dangling[0]} dangling")
        connection.execute("COMMIT")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def back_up(connection: sqlite3.Connection, stem: Path) -> Path:
    """Copy the whole database to `STEM.sqlite`, or `STEM-2.sqlite` …; returns where it is."""
    number, copy = 1, stem.with_suffix(".sqlite")
    while copy.exists():
        number += 1
        copy = stem.with_name(f"{stem.name}-{number}.sqlite")
    copy_whole(connection, copy)
    return copy


def copy_whole(connection: sqlite3.Connection, file: Path) -> None:
    """Copy the whole database into a new file, as durable as the database itself.

    Raises FileExistsError, OSError, sqlite3.Error: there is no copy then.
    """
    # It holds the server's secret: nobody else may read it, from the first byte on.
    handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        connection.execute("VACUUM INTO ?", (str(file),))
        os.fsync(handle)
    except BaseException:
        # half a backup must not look like one
        file.unlink()
        raise
    finally:
        os.close(handle)
    sync_directory(file.parent)


def sync_directory(directory: Path) -> None:
    """Make names in it as durable as what they name."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_only(database: Path, *, immutable: bool) -> sqlite3.Connection:
    """A connection that only looks. `immutable`: nobody writes; then not even the files of the
    write-ahead log are made."""
    mode = "immutable=1" if immutable else "mode=ro"
    location = f"{database.absolute().as_uri()}?{mode}"
    return sqlite3.connect(location, uri=True, timeout=PATIENCE_S)

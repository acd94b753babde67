"""A copy of all that is stored, as one file, whether the server runs or not.

SQLite makes it in one reading transaction: it is whole, it passes every check, and it holds every
race's log up to one moment. A plain copy of the file does not: what stands in its log is missing.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from server.exits import Refusal
from server.keeping.reading import database_in
from server.store import migrate


def back_up(directory: Path, file: Path) -> str:
    """Write the copy, for its owner alone, since the server's secret is in it; a line about it.

    Raises Refusal: nothing to copy, or something there already. Raises StoreUnusable.
    """
    database = database_in(directory)
    if file.is_dir() or file.exists():
        raise Refusal(f"{file} exists already: a backup never writes over anything")
    newest = migrate.read_migrations()[-1].number
    with migrate.explained(database):
        migrate.check(database, newest)
        _copy(database, file)
        version = migrate.check(file, newest)
    size_bytes = file.stat().st_size
    return f"{file}: {size_bytes} bytes, schema version {version}; restore puts it back"


def _copy(database: Path, file: Path) -> None:
    location = f"{database.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(location, uri=True, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA busy_timeout = {migrate.PATIENCE_S * 1_000:.0f}")
        try:
            migrate.copy_whole(connection, file)
        except FileExistsError:
            raise Refusal(f"{file} exists already: a backup never writes over anything") from None

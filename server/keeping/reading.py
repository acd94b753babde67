"""Opens the database of a directory to look at it, whether a server runs or not.

Nothing is written. While the connection is open a server's log can only grow: be quick.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from server.exits import Refusal
from server.store import migrate
from server.store.sqlite import NAME


def database_in(directory: Path) -> Path:
    """The file. Raises Refusal: there is none."""
    database = directory / NAME
    if not database.exists():
        raise Refusal(f"there is no {NAME} in {directory}")
    return database


@contextmanager
def reading(directory: Path) -> Iterator[sqlite3.Connection]:
    """A connection that reads a database of this version; no transaction is begun.

    Raises Refusal: nothing there, or to be migrated first. Raises StoreUnusable, also for what
    goes wrong in the block.
    """
    database, newest = database_in(directory), migrate.read_migrations()[-1].number
    with migrate.explained(database):
        version = migrate.check(database, newest)
        if version != newest:
            raise Refusal(f"{database} has schema version {version}, not {newest}: migrate first")
        location = f"{database.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(location, uri=True, isolation_level=None)) as connection:
            yield connection

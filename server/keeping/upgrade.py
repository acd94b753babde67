"""Brings a database to the schema of this version without starting the server.

A server does the same at its start. Before the first step a copy is made, as at every migration.
"""

from pathlib import Path

from server.keeping.reading import database_in
from server.store import migrate
from server.store.sqlite import SqliteStore


async def upgrade(directory: Path) -> str:
    """Migrate the database of a directory; a line about it. Raises Refusal, StoreUnusable."""
    database = database_in(directory)
    newest = migrate.read_migrations()[-1].number
    with migrate.explained(database):
        before = migrate.check(database, newest)
    store = await SqliteStore.open(directory)
    await store.close()
    if before == newest:
        return f"{database} has schema version {newest} already"
    return f"{database} went from schema version {before} to {newest}"

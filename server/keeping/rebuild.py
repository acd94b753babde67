"""Results, boards and statistics made anew, while no server is running.

The log of the races is the truth and stays as it is. One transaction: all rows or the old ones.
"""

from pathlib import Path

from server.keeping.reading import database_in
from server.store.sqlite import SqliteStore


async def rebuild(directory: Path) -> str:
    """Make all result rows of a data directory anew; a line about it.

    Raises Refusal, StoreUnusable, StoreBusy, StoreFailed.
    """
    database_in(directory)
    store = await SqliteStore.open(directory)
    try:
        count = await store.rebuild()
    finally:
        await store.close()
    return f"{count} results were made anew from the log in {directory}"

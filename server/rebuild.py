"""`python -m server rebuild`: results, boards and statistics anew, while no server is running.

The log of the races is the truth and stays as it is. One transaction: all rows or the old ones.
"""

import sys
from pathlib import Path

from server.exits import NAME, Exit, unusable
from server.store.base import StoreBusy, StoreFailed, StoreUnusable
from server.store.sqlite import NAME as DATABASE
from server.store.sqlite import SqliteStore


async def rebuild(directory: Path) -> Exit:
    """Make all result rows of a data directory anew; the exit code."""
    if not (directory / DATABASE).exists():
        print(f"{NAME}: there is no {DATABASE} in {directory}", file=sys.stderr)
        return Exit.USAGE
    try:
        store = await SqliteStore.open(directory)
    except (StoreUnusable, StoreFailed) as failure:
        return unusable(failure)
    try:
        count = await store.rebuild()
    except StoreBusy as busy:
        print(f"{NAME}: nothing was changed: {busy}", file=sys.stderr)
        return Exit.UNUSABLE
    except StoreFailed as failure:
        return unusable(failure)
    finally:
        await store.close()
    print(f"{NAME}: {count} results were made anew from the log in {directory}")
    return Exit.ASKED

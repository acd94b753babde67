"""A data directory with two races in it, and what can be read back from one."""

from pathlib import Path
from typing import Any

from server.store.sqlite import SqliteStore
from tests.store.played import finished, people, placing
from tests.store.raw import rows

TABLES = ("players", "rooms", "races", "events", "results", "meta")


async def fill(directory: Path, races: int = 2) -> None:
    """Store as many finished races of two players."""
    store = await SqliteStore.open(directory)
    played = [finished(f"R{n}", placing("A"), placing("B", 2)) for n in range(races)]
    await store.commit([*people("A", "B"), *played])
    await store.close()


def read(directory: Path) -> dict[str, list[Any]]:
    """All rows of all tables that matter."""
    return {table: rows(directory, f"SELECT * FROM {table} ORDER BY 1, 2") for table in TABLES}

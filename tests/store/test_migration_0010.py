"""Nobody of before had a name taken."""

from pathlib import Path

from server.store.sqlite import SqliteStore
from tests.store.played import people
from tests.store.raw import change


async def test_nobody_of_before_has_lost_a_name(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit(people("A"))
    await store.close()
    # As it was one step earlier.
    change(
        tmp_path,
        "ALTER TABLE players DROP COLUMN taken_name; DROP TABLE journal; "
        "DROP INDEX broken_off_races; PRAGMA user_version = 9",
    )
    store = await SqliteStore.open(tmp_path)
    try:
        found = await store.player("A")
        assert found is not None
        assert (found.name, found.taken_name) == ("A", None)
    finally:
        await store.close()

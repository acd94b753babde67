"""Races of before that were broken off get the date by which their moves are dropped."""

from pathlib import Path

from server.race.events import Aborted
from server.records import Append
from server.store.sqlite import SqliteStore
from tests.store.played import NOON_MS, finished, people, placing
from tests.store.raw import change, rows


async def test_races_of_before_that_were_broken_off_have_a_date(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    await store.commit(people("A"))
    for race, end in (("R1", None), ("R2", Aborted(at=90_000, reason="server")), ("R3", None)):
        whole = finished(race, placing("A"))
        last = whole.events[-1] if end is None else end
        events = whole.events[:-1] if race == "R3" else (*whole.events[:-1], last)
        await store.commit([Append(room="ROOM", race=race, seq=0, events=events)])
    await store.close()
    # As it was one step earlier.
    change(
        tmp_path,
        "UPDATE races SET date_ms = 0 WHERE NOT finished; DROP INDEX broken_off_races; "
        "PRAGMA user_version = 11",
    )
    store = await SqliteStore.open(tmp_path)
    try:
        assert rows(tmp_path, "SELECT race, date_ms FROM races ORDER BY race") == [
            ("R1", NOON_MS),
            ("R2", NOON_MS),
            ("R3", 0),
        ]
        assert set(await store.races_to_trim(NOON_MS + 1, 10)) == {"R1", "R2"}
    finally:
        await store.close()

"""Rows of before learn which of their times may be best ones, as if they were made anew."""

import sqlite3
from pathlib import Path

import msgspec

from server.race.events import Dealt, Event, Froze, encode_event
from server.race.settings import SeedOrigin
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS, finished, placing
from tests.store.raw import old_database, rows


def log(race: str, origin: SeedOrigin, *more: Event) -> list[Event]:
    """A race of two that was dealt twice; `origin` is the second deal's."""
    created, *middle, went, end = finished(race, placing("A"), placing("B", 2)).events
    deals = [
        msgspec.structs.replace(event, origin=origin) if isinstance(event, Dealt) else event
        for event in middle
    ]
    return [created, *middle, *deals, went, *more, end]


async def test_r16_rows_of_before_are_what_rebuilding_makes_of_them(tmp_path: Path) -> None:
    races = [
        log("R1", "fresh"),
        log("R2", "chosen"),
        log("R3", "repeated"),
        log("R4", "fresh", Froze(at=5_000, player="B", until=15_000)),
    ]
    old_database(tmp_path, steps=3)
    connection = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    for player in "AB":
        connection.execute("INSERT INTO players VALUES (?, ?, ?, 0)", (player, player, NOON_MS))
    room = ("ROOM", "A", 0, b"{}", NOON_MS, 0)
    connection.execute("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?)", room)
    for number, events in enumerate(races, start=1):
        connection.execute("INSERT INTO races VALUES (?, ?, 'ROOM', 1)", (number, f"R{number}"))
        bodies = [(number, seq, encode_event(event)) for seq, event in enumerate(events)]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?)", bodies)
        for place, player in enumerate("AB", start=1):
            row = (number, player, "beginner", NOON_MS, place, 2, "cleared", 10_000, 100)
            connection.execute(
                f"INSERT INTO results VALUES ({'?,' * 12}?)", (*row, 20, 20, 25, True)
            )
    connection.close()
    store = await SqliteStore.open(tmp_path)
    try:
        query = "SELECT race, player, clean FROM results ORDER BY 1, 2"
        migrated = rows(tmp_path, query)
        assert [clean for *_, clean in migrated] == [1, 1, 0, 0, 0, 0, 1, 0]
        everything = rows(tmp_path, "SELECT * FROM results")
        assert await store.rebuild() == 8
        assert rows(tmp_path, "SELECT * FROM results") == everything
    finally:
        await store.close()

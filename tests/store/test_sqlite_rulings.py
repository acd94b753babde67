"""Rulings on disk: what is noted stays in order, and looking things up walks indexes."""

from pathlib import Path

import pytest

from server.rulings import NoteRuling, RemoveResult
from server.store import sqlite_identity, sqlite_read
from server.store.sqlite import SqliteStore
from tests.store.played import NOON_MS, finished, people, placing
from tests.store.raw import rows


async def test_rulings_are_noted_in_their_order(sqlite: SqliteStore, tmp_path: Path) -> None:
    await sqlite.commit(
        [
            NoteRuling(ruling="announced", about="everybody", reason="Back at nine", date_ms=7),
            NoteRuling(ruling="player_banned", about="A", date_ms=6),
        ]
    )
    assert rows(tmp_path, "SELECT ruling, about, reason, date_ms FROM rulings ORDER BY number") == [
        ("announced", "everybody", "Back at nine", 7),
        ("player_banned", "A", "", 6),
    ]


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (sqlite_read.TO_TRIM, "untrimmed_races"),
        (sqlite_identity._FORGET[0], "results_of_player"),
        (sqlite_identity._FORGET[1], "removed_of_player"),
        (sqlite_identity._FORGET[2], "practised_in"),
    ],
)
async def test_no_table_is_walked_through(
    sqlite: SqliteStore, tmp_path: Path, query: str, index: str
) -> None:
    await sqlite.commit([*people("A"), finished("R1", placing("A"))])
    values = "1, 1" if query == sqlite_read.TO_TRIM else "'A'"
    bound = query
    for value in values.split(", "):
        bound = bound.replace("?1", value) if "?1" in bound else bound.replace("?", value, 1)
    plan = [str(row[-1]) for row in rows(tmp_path, f"EXPLAIN QUERY PLAN {bound}")]
    assert any(index in step for step in plan), plan
    assert not any(step.startswith("SCAN races") and "INDEX" not in step for step in plan), plan


async def test_a_removed_result_stays_removed_when_opened_again(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path)
    gone = RemoveResult(race="R1", player="A", reason="a script", date_ms=NOON_MS)
    await store.commit([*people("A"), finished("R1", placing("A")), gone])
    await store.close()
    store = await SqliteStore.open(tmp_path)
    try:
        assert await store.rebuild() == 0
        assert [row.reason for row in await store.removed_results()] == ["a script"]
    finally:
        await store.close()

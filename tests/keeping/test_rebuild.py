"""The command that makes results anew: offline, whole or not at all."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from server.__main__ import main
from server.exits import Exit, Refusal
from server.keeping.rebuild import rebuild
from server.store.base import DirectoryLocked, StoreBusy, StoreFailed
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import finished, people, placing
from tests.store.raw import change, contents, rows


async def filled(directory: Path) -> None:
    store = await SqliteStore.open(directory)
    await store.commit([*people("A", "B"), finished("R1", placing("A"), placing("B", 2))])
    await store.close()


def test_results_are_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.keeping.words.configure", lambda *_: None)
    asyncio.run(filled(tmp_path))
    whole = rows(tmp_path, "SELECT * FROM results")
    change(tmp_path, "DELETE FROM results WHERE player = 'A'; UPDATE results SET place = 9")
    assert main(["rebuild", "--data", str(tmp_path)]) == Exit.ASKED
    assert rows(tmp_path, "SELECT * FROM results") == whole
    assert "2 results were made anew" in capsys.readouterr().out


async def test_where_nothing_is_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match=f"there is no {NAME}"):
        await rebuild(tmp_path / "x")
    assert contents(tmp_path) == {}


async def test_beside_a_running_server_it_is_refused(tmp_path: Path) -> None:
    await filled(tmp_path)
    store = await SqliteStore.open(tmp_path)
    try:
        with pytest.raises(DirectoryLocked):
            await rebuild(tmp_path)
    finally:
        await store.close()


async def test_a_log_that_cannot_be_read_changes_nothing(tmp_path: Path) -> None:
    await filled(tmp_path)
    change(tmp_path, "UPDATE events SET body = CAST('{}' AS BLOB) WHERE seq = 0")
    with pytest.raises(StoreFailed, match="unreadable event"):
        await rebuild(tmp_path)
    assert len(rows(tmp_path, "SELECT * FROM results")) == 2


async def test_a_database_that_another_program_holds_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(tmp_path)
    other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
    opened = SqliteStore.open

    async def opened_then_held(directory: Path) -> SqliteStore:
        store = await opened(directory)
        other.execute("BEGIN IMMEDIATE")
        return store

    monkeypatch.setattr(SqliteStore, "open", opened_then_held)
    monkeypatch.setattr("server.store.sqlite.BUSY_TIMEOUT_MS", 1)
    try:
        with pytest.raises(StoreBusy):
            await rebuild(tmp_path)
    finally:
        other.close()

"""Backups: whole, for the owner alone, never over anything, beside a running server too."""

import os
import stat
from pathlib import Path

import pytest

from server.exits import Refusal
from server.keeping.backup import back_up
from server.store import migrate
from server.store.base import DatabaseDamaged
from server.store.sqlite import NAME, SqliteStore
from tests.keeping.filled import fill, read
from tests.store.played import finished, placing
from tests.store.raw import contents


async def test_a_backup_has_everything(tmp_path: Path) -> None:
    await fill(tmp_path / "a")
    (tmp_path / "b").mkdir()
    line = back_up(tmp_path / "a", tmp_path / "b" / NAME)
    assert "schema version" in line
    assert read(tmp_path / "b") == read(tmp_path / "a")
    assert stat.S_IMODE((tmp_path / "b" / NAME).stat().st_mode) == 0o600


async def test_what_only_the_log_file_has_is_in_it_too(tmp_path: Path) -> None:
    await fill(tmp_path / "a")
    store = await SqliteStore.open(tmp_path / "a")
    (tmp_path / "b").mkdir()
    (tmp_path / "plain").mkdir()
    try:
        await store.commit([finished("R9", placing("A"), placing("B", 2))])
        back_up(tmp_path / "a", tmp_path / "b" / NAME)
        (tmp_path / "plain" / NAME).write_bytes((tmp_path / "a" / NAME).read_bytes())
    finally:
        await store.close()
    whole = read(tmp_path / "a")["events"]
    assert read(tmp_path / "b")["events"] == whole
    assert len(read(tmp_path / "plain")["events"]) < len(whole), "a plain copy would have done"


async def test_nothing_is_written_over(tmp_path: Path) -> None:
    await fill(tmp_path / "a")
    there = tmp_path / "there"
    there.write_bytes(b"precious")
    for place in (there, tmp_path):
        with pytest.raises(Refusal, match="exists already"):
            back_up(tmp_path / "a", place)
    assert there.read_bytes() == b"precious"


async def test_who_comes_between_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(tmp_path / "a")
    there = tmp_path / "there"
    monkeypatch.setattr(migrate, "check", lambda *_: there.write_bytes(b"precious"))
    with pytest.raises(Refusal, match="exists already"):
        back_up(tmp_path / "a", there)
    assert there.read_bytes() == b"precious"


def test_where_nothing_is_there_is_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="there is no"):
        back_up(tmp_path, tmp_path / "copy")
    assert contents(tmp_path) == {}


async def test_half_a_backup_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(tmp_path / "a")

    def fails(_descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(Exception, match="no space"):
        back_up(tmp_path / "a", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


def test_a_damaged_database_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"not a database" * 100)
    with pytest.raises(DatabaseDamaged):
        back_up(tmp_path, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()

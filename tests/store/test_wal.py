"""Logs that SQLite wrote are told from anything else."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from server.store.wal import HEADER_BYTES, is_damaged


@pytest.fixture
def log(tmp_path: Path) -> bytes:
    """A write-ahead log of SQLite's own."""
    database = tmp_path / "some.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (x)")
        return Path(f"{database}-wal").read_bytes()


@pytest.mark.parametrize("length", [0, 5, HEADER_BYTES, HEADER_BYTES + 100, None])
def test_a_log_cut_anywhere_is_sound(log: bytes, length: int | None, tmp_path: Path) -> None:
    assert len(log) > HEADER_BYTES + 4_096
    (tmp_path / "log").write_bytes(log[:length])
    assert not is_damaged(tmp_path / "log")


def test_zeros_are_what_a_power_cut_may_leave(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(bytes(8_192))
    assert not is_damaged(tmp_path / "log")


@pytest.mark.parametrize("at", [0, 3, 7, 11, 12, 23, 24, 31])
def test_a_changed_byte_of_the_header_is_damage(log: bytes, at: int, tmp_path: Path) -> None:
    changed = bytearray(log)
    changed[at] ^= 0x40
    (tmp_path / "log").write_bytes(changed)
    assert is_damaged(tmp_path / "log")


def test_text_is_damage(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"this was a log once" * 100)
    assert is_damaged(tmp_path / "log")

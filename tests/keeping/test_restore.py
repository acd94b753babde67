"""Restoring: never under a running server, never from what is no backup, and nothing is lost."""

import shutil
import stat
from pathlib import Path

import pytest

from server.exits import Refusal
from server.keeping import restore as restoring
from server.keeping.backup import back_up
from server.keeping.restore import COMING, restore
from server.store.base import DatabaseDamaged, DirectoryLocked
from server.store.sqlite import NAME, SqliteStore
from tests.keeping.filled import fill, read
from tests.store.played import finished, placing
from tests.store.raw import contents


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    """A backup of a directory with two races."""
    await fill(tmp_path / "old")
    back_up(tmp_path / "old", tmp_path / "copy")
    return tmp_path / "copy"


async def test_into_a_new_directory(tmp_path: Path, copy: Path) -> None:
    line = restore(tmp_path / "new", copy)
    assert "replaced" not in line
    assert read(tmp_path / "new") == read(tmp_path / "old")
    assert stat.S_IMODE((tmp_path / "new" / NAME).stat().st_mode) == 0o600


async def test_what_was_there_is_kept_with_its_side_files(tmp_path: Path, copy: Path) -> None:
    await fill(tmp_path / "now", races=5)
    for ending in ("-wal", "-shm"):
        (tmp_path / "now" / f"{NAME}{ending}").write_bytes(b"")
    before = contents(tmp_path / "now")
    for number in ("", "-2"):
        line = restore(tmp_path / "now", copy)
        assert line.endswith(f"replaced{number}")
        assert read(tmp_path / "now") == read(tmp_path / "old")
        assert not list((tmp_path / "now").glob("*-wal"))
    assert contents(tmp_path / "now" / "replaced") == before


async def test_a_stale_log_is_not_read_as_the_backup_s(tmp_path: Path, copy: Path) -> None:
    """The log of a killed server lies beside its database."""
    await fill(tmp_path / "now", races=5)
    store = await SqliteStore.open(tmp_path / "now")
    await store.commit([finished("R9", placing("A"), placing("B", 2))])
    log = (tmp_path / "now" / f"{NAME}-wal").read_bytes()
    await store.close()
    assert log
    (tmp_path / "now" / f"{NAME}-wal").write_bytes(log)
    restore(tmp_path / "now", copy)
    assert read(tmp_path / "now") == read(tmp_path / "old")


async def test_what_was_put_aside_after_a_kill_comes_back_with_its_log(
    tmp_path: Path, copy: Path
) -> None:
    await fill(tmp_path / "now")
    store = await SqliteStore.open(tmp_path / "now")
    await store.commit([finished("R9", placing("A"), placing("B", 2))])
    shutil.copytree(tmp_path / "now", tmp_path / "killed")
    await store.close()
    assert (tmp_path / "killed" / f"{NAME}-wal").stat().st_size
    restore(tmp_path / "killed", copy)
    log = (tmp_path / "killed" / "replaced" / f"{NAME}-wal").read_bytes()
    restore(tmp_path / "killed", tmp_path / "killed" / "replaced" / NAME)
    assert read(tmp_path / "killed") == read(tmp_path / "now")
    assert stat.S_IMODE((tmp_path / "killed" / NAME).stat().st_mode) == 0o600
    assert (tmp_path / "killed" / "replaced" / f"{NAME}-wal").read_bytes() == log


async def test_a_running_server_keeps_its_directory(tmp_path: Path, copy: Path) -> None:
    await fill(tmp_path / "now")
    store = await SqliteStore.open(tmp_path / "now")
    try:
        before = contents(tmp_path / "now")
        with pytest.raises(DirectoryLocked):
            restore(tmp_path / "now", copy)
        assert contents(tmp_path / "now") == before
    finally:
        await store.close()


@pytest.mark.parametrize("content", [b"", b"not a database" * 100])
async def test_what_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    await fill(tmp_path / "now")
    before = contents(tmp_path / "now")
    (tmp_path / "wrong").write_bytes(content)
    with pytest.raises((Refusal, DatabaseDamaged)):
        restore(tmp_path / "now", tmp_path / "wrong")
    with pytest.raises(Refusal, match="there is no file"):
        restore(tmp_path / "now", tmp_path / "none")
    assert contents(tmp_path / "now") == before


async def test_a_crash_on_the_way_leaves_what_was_there(
    tmp_path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(tmp_path / "now", races=5)
    before = read(tmp_path / "now")

    def crash(_directory: Path) -> Path:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(restoring, "_put_aside", crash)
        with pytest.raises(KeyboardInterrupt):
            restore(tmp_path / "now", copy)
    assert (tmp_path / "now" / COMING).exists()
    assert read(tmp_path / "now") == before
    restore(tmp_path / "now", copy)
    assert not (tmp_path / "now" / COMING).exists()
    assert read(tmp_path / "now") == read(tmp_path / "old")

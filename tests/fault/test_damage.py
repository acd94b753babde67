"""A database that cannot be used stops the start: its own exit code, one line, nothing changed.

A corpus of damaged copies, and directories that cannot be used. The exit codes are those of
server/README.md.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from server.config import Config
from server.exits import Exit
from server.records import Append
from server.serving import serve
from server.store.lock import DirectoryLock
from server.store.migrate import read_migrations
from server.store.sqlite import NAME, SqliteStore
from tests.fault.small_disk import NoSmallDisk, SmallDisk, small_disk
from tests.store.played import finished, people, placing, play_out
from tests.store.raw import change, contents

pytestmark = pytest.mark.suite("disk")

LOG: Final = f"{NAME}-wal"
PAGE: Final = 4_096
ENDS_S: Final = 30.0


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    """A directory as a killed server leaves it: the newest rows stand in the log alone."""
    store = await SqliteStore.open(tmp_path / "living")
    log = tuple(play_out("R1", "marathon", ["A"], seed=1))
    await store.commit([*people("A"), Append(room="ROOM", race="R1", seq=0, events=log)])
    await store.close()
    store = await SqliteStore.open(tmp_path / "living")
    await store.commit([finished("R2", placing("A"))])
    killed = tmp_path / "killed"
    killed.mkdir()
    for name in (NAME, LOG):
        (killed / name).write_bytes((tmp_path / "living" / name).read_bytes())
    await store.close()
    return killed


def changed(name: str, how: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Damage to one file."""

    def damage(data: Path) -> None:
        (data / name).write_bytes(how((data / name).read_bytes()))

    return damage


def without_log(how: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Damage to a database that was closed properly."""

    def damage(data: Path) -> None:
        with closing(sqlite3.connect(data / NAME)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        changed(NAME, how)(data)

    return damage


def middle_page(filling: bytes) -> Callable[[bytes], bytes]:
    def how(whole: bytes) -> bytes:
        at = len(whole) // 2 // PAGE * PAGE
        return whole[:at] + filling * PAGE + whole[at + PAGE :]

    return how


def of_another_program(data: Path) -> None:
    for file in data.iterdir():
        file.unlink()
    change(data, "CREATE TABLE bookmarks (url)")


def of_a_later_version(data: Path) -> None:
    change(data, f"PRAGMA user_version = {read_migrations()[-1].number + 1}")


def database_gone(data: Path) -> None:
    (data / NAME).unlink()


CORPUS: Final[dict[str, tuple[Callable[[Path], None], Exit]]] = {
    "truncated": (without_log(lambda whole: whole[: len(whole) // 2]), Exit.DAMAGED),
    "truncated in its header": (without_log(lambda whole: whole[:50]), Exit.DAMAGED),
    "header overwritten": (without_log(lambda whole: bytes(100) + whole[100:]), Exit.DAMAGED),
    "middle page zeroed": (without_log(middle_page(b"\0")), Exit.DAMAGED),
    "middle page of something else": (without_log(middle_page(b"\xa5")), Exit.DAMAGED),
    "all zeros": (without_log(lambda whole: bytes(len(whole))), Exit.DAMAGED),
    "a text": (without_log(lambda _: b"Dear diary,\n" * 900), Exit.DAMAGED),
    "truncated, with its log": (changed(NAME, lambda whole: whole[:PAGE]), Exit.DAMAGED),
    "emptied, with its log": (changed(NAME, lambda _: b""), Exit.DAMAGED),
    "gone, with its log": (database_gone, Exit.DAMAGED),
    "log of garbage": (changed(LOG, lambda whole: b"\xa5" * len(whole)), Exit.DAMAGED),
    "log with a damaged header": (
        changed(LOG, lambda whole: whole[:17] + b"?" + whole[18:]),
        Exit.DAMAGED,
    ),
    "of another program": (of_another_program, Exit.DAMAGED),
    "of a later version": (of_a_later_version, Exit.TOO_NEW),
}


async def refused(data: Path, capfd: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and the line of a server that does not start."""
    async with asyncio.timeout(ENDS_S):
        code = await serve(Config(port=0, data=data))
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("Démineur Race cannot start: ")
    assert str(data) in line
    return code, line


@pytest.mark.parametrize("kind", CORPUS)
async def test_damage_is_told_and_nothing_is_touched(
    kind: str, data: Path, capfd: pytest.CaptureFixture[str], figures: dict[str, Any]
) -> None:
    damage, expected = CORPUS[kind]
    damage(data)
    before = contents(data)
    code, line = await refused(data, capfd)
    assert code == expected, line
    assert "Nothing was changed" in line
    after = contents(data)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= {NAME, f"{NAME}-shm", "lock"}
    figures["damaged_copies"] = len(CORPUS)


async def test_the_undamaged_copy_has_all_that_was_stored(data: Path) -> None:
    """Else the corpus would prove nothing."""
    store = await SqliteStore.open(data)
    assert len(await store.results("R2")) == 1
    await store.close()


async def test_a_directory_in_use(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lock = DirectoryLock(data)
    code, line = await refused(data, capfd)
    lock.release()
    assert code == Exit.LOCKED
    assert "another server" in line


async def test_a_file_where_the_directory_should_be(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    code, line = await refused(tmp_path / "file", capfd)
    assert code == Exit.UNUSABLE
    assert "Not a directory" in line


async def test_a_foreign_lock(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(data / NAME)) as foreign:
        foreign.execute("PRAGMA locking_mode = EXCLUSIVE")
        foreign.execute("BEGIN EXCLUSIVE")
        code, line = await refused(data, capfd)
    assert code == Exit.UNUSABLE
    assert "locked" in line


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    try:
        with small_disk(tmp_path / "small") as made:
            yield made
    except NoSmallDisk as why:
        pytest.skip(str(why))


async def test_a_read_only_disk(disk: SmallDisk, capfd: pytest.CaptureFixture[str]) -> None:
    await (await SqliteStore.open(disk.place)).close()
    disk.protect()
    code, line = await refused(disk.place, capfd)
    assert code == Exit.UNUSABLE
    assert "Read-only file system" in line


async def test_a_full_disk_at_the_first_start(
    disk: SmallDisk, capfd: pytest.CaptureFixture[str]
) -> None:
    disk.fill()
    code, line = await refused(disk.place, capfd)
    disk.free()
    assert code == Exit.UNUSABLE, line
    await (await SqliteStore.open(disk.place)).close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_directory_without_rights(data: Path, capfd: pytest.CaptureFixture[str]) -> None:
    os.chmod(data, 0o500)  # noqa: PTH101 - a test may block
    code, line = await refused(data, capfd)
    os.chmod(data, 0o700)  # noqa: PTH101 - a test may block
    assert code == Exit.UNUSABLE
    assert "Permission denied" in line

"""From any older database to the present schema; anything else is refused, untouched."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from server.records import Append
from server.store.base import DatabaseDamaged, DatabaseTooNew, StoreUnusable
from server.store.migrate import Migration, back_up, check, read_migrations, sync_directory
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import finished, people, placing, play_out
from tests.store.raw import change, contents, rows

SHIPPED = read_migrations()
NEWEST = SHIPPED[-1].number
LATER = Migration(NEWEST + 1, "CREATE TABLE later (a); INSERT INTO later VALUES (1);")
WRONG = Migration(NEWEST + 2, "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1);")


@pytest.fixture
async def filled(tmp_path: Path) -> Path:
    """A directory whose database has a finished race in it."""
    store = await SqliteStore.open(tmp_path)
    log = tuple(play_out("R1", "marathon", ["A"], seed=1))
    await store.commit([*people("A"), Append(room="ROOM", race="R1", seq=0, events=log)])
    await store.close()
    return tmp_path


def test_migrations_are_numbered_without_gaps() -> None:
    assert [migration.number for migration in SHIPPED] == list(range(1, NEWEST + 1))


async def test_opening_again_migrates_nothing_and_copies_nothing(filled: Path) -> None:
    await (await SqliteStore.open(filled)).close()
    assert sorted(contents(filled)) == [NAME]
    assert rows(filled, "PRAGMA user_version") == [(NEWEST,)]


async def test_an_older_database_is_copied_and_brought_up(filled: Path) -> None:
    before = rows(filled, "SELECT * FROM events")
    store = await SqliteStore.open(filled, [*SHIPPED, LATER])
    assert await store.healthy()
    await store.close()
    assert rows(filled, "PRAGMA user_version") == [(LATER.number,)]
    assert rows(filled, "SELECT a FROM later") == [(1,)]
    copy = filled / f"before-{LATER.number:04}.sqlite"
    assert copy.stat().st_mode & 0o077 == 0
    old = sqlite3.connect(copy)
    assert old.execute("PRAGMA user_version").fetchall() == [(NEWEST,)]
    assert old.execute("PRAGMA application_id").fetchall() != [(0,)]
    assert old.execute("SELECT * FROM events").fetchall() == before
    old.close()


async def test_a_failing_migration_leaves_its_step_undone_and_each_try_its_copy(
    filled: Path,
) -> None:
    for _ in range(2):
        with pytest.raises(StoreUnusable, match="nowhere"):
            await SqliteStore.open(filled, [*SHIPPED, LATER, WRONG])
    assert rows(filled, "PRAGMA user_version") == [(LATER.number,)]
    assert rows(filled, "SELECT name FROM sqlite_master WHERE name = 'half'") == []
    copies = sorted(name for name in contents(filled) if name != NAME)
    assert copies == [f"before-{WRONG.number:04}-2.sqlite", f"before-{WRONG.number:04}.sqlite"]
    await (await SqliteStore.open(filled, [*SHIPPED, LATER])).close()


async def test_a_newer_database_is_refused_untouched(filled: Path) -> None:
    change(filled, f"PRAGMA user_version = {NEWEST + 1}")
    before = contents(filled)
    with pytest.raises(DatabaseTooNew, match=f"version {NEWEST + 1}"):
        await SqliteStore.open(filled)
    assert contents(filled) == before


async def test_a_database_of_another_program_is_refused_untouched(tmp_path: Path) -> None:
    change(tmp_path, "CREATE TABLE players (a); INSERT INTO players VALUES (1);")
    before = contents(tmp_path)
    with pytest.raises(DatabaseDamaged, match="not a database of this server"):
        await SqliteStore.open(tmp_path)
    assert contents(tmp_path) == before


def text(whole: bytes) -> bytes:
    return b"Hello, I am a text file.\n" * 400


def zeros(whole: bytes) -> bytes:
    return bytes(len(whole))


def cut_in_half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def cut_in_the_header(whole: bytes) -> bytes:
    return whole[:50]


def page_lost(whole: bytes) -> bytes:
    """The middle page overwritten, as by a stray write."""
    at = len(whole) // 2 // 4096 * 4096
    return whole[:at] + b"\xa5" * 4096 + whole[at + 4096 :]


def header_flipped(whole: bytes) -> bytes:
    return whole[:3] + bytes([whole[3] ^ 1]) + whole[4:]


@pytest.mark.parametrize(
    "damage", [text, zeros, cut_in_half, cut_in_the_header, page_lost, header_flipped]
)
async def test_a_damaged_database_is_refused_untouched(
    filled: Path, damage: Callable[[bytes], bytes]
) -> None:
    database = filled / NAME
    database.write_bytes(damage(database.read_bytes()))
    before = contents(filled)
    with pytest.raises(DatabaseDamaged, match=NAME):
        await SqliteStore.open(filled)
    assert contents(filled) == before


async def test_a_log_whose_database_is_gone_is_not_thrown_away(filled: Path) -> None:
    (filled / NAME).unlink()
    (filled / f"{NAME}-wal").write_bytes(b"all that is left")
    with pytest.raises(DatabaseDamaged, match="missing or empty"):
        await SqliteStore.open(filled)
    assert (filled / f"{NAME}-wal").read_bytes() == b"all that is left"


async def test_a_log_that_sqlite_cannot_read_is_not_thrown_away(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a")
    await store.commit(people("A"))
    (tmp_path / "b").mkdir()
    for name in (NAME, f"{NAME}-wal"):
        (tmp_path / "b" / name).write_bytes((tmp_path / "a" / name).read_bytes())
    await store.close()
    log = tmp_path / "b" / f"{NAME}-wal"
    log.write_bytes(b"garbage" + log.read_bytes()[7:])
    before = contents(tmp_path / "b")
    with pytest.raises(DatabaseDamaged, match="wal is damaged"):
        await SqliteStore.open(tmp_path / "b")
    assert contents(tmp_path / "b") == before


def test_half_a_copy_before_a_migration_is_taken_away(filled: Path) -> None:
    """The disk fills up while the copy is made: the database stays as it is."""

    class Full:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

    with pytest.raises(sqlite3.OperationalError):
        back_up(cast("sqlite3.Connection", Full()), filled / "before-0002")
    assert not list(filled.glob("before-*"))


async def test_what_only_the_log_has_is_read_after_a_crash(tmp_path: Path) -> None:
    """Database and log copied in mid life, as a kill would leave them."""
    store = await SqliteStore.open(tmp_path / "a")
    await store.commit([*people("A"), finished("R1", placing("A"))])
    (tmp_path / "b").mkdir()
    for name in (NAME, f"{NAME}-wal"):
        (tmp_path / "b" / name).write_bytes((tmp_path / "a" / name).read_bytes())
    assert check(tmp_path / "b" / NAME, NEWEST) == NEWEST
    again = await SqliteStore.open(tmp_path / "b")
    assert await again.results("R1") == await store.results("R1")
    assert await again.secret() == await store.secret()
    await again.close()
    await store.close()


async def test_a_start_that_was_killed_before_its_schema_starts_anew(tmp_path: Path) -> None:
    change(tmp_path, "PRAGMA journal_mode = WAL")
    store = await SqliteStore.open(tmp_path)
    assert len(await store.secret()) == 32
    await store.close()


def test_a_directory_is_made_durable(tmp_path: Path) -> None:
    sync_directory(tmp_path)
    with pytest.raises(FileNotFoundError):
        sync_directory(tmp_path / "none")

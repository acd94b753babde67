"""The log is read from a copy, whole, and its damage is named."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from server.store.sqlite import NAME, SqliteStore
from tests.fault.stored import read_log, rebuilt
from tests.store.played import finished, people, placing


async def filled(directory: Path) -> Path:
    store = await SqliteStore.open(directory)
    try:
        lines = placing("Ann"), placing("Bob", 2, "out", progress=50)
        await store.commit([*people("Ann", "Bob"), finished("RACE", *lines)])
    finally:
        await store.close()
    return directory


async def test_a_whole_log(tmp_path: Path) -> None:
    directory = await filled(tmp_path / "kept")
    before = {file.name: file.read_bytes() for file in directory.iterdir()}
    log = read_log(directory)
    assert log.players == {"Ann", "Bob"}
    assert log.rooms == {"ROOM"}
    assert [row.player for row in log.results] == ["Ann", "Bob"]
    assert log.results == log.derived_results() == (await rebuilt(directory)).results
    assert len(log.races["RACE"]) == 6
    assert log.damage == ()
    assert {file.name: file.read_bytes() for file in directory.iterdir()} == before


async def test_rows_that_differ_are_seen(tmp_path: Path) -> None:
    directory = await filled(tmp_path / "kept")
    change(directory, "UPDATE results SET time_ms = 1 WHERE player = 'Bob'")
    log = read_log(directory)
    assert log.results != log.derived_results()
    assert (await rebuilt(directory)).results == log.derived_results()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DELETE FROM events WHERE seq = 3", "gaps"),
        ("DELETE FROM players WHERE player = 'Bob'", "refer to nothing"),
        ("DROP TABLE races", "no such table"),
    ],
)
async def test_damage_is_named(tmp_path: Path, statement: str, named: str) -> None:
    directory = await filled(tmp_path / "kept")
    change(directory, statement)
    assert named in " ".join(read_log(directory).damage)


@pytest.mark.parametrize("spoil", [lambda _: b"", lambda kept: kept[:5_000], lambda _: b"x" * 9])
async def test_what_cannot_be_read_is_an_empty_log(
    tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    directory = await filled(tmp_path / "kept")
    file = directory / NAME
    file.write_bytes(spoil(file.read_bytes()))
    log = read_log(directory)
    assert log.damage != ()
    assert not log.races


def change(directory: Path, statement: str) -> None:
    with closing(sqlite3.connect(directory / NAME)) as connection:
        connection.execute(statement)
        connection.commit()

"""Tables for other programs: whole, streamed, harmless, and without any secret."""

import asyncio
import csv
import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO, cast, get_args

import msgspec
import pytest

from server.__main__ import main
from server.exits import Exit, Refusal
from server.keeping.tables import FLAGS, QUERIES, Table, write_table
from server.records import ForgetPlayer, PutPlayer
from server.rulings import NoteRuling, RemoveResult
from server.store.sqlite import NAME, SqliteStore
from tests.store.played import NOON_MS, finished, people, placing, settings
from tests.store.raw import change

FORMULA = '=HYPERLINK("x")'
ROOT = Path(__file__).parents[2]


async def fill(directory: Path) -> SqliteStore:
    """Three players, one of them forgotten, four races; the store stays open."""
    store = await SqliteStore.open(directory)
    going_on = finished("R4", placing("A"))
    practice = msgspec.structs.replace(settings(), practice=True)
    renamed = PutPlayer(player="B", name=FORMULA, token_hash=b"", date_ms=NOON_MS)
    await store.commit(
        [
            *people("A", "B", "C"),
            renamed,
            finished("R1", placing("A"), placing("B", 2)),
            finished("R2", placing("C"), placing("A", 2)),
            finished("R3", placing("A"), played=practice),
            msgspec.structs.replace(going_on, events=going_on.events[:-1]),
            RemoveResult(race="R1", player="A", reason="a script", date_ms=NOON_MS + 1),
            NoteRuling(ruling="result_removed", about="R1 A", reason="a script", date_ms=NOON_MS),
            ForgetPlayer(player="C"),
        ]
    )
    return store


async def fill_and_close(directory: Path) -> None:
    await (await fill(directory)).close()


def rows(directory: Path, table: Table) -> list[dict[str, Any]]:
    out = io.BytesIO()
    write_table(directory, table, "jsonl", out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


async def test_every_table_beside_a_running_server(tmp_path: Path) -> None:
    store = await fill(tmp_path)
    try:
        assert set(QUERIES) == set(get_args(Table))
        assert [(row["player"], row["name"]) for row in rows(tmp_path, "players")] == [
            ("A", "A"),
            ("B", FORMULA),
        ]
        (room,) = rows(tmp_path, "rooms")
        assert (room["room"], room["owner"], room["closed"]) == ("ROOM", "A", False)
        assert [row["player"] for row in rows(tmp_path, "members")] == ["A", "B"]
        races = {row["race"]: row for row in rows(tmp_path, "races")}
        assert [races[f"R{n}"]["finished"] for n in range(1, 5)] == [True, True, True, False]
        assert [races[f"R{n}"]["practice"] for n in range(1, 5)] == [False, False, True, False]
        assert (races["R1"]["date_ms"], races["R4"]["date_ms"]) == (NOON_MS, None)
        assert [(row["race"], row["player"]) for row in rows(tmp_path, "results")] == [
            ("R1", "B"),
            ("R2", "A"),
        ]
        (removed,) = rows(tmp_path, "removed_results")
        assert (removed["player"], removed["reason"]) == ("A", "a script")
        (ruling,) = rows(tmp_path, "rulings")
        assert (ruling["ruling"], ruling["about"]) == ("result_removed", "R1 A")
    finally:
        await store.close()


async def test_flags_are_flags_and_nothing_is_a_secret(tmp_path: Path) -> None:
    await fill_and_close(tmp_path)
    seen: set[str] = set()
    for table in get_args(Table):
        for row in rows(tmp_path, table):
            seen |= row.keys()
            assert {name for name, value in row.items() if isinstance(value, bool)} == (
                row.keys() & FLAGS
            )
    assert seen >= FLAGS
    for secret in ("token", "hash", "key", "seed", "mines", "body", "settings"):
        assert [name for name in seen if secret in name] == []


async def test_csv_has_a_header_and_no_formulas(tmp_path: Path) -> None:
    await fill_and_close(tmp_path)
    out = io.BytesIO()
    write_table(tmp_path, "players", "csv", out)
    header, *lines = csv.reader(io.StringIO(out.getvalue().decode(), newline=""))
    assert header == ["player", "name", "date_ms", "bot", "banned"]
    assert lines == [
        ["A", "A", str(NOON_MS), "0", "0"],
        ["B", f"'{FORMULA}", str(NOON_MS), "0", "0"],
    ]


async def test_whoever_reads_slowly_does_not_keep_a_servers_log_from_being_emptied(
    tmp_path: Path,
) -> None:
    store = await fill(tmp_path)
    emptied: list[bool] = []

    class Slow(io.RawIOBase):
        """Looks, while it is written to, whether the log can be emptied."""

        def write(self, part: Any) -> int:
            with closing(sqlite3.connect(tmp_path / NAME)) as connection:
                busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            emptied.append(not busy)
            return len(part)

    try:
        write_table(tmp_path, "results", "jsonl", cast("BinaryIO", Slow()))
    finally:
        await store.close()
    assert set(emptied) == {True}


def test_the_command_prints_it(tmp_path: Path) -> None:
    asyncio.run(fill_and_close(tmp_path))
    command = [sys.executable, "-m", "server", "export-tables", "players", "--data", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [json.loads(line)["player"] for line in done.stdout.splitlines()] == ["A", "B"]


async def test_what_cannot_be_read_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Refusal, match="there is no"):
        write_table(tmp_path, "players", "csv", io.BytesIO())
    assert main(["export-tables", "players", "--data", str(tmp_path)]) == Exit.USAGE
    assert "there is no" in capsys.readouterr().err
    assert main(["export-tables", "tokens", "--data", str(tmp_path)]) == Exit.USAGE
    await fill_and_close(tmp_path)
    change(tmp_path, "PRAGMA user_version = 1")
    with pytest.raises(Refusal, match="migrate first"):
        write_table(tmp_path, "players", "csv", io.BytesIO())

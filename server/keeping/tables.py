"""What is stored as tables for other programs: JSON lines or CSV, row by row, without any secret.

Reads one moment of the database and changes nothing; the server may be running, and whoever reads
may take long. Dates are Unix ms, times integer ms. Who was forgotten is in none of them.
"""

import csv
import io
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, Literal

import msgspec

from server.keeping.reading import reading

Table = Literal["players", "rooms", "members", "races", "results", "removed_results", "rulings"]
Form = Literal["jsonl", "csv"]

QUERIES: Final[dict[Table, str]] = {
    "players": """SELECT player, name, date_ms, bot, banned FROM players
        WHERE NOT forgotten ORDER BY date_ms, player""",
    "rooms": """SELECT code AS room, owner, locked, public, closed, date_ms FROM rooms
        ORDER BY date_ms, code""",
    "members": """SELECT room, player, name, colour, watching, removed, has_left FROM members
        ORDER BY number""",
    "races": """SELECT race, room, nullif(max(date_ms, 0), 0) AS date_ms, finished,
        finished AND NOT trimmed AS has_replay,
        EXISTS (SELECT 1 FROM practised WHERE practised.race = number) AS practice
        FROM races ORDER BY number""",
    "results": """SELECT races.race, room, player, level, results.date_ms, place, racers, outcome,
        time_ms, progress, bbbv, bbbv_done, clicks, ranked, clean, guess_free, results.bot, bots
        FROM results JOIN races ON races.number = results.race ORDER BY number, place, player""",
    "removed_results": """SELECT races.race, player, reason, removed_results.date_ms
        FROM removed_results JOIN races ON races.number = removed_results.race
        ORDER BY removed_results.date_ms, number, player""",
    "rulings": "SELECT date_ms, ruling, about, reason FROM rulings ORDER BY number",
}
"""Of each table what may leave: no token, recovery code, seed or event."""
FLAGS: Final = frozenset(
    (
        *("bot", "banned", "locked", "public", "closed", "watching", "removed", "has_left"),
        *("finished", "has_replay", "practice", "ranked", "clean", "guess_free"),
    )
)
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins like this is a formula to spreadsheets: in CSV an apostrophe goes first."""


def write_table(directory: Path, table: Table, form: Form, out: BinaryIO) -> str:
    """Write a table to `out`; an empty text at the end.

    Raises Refusal: nothing there, or to be migrated first. Raises StoreUnusable, OSError.
    """
    with tempfile.TemporaryFile() as whole:
        # A file between: a pager at the other end may stand open all night.
        with reading(directory) as connection:
            whole.writelines(_lines(connection.execute(QUERIES[table]), form))
        whole.seek(0)
        shutil.copyfileobj(whole, out)
    out.flush()
    return ""


def _lines(cursor: sqlite3.Cursor, form: Form) -> Iterator[bytes]:
    names = [column[0] for column in cursor.description]
    flags = [number for number, name in enumerate(names) if name in FLAGS]
    if form == "csv":
        yield _csv(names)
    for found in cursor:
        row = list(found)
        for number in flags:
            row[number] = bool(row[number])
        if form == "csv":
            yield _csv(row)
        else:
            yield msgspec.json.encode(dict(zip(names, row, strict=True))) + b"\n"


def _csv(row: list[object]) -> bytes:
    written = io.StringIO()
    csv.writer(written).writerow(map(_cell, row))
    return written.getvalue().encode()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value

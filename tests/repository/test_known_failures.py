"""The table of known failures names tests that exist, and no row is without one."""

import re

from tests.repository.tree import ROOT

TABLE = ROOT / "tests" / "KNOWN_FAILURES.md"
NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
GROUPS = ("Touch", "Layout", "Flags and counter", "Win and clock", "Statistics")


def rows() -> list[list[str]]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_row_names_a_test() -> None:
    groups = [row[0].strip("*") for row in rows() if row[0].startswith("**")]
    assert groups == list(GROUPS)
    failures = [row for row in rows() if not row[0].startswith("**")]
    assert len(failures) >= 20
    assert [row[0] for row in failures if len(row) != 3 or not NAMED.search(row[2])] == []


def test_every_test_named_exists() -> None:
    named = NAMED.findall(TABLE.read_text(encoding="utf-8"))
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / "tests" / path).is_file()
        or f"def {name}(" not in (ROOT / "tests" / path).read_text(encoding="utf-8")
    ]
    assert missing == []

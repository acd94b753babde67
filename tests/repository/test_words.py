"""Words that documents put in backticks exist in the code, and those of the HTTP API in them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from protocol import codes, terms
from protocol.declarations import read
from server.config import Config
from server.net.api import Api
from server.records import BestRow, BoardRow, Period, ResultRow, StatsRow
from server.rooms.listing import Listed
from tests.repository.tree import ROOT, files

PROTOCOL = (ROOT / "protocol/PROTOCOL.md").read_text()
(HTTP,) = re.findall(r"^## HTTP\n(.*?)^## ", PROTOCOL, re.DOTALL | re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
TABLES = (
    *(codes.REJECTIONS, codes.PHASES, codes.OUTCOMES, codes.LEVELS, codes.LIMITS),
    *(codes.SEED_ORIGINS, codes.REACTION_KINDS, codes.BOARD_LABELS, codes.DIFFICULTIES),
    *(codes.HINT_RULES, codes.PLAYER_KINDS, codes.BOT_SPEEDS),
)
OF_JSON = {"true", "false", "null", "t", "ws"}
OF_HTTP = {"ok", "yes", "no", "levels", "recent", "period", "download", "protocol"}
ROWS = (Listed, BoardRow, BestRow, StatsRow, ResultRow)
"""What the tables of fields under HTTP are about, in this order."""


def literals(kind: Any) -> Iterator[str]:
    """All words that a type allows."""
    for part in get_args(kind):
        if isinstance(part, str):
            yield part
        else:
            yield from literals(part)


def of_the_protocol() -> set[str]:
    declared = read()
    known = {word for table in TABLES for word in table}
    known |= {name for name, _, _ in codes.CLOSE_CODES.values()}
    for record in declared.records:
        known |= {str(record.tag), record.name} | {field.name for field in record.fields}
    for value in vars(terms).values():
        known |= set(literals(value))
    for record in declared.records:
        for field in record.fields:
            known |= set(re.findall(r"'([a-z_]+)'", ast.unparse(field.type)))
    return known


def of_http() -> set[str]:
    """Everything that answers over HTTP say: addresses, parameters, fields, errors."""
    known = {step for route in Api.routes(_bare()) for step in route.strip("/").split("/")}
    known |= {name for row in ROWS for name in row.__struct_fields__}
    return known | set(get_args(Period)) | errors() | OF_HTTP


def _bare() -> Api:
    """An API of which only the table of its routes is asked."""
    nothing: Any = None
    return Api(nothing, nothing, nothing, nothing, nothing, nothing, 1)


def errors() -> set[str]:
    """The codes with which requests are refused, as the sources have them."""
    found: set[str] = set()
    for path in files("server/net/*.py"):
        text = path.read_text()
        found |= set(re.findall(r'Refused\(\s*\d{3},\s*"(\w+)"', text))
        found |= set(re.findall(r'_matching\([^)]*"(\w+)"\s*\)', text))
    unready = re.findall(r"def _unready.*?(?=\n    (?:async )?def )", APP, re.DOTALL)
    return found | set(re.findall(r'"([a-z_]+)"', re.sub(r'""".*?"""', "", unready[0])))


APP = (ROOT / "server/app.py").read_text()


def words(text: str, pattern: str) -> set[str]:
    return set(re.findall(f"`({pattern})`", FENCED.sub("", text)))


def test_words_of_the_protocol_document_exist() -> None:
    known = of_the_protocol() | of_http() | OF_JSON | {"order", "start"}
    assert words(PROTOCOL, "[a-z][a-z_]*") - known == set()


@pytest.mark.parametrize("name", ["server/README.md", "README.md"])
def test_words_of_the_hosts_documents_exist(name: str) -> None:
    text = (ROOT / name).read_text()
    known = of_the_protocol() | of_http() | {setting.name for setting in fields(Config)}
    known |= {f"`{table}`".strip("`") for table in re.findall(r'"([a-z_]+)"', TABLES_OF_EXPORT)}
    spoken = {word for word in words(text, "[a-z]+_[a-z_]+") if not word.startswith("demineur_")}
    assert spoken - known == set()


TABLES_OF_EXPORT = "".join(path.read_text() for path in files("server/keeping/*.py"))


def test_every_error_of_http_is_documented_and_no_other() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", HTTP, re.MULTILINE)
    documented = {code for _, row in rows for code in re.findall(r"`([a-z_]+)`", row)}
    assert documented == errors()
    statuses = {
        (status, code)
        for path in files("server/net/*.py")
        for status, code in re.findall(r'Refused\(\s*(\d{3}),\s*"(\w+)"', path.read_text())
    }
    told = {(status, code) for status, row in rows for code in re.findall(r"`([a-z_]+)`", row)}
    assert statuses <= told


def test_every_route_is_documented_and_no_other() -> None:
    (table,) = re.findall(r"^\| address \| answer \|\n\|.*\n((?:\|.*\n)+)", HTTP, re.MULTILINE)
    shown = {line.split("`")[1] for line in table.splitlines()}
    # A route that ends in a slash has an id after it, and maybe parts of its own.
    routes = {re.sub("(?:CODE|ID).*", "", f"/{address}") for address in shown}
    assert routes == set(Api.routes(_bare()))
    parts = set(re.findall(r'"(\w+)": self\._\w+[,}]', (ROOT / "server/net/api.py").read_text()))
    assert {f"api/race/ID/{part}" for part in parts} == {
        address for address in shown if address.startswith("api/race/ID/")
    }


def test_fields_of_rows_are_documented_and_no_others() -> None:
    (table,) = re.findall(r"^\| rows \| fields \|\n\|.*\n((?:\|.*\n)+)", HTTP, re.MULTILINE)
    lines = table.splitlines()
    assert len(lines) == len(ROWS)
    for line, row in zip(lines, ROWS, strict=True):
        told = set(re.findall(r"`([a-z_]+)`", line.split("|")[2]))
        hidden = {"room", "player"} if row is ResultRow else set()
        assert told == set(row.__struct_fields__) - hidden, row


def test_files_named_in_the_protocol_document_exist() -> None:
    for name in re.findall(r"`([\w/]+\.(?:py|json|md))`", PROTOCOL):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "protocol")), name
    assert Path(ROOT / "protocol/vectors").is_dir()

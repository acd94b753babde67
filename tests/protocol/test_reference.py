"""The generated files are fresh, `--check` sees when they are not, the schema is true."""

import json
from pathlib import Path
from typing import Any

import pytest

from protocol import reference
from tests.protocol.schema import fits
from tests.protocol.vectors import INVALID, VALID, name, payload

PATHS = {
    "protocol/PROTOCOL.md",
    "protocol/schema.json",
    "protocol/asyncapi.json",
    "client_web/src/wire.js",
}
SCHEMA: dict[str, Any] = json.loads(reference.files()["protocol/schema.json"])
OF_THE_TEXT = {
    "a byte order mark in front",
    "version as a whole fraction",
    "half a surrogate pair",
    "the second half of a surrogate pair",
    "two tags",
}
"""What is wrong there is wrong with the text alone: Python's reader makes a fit value of it."""
CLIENT = {"$ref": "#/$defs/ClientMessage"}


def test_the_generated_files_are_fresh() -> None:
    assert reference.stale(reference.ROOT) == []
    assert reference.files().keys() == PATHS


def test_check_tells_what_is_stale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert reference.main(["--check"], tmp_path) == 1
    assert set(capsys.readouterr().out.split("\n")) == {f"stale: {path}" for path in PATHS} | {""}
    assert not any(tmp_path.iterdir())
    assert reference.main([], tmp_path) == 0
    assert reference.main(["--check"], tmp_path) == 0
    target = tmp_path / "protocol" / "schema.json"
    target.write_text(target.read_text(encoding="utf-8") + " ", encoding="utf-8")
    assert reference.main(["--check"], tmp_path) == 1
    assert capsys.readouterr().out == "stale: protocol/schema.json\n"


def test_writing_is_repeatable() -> None:
    assert reference.files() == reference.files()


@pytest.mark.parametrize("vector", VALID, ids=name)
def test_valid_messages_fit_the_schema_of_their_side_alone(vector: dict[str, Any]) -> None:
    sides = {"client": CLIENT, "server": {"$ref": "#/$defs/ServerMessage"}}
    assert fits(vector["message"], SCHEMA, SCHEMA)
    assert fits(vector["message"], sides.pop(vector["by"]), SCHEMA)
    assert not fits(vector["message"], next(iter(sides.values())), SCHEMA)


def test_what_is_json_but_no_message_does_not_fit_the_schema() -> None:
    judged = 0
    for vector in INVALID:
        if "binary" in vector or "times" in vector or "base64" in vector:
            continue
        try:
            value = json.loads(payload(vector))
        except ValueError:
            continue
        if vector["name"] in OF_THE_TEXT:
            continue
        judged += 1
        assert not fits(value, CLIENT, SCHEMA), vector["name"]
    assert judged >= 60


def test_the_judge_of_schemas_knows_what_it_judges() -> None:
    with pytest.raises(KeyError):
        fits(1, {"multipleOf": 2}, {})

"""The declarations say what the Structs are: names, order, defaults, docstrings."""

import json

import msgspec
import pytest

from protocol import insight, messages, replay
from protocol.declarations import Record, read

DECLARED = read()
HOMES = vars(messages) | vars(replay) | vars(insight)


@pytest.mark.parametrize("record", DECLARED.records, ids=lambda record: str(record.name))
def test_fields_and_defaults_are_those_of_the_struct(record: Record) -> None:
    struct: type[msgspec.Struct] = HOMES[record.name]
    fields = msgspec.structs.fields(struct)
    assert [field.name for field in record.fields] == [field.name for field in fields]
    needed = [field.name for field in fields if field.required]
    assert [field.name for field in record.fields if field.default is None] == needed
    assert record.doc
    assert "\n" not in record.doc


@pytest.mark.parametrize("record", DECLARED.records, ids=lambda record: str(record.name))
def test_declared_defaults_are_what_the_codec_fills_in(record: Record) -> None:
    struct: type[msgspec.Struct] = HOMES[record.name]
    for field in record.fields:
        if field.default is not None:
            known = msgspec.structs.fields(struct)
            kind = next(part.type for part in known if part.name == field.name)
            told = msgspec.convert(json.loads(field.default), kind)
            default = next(part.default for part in known if part.name == field.name)
            assert told == default or field.default == "{}"


def test_docstrings_of_fields_and_aliases_are_found() -> None:
    settings = next(record for record in DECLARED.records if record.name == "Settings")
    seed = next(field for field in settings.fields if field.name == "seed")
    assert seed.doc == "A seed to play instead of a fresh one; unranked (R4)."
    assert next(field for field in settings.fields if field.name == "level").doc == ""
    cell = next(alias for alias in DECLARED.aliases if alias.name == "Cell")
    assert cell.doc.startswith("Row-major index")


def test_messages_are_sorted_by_their_sender() -> None:
    assert DECLARED.sent_by("client")[0].tag == "hello"
    assert DECLARED.sent_by("server")[0].tag == "welcome"
    assert {record.tag for record in DECLARED.sent_by(None)} == {None}
    assert [record.name for record in DECLARED.sent_by("replay")] == ["ReplayPlayer", "Replay"]
    assert DECLARED.sent_by("insight")[-1].name == "Insight"
    assert not any(record.name.startswith("_") for record in DECLARED.records)

"""The reference for people: complete, its examples decode, its links lead somewhere."""

import ast
import json
import re

import pytest

from protocol import codes, reference_md
from protocol.codec import decode_client, decode_server, encode_server
from protocol.declarations import Alias, Declarations, Field, Record, read
from server.engine.deal import RULESET

DECLARED = read()
TEXT = reference_md.write(DECLARED)


def test_no_gap_is_left() -> None:
    assert "{{" not in TEXT
    assert f"version {codes.PROTOCOL_VERSION}" in TEXT


def test_every_code_limit_and_word_is_explained() -> None:
    for table in (codes.REJECTIONS, codes.PHASES, codes.OUTCOMES):
        for word, meaning in table.items():
            assert f"| `{word}` | {meaning} |\n" in TEXT
    for code, (word, come_back, meaning) in codes.CLOSE_CODES.items():
        assert f"| {code} | `{word}` | {'yes' if come_back else 'no'} | {meaning} |\n" in TEXT
    for word, (limit, meaning) in codes.LIMITS.items():
        assert f"| `{word}` | {limit} | {meaning} |\n" in TEXT


def test_every_message_has_a_section_with_an_example_that_decodes() -> None:
    sections = dict(
        re.findall(r"^### `(\w+)`\n(.*?)(?=^##)", TEXT + "##", re.DOTALL | re.MULTILINE)
    )
    tagged = [record for record in DECLARED.records if record.tag is not None]
    assert list(sections) == [record.tag for record in tagged]
    for record in tagged:
        (example,) = re.findall(r"^```json\n(.*)\n```$", sections[str(record.tag)], re.MULTILINE)
        assert json.loads(example)["t"] == record.tag
        if record.sender == "client":
            decode_client(example)
        else:
            assert encode_server(decode_server(example)).decode() == example
        for field in record.fields:
            assert f"\n| `{field.name}` |" in sections[str(record.tag)]


def test_links_lead_to_anchors_or_headings() -> None:
    anchors = set(re.findall(r'<a id="(\w+)"></a>', TEXT))
    anchors |= {heading.lower() for heading in re.findall(r"^##+ `?(\w+)`?$", TEXT, re.MULTILINE)}
    links = set(re.findall(r"\]\(#(\w+)\)", TEXT))
    assert links
    assert links <= anchors


def test_r4_the_commitment_is_explained_for_the_engines_ruleset() -> None:
    assert reference_md.RULESET == RULESET
    assert f"This is ruleset {RULESET}." in TEXT


def test_a_message_without_example_is_noticed() -> None:
    new = Record("New", "Says something new.", (), "new", "server")
    with pytest.raises(KeyError, match="new"):
        reference_md.write(Declarations((), (new,)))


def test_unknown_kinds_of_types_are_not_guessed() -> None:
    odd = ast.parse("dict[str, int]", mode="eval").body
    with pytest.raises(TypeError, match="dict"):
        reference_md.write(Declarations((Alias("Odd", "", odd),), ()))


def test_bars_in_tables_are_escaped() -> None:
    kind = ast.parse("str", mode="eval").body
    record = Record("Part", "A part.", (Field("field", "a | b", kind, None),), None, None)
    assert "| `field` | text | a \\| b |\n" in reference_md.write(Declarations((), (record,)))

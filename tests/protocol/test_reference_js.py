"""The page's declarations: every message, every code, nothing but constants and types."""

import ast
import re

import pytest

from protocol import codes, reference_js
from protocol.declarations import Alias, Declarations, read

DECLARED = read()
TEXT = reference_js.write(DECLARED)
TYPED = [record for record in DECLARED.records if record.sender != "insight"]
"""The look back is no part of what every first visit reads."""


def test_every_record_and_alias_is_a_type() -> None:
    types = re.findall(r"@typedef \{.*\} (\w+)", TEXT)
    names = [alias.name for alias in DECLARED.aliases]
    names += [record.name for record in TYPED]
    assert types == [*names, "ClientMessage", "ServerMessage"]


def test_every_field_is_a_property_with_its_doc() -> None:
    for record in TYPED:
        block = TEXT[TEXT.index(f"@typedef {{Object}} {record.name}\n") :].split("*/")[0]
        properties = re.findall(r"@property \{.*?\} \[?(\w+)\]?(.*)\n", block)
        tag = [("t", "")] if record.tag else []
        assert properties == [
            *tag,
            *((field.name, f" {field.doc}" if field.doc else "") for field in record.fields),
        ]


def test_all_codes_stand_in_their_tables() -> None:
    for table in (codes.REJECTIONS, codes.PHASES, codes.OUTCOMES, codes.LEVELS):
        for word, meaning in table.items():
            assert f'  "{word}", // {meaning}\n' in TEXT
    for code, (word, come_back, _) in codes.CLOSE_CODES.items():
        back = "true" if come_back else "false"
        assert (
            f'  {code}: Object.freeze({{ "name": "{word}", "comeBack": {back} }})'
            in TEXT.replace("name:", '"name":').replace("comeBack:", '"comeBack":')
        )
    for level, (columns, rows, mines) in codes.LEVEL_SIZES.items():
        row = f"{{ columns: {columns}, rows: {rows}, mines: {mines} }}"
        assert f"  {level}: Object.freeze({row}),\n" in TEXT
    assert f"export const PROTOCOL_VERSION = {codes.PROTOCOL_VERSION};\n" in TEXT


def test_every_table_is_frozen() -> None:
    assert re.findall(r"^export const \w+ = (?!Object\.freeze\()(.*)$", TEXT, re.MULTILINE) == [
        f"{codes.PROTOCOL_VERSION};",
        f'"{codes.ID_ALPHABET}";',
    ]


def test_what_a_client_may_leave_out_is_optional() -> None:
    assert "@property {Token | null} [token]" in TEXT
    assert "@property {RaceId} race\n" in TEXT
    assert "@property {Results | null} results " in TEXT


def test_unknown_kinds_of_types_are_not_guessed() -> None:
    odd = ast.parse("dict[str, int]", mode="eval").body
    with pytest.raises(TypeError, match="dict"):
        reference_js.write(Declarations((Alias("Odd", "", odd),), ()))

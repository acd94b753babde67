"""The stored rows: immutable, complete, told apart by their tags."""

from typing import Any, get_args

import msgspec
import pytest

from server.records import DropMember, Row, Write


def test_rows_are_immutable_and_named() -> None:
    made: Any = DropMember
    row = made(room="ROOM", player="A")
    with pytest.raises(AttributeError):
        row.room = "OTHER"
    with pytest.raises(TypeError):
        made("ROOM", "A")


def test_writes_are_told_apart_by_their_tags() -> None:
    tags = {write.__struct_config__.tag for write in get_args(Write)}
    assert tags == {
        "PutPlayer",
        "PutToken",
        "PutRecovery",
        "DropRecovery",
        "ForgetPlayer",
        "PutRoom",
        "PutMember",
        "DropMember",
        "DropMoves",
        "Append",
        "BanPlayer",
        "TakeName",
        "CloseRoom",
        "RemoveResult",
        "NoteRuling",
    }


NEWER = {"trimmed", "bot", "bots", "banned", "taken_name"}
"""Flags that came later: rows of before are without them."""


@pytest.mark.parametrize("row", Row.__subclasses__())
def test_no_row_has_a_default(row: type[Row]) -> None:
    """A forgotten figure is an error where the row is made, not a zero in the database."""
    optional = {field.name for field in msgspec.structs.fields(row) if not field.required}
    assert optional <= NEWER

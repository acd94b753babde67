"""The rows of what was decided: immutable, told apart by their tags."""

from typing import get_args

import pytest

from server.records import Write
from server.rulings import CloseRoom, NoteRuling, Rulings


def test_rulings_are_rows_like_all_others() -> None:
    assert set(get_args(Rulings)) <= set(get_args(Write))
    tags = [kind.__struct_config__.tag for kind in get_args(Write)]
    assert len(set(tags)) == len(tags)


def test_they_are_immutable() -> None:
    with pytest.raises(AttributeError):
        CloseRoom(code="ROOM").code = "OTHER"  # type: ignore[misc]
    note = NoteRuling(ruling="announced", about="everybody", date_ms=1)
    assert note.reason == ""

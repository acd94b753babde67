"""Codes as people write them and read them."""

import pytest

from protocol.codes import RECOVERY_CHARS, ROOM_CHARS
from server.net.written import in_groups, read_code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BCDFGHJK", "BCDFGHJK"),
        ("bcdf-ghjk", "BCDFGHJK"),
        (" BCDF ghjk ", "BCDFGHJK"),
        ("BCDF_GH.JK", "BCDFGHJK"),
        ("BCDFGHJK\n", "BCDFGHJK"),
        ("BCDFGHJ", None),
        ("BCDFGHJA", None),
        ("BCDFGHJKBCDFGHJK", None),
        ("", None),
    ],
)
def test_room_codes_as_people_write_them(text: str, code: str | None) -> None:
    assert read_code(text, ROOM_CHARS) == code


def test_a_recovery_code_survives_being_read_aloud() -> None:
    code = "BCDFGHJKLMNPQRSTVWXZ"
    assert in_groups(code) == "BCDF-GHJK-LMNP-QRST-VWXZ"
    assert read_code(in_groups(code).lower().replace("-", " "), RECOVERY_CHARS) == code
    assert read_code(code, ROOM_CHARS) is None

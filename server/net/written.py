"""Codes as people write them: of rooms and for recovery; in groups of four, in any case."""

import re
from typing import Final

from protocol.codes import ID_ALPHABET

_GROUP: Final = 4
_LETTERS: Final = re.compile(f"[{ID_ALPHABET}]*")
_BETWEEN_GROUPS: Final = re.compile(r"[\s_.-]")


def read_code(text: str, length: int) -> str | None:
    """The code meant by what somebody typed or what stands in a link; None when it is none."""
    code = _BETWEEN_GROUPS.sub("", text).upper()
    return code if len(code) == length and _LETTERS.fullmatch(code) else None


def in_groups(code: str) -> str:
    """The code as people read it best."""
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))

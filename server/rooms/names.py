"""Names of players: what may be shown, and when two names are the same.

RFC 8266 (PRECIS nickname) by a library: it refuses control, bidi and zero-width characters, joins
spaces and composes. What it leaves open is bounded here: length, marks, visibility.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from precis_i18n import get_profile

MAX_GRAPHEMES: Final = 20
MAX_BYTES: Final = 80
MAX_MARKS: Final = 2
"""Combining marks in a row; more would climb over neighbouring lines."""

_shown = get_profile("NicknameCasePreserved")
_compared = get_profile("NicknameCaseMapped")
_BLANK: Final = frozenset("\u2800\u3164\uffa0\u115f\u1160")
"""Drawn as nothing, though they count as letters or symbols."""
_JOINERS: Final = frozenset("\u200c\u200d")


class NameInvalid(ValueError):
    """Not a name that can be shown: 1–20 visible characters are one."""


def clean(text: str) -> str:
    """The name as it is shown and stored. Raises NameInvalid."""
    try:
        name = unicodedata.normalize("NFC", str(_shown.enforce(text)))
    except UnicodeError:
        raise NameInvalid(text) from None
    if len(name.encode()) > MAX_BYTES:
        raise NameInvalid(name)
    graphemes = marks = 0
    visible = False
    for character in name:
        category = unicodedata.category(character)
        if category.startswith("M"):
            # Spacing marks, as the vowels of Hindi, stand beside their letter and do not pile up.
            marks += category != "Mc"
            if marks > MAX_MARKS or not graphemes:
                raise NameInvalid(name)
        elif character not in _JOINERS:
            graphemes += 1
            marks = 0
            visible = visible or not (character.isspace() or character in _BLANK)
    if not visible or graphemes > MAX_GRAPHEMES:
        raise NameInvalid(name)
    return name


@lru_cache(maxsize=4096)
def key(name: str) -> str:
    """What two names have in common when they are the same but for case and composition."""
    try:
        return str(_compared.enforce(name))
    except UnicodeError:
        # A name stored under an older version of the library's tables is still comparable.
        return unicodedata.normalize("NFKC", name).casefold()

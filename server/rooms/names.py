"""Names of players: what may be shown, and when two names pass for the same.

RFC 8266 (PRECIS nickname) by a library: it refuses control, bidi and zero-width characters, joins
spaces and composes. What it leaves open is bounded here: length, marks, visibility; and emoji made
of several, which it would refuse for the joiners inside, are let through.
"""

import unicodedata
from functools import lru_cache
from typing import Final

import regex
from precis_i18n import get_profile

from server.rooms.skeleton import skeleton

MAX_GRAPHEMES: Final = 20
MAX_BYTES: Final = 80
MAX_MARKS: Final = 2
"""Combining marks in a row; more would climb over neighbouring lines."""

_shown = get_profile("NicknameCasePreserved")
_BLANK: Final = frozenset("\u2800\u3164\uffa0\u115f\u1160")
"""Drawn as nothing, though they count as letters or symbols."""
_JOINER: Final = "\u200d"
_JOINERS: Final = frozenset("\u200c\u200d")
_PICTURE: Final = r"\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?"
_STAND_IN: Final = "\U0001f464"
"""One emoji that no profile changes; it stands in for all that are made of several."""
_EMOJI: Final = regex.compile(
    rf"{_STAND_IN}|{_PICTURE}(?:{_JOINER}{_PICTURE})+|\p{{Extended_Pictographic}}\ufe0f"
)
_GRAPHEME: Final = regex.compile(r"\X")


class NameInvalid(ValueError):
    """Not a name that can be shown: 1–20 visible characters are one."""


def clean(text: str) -> str:
    """The name as it is shown and stored. Raises NameInvalid."""
    emoji = iter(_EMOJI.findall(text))
    try:
        plain = _EMOJI.sub(_STAND_IN, text)
        shown = unicodedata.normalize("NFC", str(_shown.enforce(plain)))
        name = "".join(next(emoji) if one == _STAND_IN else one for one in shown)
    except UnicodeError:
        raise NameInvalid(text) from None
    if len(name.encode()) > MAX_BYTES or len(_GRAPHEME.findall(name)) > MAX_GRAPHEMES:
        raise NameInvalid(name)
    marks = 0
    visible = False
    for character in shown:
        category = unicodedata.category(character)
        if category.startswith("M"):
            # Spacing marks, as the vowels of Hindi, stand beside their letter and do not pile up.
            marks += category != "Mc"
            if marks > MAX_MARKS or not visible:
                raise NameInvalid(name)
        elif character not in _JOINERS:
            marks = 0
            visible = visible or not (character.isspace() or character in _BLANK)
    if not visible:
        raise NameInvalid(name)
    return name


def alike(one: str, other: str) -> bool:
    """Whether two names pass for the same: they look alike as they stand, or but for case."""
    return not keys(one).isdisjoint(keys(other))


@lru_cache(maxsize=4096)
def keys(name: str) -> frozenset[str]:
    """What names that pass for the same have in common.

    UTS #39 says nothing about case, and neither order alone will do: `PAYPAI` looks like `PAYPAl`
    only as it stands, and `Ида` is the same as `ИДА` only in one case.
    """
    composed = unicodedata.normalize("NFKC", name)
    return frozenset({skeleton(_folded(composed)), skeleton(_folded(skeleton(composed)))})


def _folded(text: str) -> str:
    """Without case; the two small sigmas are one letter."""
    return unicodedata.normalize("NFKC", text.casefold())

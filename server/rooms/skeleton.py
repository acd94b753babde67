"""The skeleton of UTS #39: what stays of a text when characters that look alike are made one.

The table is the one of Unicode's confusables.txt, by a library which has it as pairs in both
directions; here each pair gets its direction. The representatives may differ from Unicode's, the
classes do not. Never to be shown.
"""

import unicodedata
from typing import Final

import regex
from confusable_homoglyphs.confusables import confusables_data

_INVISIBLE: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}+")
_QUOTE: Final = "\u200e"
"""Stands around right-to-left characters in the library's table."""


def _prototypes() -> dict[int, str]:
    """What each confusable character is replaced by."""
    found: dict[int, str] = {}
    for quoted, pairs in confusables_data.items():
        source = quoted.replace(_QUOTE, "")
        if len(source) != 1 or len(pairs) != 1:
            # Sequences and what stands for several characters are representatives themselves.
            continue
        target = pairs[0]["c"]
        alone = len(confusables_data[target]) == 1
        target = target.replace(_QUOTE, "")
        if len(target) == 1 and alone:
            # Two characters that look like each other and nothing else: either one will do.
            target = min(source, target)
        if target != source:
            found[ord(source)] = target
    return found


_PROTOTYPES: Final = _prototypes()


def skeleton(text: str) -> str:
    """Equal for two texts that are confusable (UTS #39, section 4)."""
    seen: str = _INVISIBLE.sub("", unicodedata.normalize("NFD", text))
    # Twice: what a character is replaced by may fall apart, or hold the other one of a pair.
    for _ in range(2):
        seen = unicodedata.normalize("NFD", seen.translate(_PROTOTYPES))
    return seen

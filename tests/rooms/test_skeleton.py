"""Skeletons: what looks alike has the same one, what does not has its own."""

import unicodedata

import pytest

from server.rooms.skeleton import skeleton

ALIKE = [
    ("paypal", "раураl"),
    ("0", "O"),
    ("1", "l"),
    ("l", "I"),
    ("m", "rn"),
    ("\u212a", "K"),
    ("ǆ", "dž"),
    ("\u0661", "l"),
    ("⒈", "l."),
    ("a\u200d\ufe0fb", "ab"),
    ("é", "e\u0301"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_looks_alike_has_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("vv", "w"), ("é", "e"), ("ш", "щ")])
def test_what_does_not_has_its_own(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_skeleton_is_its_own_skeleton() -> None:
    """For every single character: no representative is replaced by another one."""
    assigned = [
        character
        for character in map(chr, range(0x20000))
        if unicodedata.category(character) not in {"Cn", "Cs", "Co", "Cc"}
    ]
    bones = [skeleton(character) for character in assigned]
    assert [bone for bone in bones if skeleton(bone) != bone] == []
    # The table is there and it is the whole one: it has several thousand entries.
    unlike = sum(a != b for a, b in zip(bones, assigned, strict=True))
    assert unlike > 5_000

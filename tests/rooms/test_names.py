"""Names: what may be shown, and when two are the same."""

import pytest

from server.rooms import names

GOOD = {
    "  Al   ice ": "Al ice",
    "Ａｌｉｃｅ": "Alice",
    "e\u0301": "é",
    "ΠΑΎΛΟΣ": "ΠΑΎΛΟΣ",
    "ज़िंदगी": "ज\u093cिंदगी",
    "क्\u200dष": "क्\u200dष",
    "שָׁלוֹם": "שָׁלוֹם",
    "<b>": "<b>",
    "😀": "😀",
    "x" * 20: "x" * 20,
}
BAD = [
    "",
    " ",
    "x" * 21,
    "😀" * 21,
    "\u202eabc",
    "a\u200bb",
    "a\nb",
    "a\x00b",
    "\u2800",
    "\u3164",
    "\u0301a",
    "e\u0301\u0302\u0303\u0304",
    "\ud800",
]


@pytest.mark.parametrize(("text", "name"), GOOD.items())
def test_a_name_is_shown_composed_and_trimmed(text: str, name: str) -> None:
    assert names.clean(text) == name
    assert names.clean(name) == name


@pytest.mark.parametrize("text", BAD)
def test_what_cannot_be_shown_is_no_name(text: str) -> None:
    with pytest.raises(names.NameInvalid):
        names.clean(text)


def test_a_name_has_at_most_80_bytes() -> None:
    assert len(names.clean("😀" * 20).encode()) == 80
    with pytest.raises(names.NameInvalid):
        names.clean("क्\u200dष" * 10)


@pytest.mark.parametrize(
    ("one", "other"), [("ΠΑΎΛΟΣ", "Παύλος"), ("Anna", "ANNA"), ("é", "e\u0301"), ("Ａ", "a")]
)
def test_names_that_differ_in_case_or_composition_are_the_same(one: str, other: str) -> None:
    assert names.key(one) == names.key(other)


def test_other_names_differ() -> None:
    assert names.key("Anna") != names.key("Anne")


def test_a_name_of_another_time_still_has_a_key() -> None:
    assert names.key("\u200bA") == "\u200ba"

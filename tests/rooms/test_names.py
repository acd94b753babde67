"""Names: what may be shown, and when two pass for the same."""

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
    "👤 👩\u200d💻": "👤 👩\u200d💻",
    "👩🏽\u200d🚀  Zoë": "👩🏽\u200d🚀 Zoë",
    "❤\ufe0f": "❤\ufe0f",
    "अनिल कुमार": "अनिल कुमार",
    "👨\u200d👩\u200d👧\u200d👦" * 3: "👨\u200d👩\u200d👧\u200d👦" * 3,
    "🇫🇮" * 10: "🇫🇮" * 10,
    "x" * 20: "x" * 20,
}
BAD = [
    "",
    " ",
    "x" * 21,
    "😀" * 21,
    "\u202eabc",
    "a\u200bb",
    "a\u200db",
    "a\u200d😀",
    "😀\u200d",
    "a\ufe0f",
    "\u200d",
    "🏴\U000e0067\U000e007f",
    "👩\u0301\u0301\u0301",
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
    with pytest.raises(names.NameInvalid):
        names.clean("👨\u200d👩\u200d👧\u200d👦" * 4)


ALIKE = {
    "case": ("Anna", "ANNA"),
    "Greek capitals and the final sigma": ("ΟΔΥΣΣΕΎΣ", "Οδυσσεύς"),
    "either sigma": ("Σίσυφος", "Σίσυφοσ"),
    "sharp s": ("Straße", "STRASSE"),
    "composition": ("é", "e\u0301"),
    "full width": ("Ａnna", "anna"),
    "Cyrillic a": ("Аnnа", "Anna"),
    "Greek o": ("Bοb", "Bob"),
    "zero": ("B0b", "Bob"),
    "zero and a capital": ("B0B", "BOB"),
    "one and l": ("A1", "Al"),
    "capital i and l": ("paypaI", "paypal"),
    "among capitals": ("PAYPAI", "PAYPAl"),
    "rn": ("Erna", "Ema"),
    "another script in the other case": ("АВВА", "abba"),
    "capitals of another script": ("ИДА", "Ида"),
    "a joiner in Hindi": ("क्\u200dष", "क्ष"),
    "a joiner in an emoji": ("👩\u200d💻", "👩💻"),
}


@pytest.mark.parametrize(("one", "other"), ALIKE.values(), ids=ALIKE)
def test_names_that_pass_for_the_same(one: str, other: str) -> None:
    assert names.alike(one, other)
    assert names.alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anne"),
        ("Ida", "Ada"),
        ("Åsa", "Asa"),
        ("Ёжик", "Ежик"),
        ("שלום", "שלוש"),
        ("प्रिया", "प्रिय"),
        ("अनिल", "अनील"),
        ("李", "季"),
        ("😀", "😃"),
        ("🇫🇮", "🇸🇪"),
        ("Guest 101", "Guest 102"),
        ("Guest 101", "Guest 110"),
    ],
)
def test_other_names_differ(one: str, other: str) -> None:
    assert not names.alike(one, other)


def test_a_name_of_another_time_still_compares() -> None:
    assert names.alike("\u200bA", "a")

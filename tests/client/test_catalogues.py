"""G14: six catalogues that say the same; Babel, as another reader of CLDR, says how."""

import re
import unicodedata
from typing import Any

import pytest
from babel import Locale
from babel.numbers import format_decimal, format_percent
from playwright.async_api import Page

from protocol.codes import LEVEL_SIZES
from server.rooms import names
from tests.client.catalogues import (
    FOLDER,
    HOLE,
    LANGUAGES,
    PARTS,
    accented,
    catalogue,
    forms,
    mirrored,
    part,
)
from tests.client.conftest import CLIENT, OpenPage
from tests.client.test_words import say

ENGLISH = catalogue("en")
OTHERS = LANGUAGES[1:]
SAME_IN = {
    "app.brand": OTHERS,  # the game's own name
    "app.title": OTHERS,
    "results.bbbv": OTHERS,  # a term that players write in these letters everywhere
    "results.speed": OTHERS,
    "table.speed": OTHERS,
    "settings.hold_ms": ("fi", "el"),  # the SI writes it so
    "race.menu": ("id",),  # an Indonesian word as well
    "lobby.bot": ("id",),
}
"""Texts that are the same as in English, and rightly."""
SCRIPTS = {"el": "GREEK", "hi": "DEVANAGARI", "he": "HEBREW"}
MARKS = re.compile("[\u0000-\u0009\u000b-\u001f\u200e\u200f\u2066-\u2069\u202a-\u202e]")
LATIN_WORDS = {
    *("Démineur", "QR", "SHA", "BV", "s", "ms", "F", "D", "M", "Enter", "Shift"),
    *("JavaScript", "Space", "browser", "https"),
}
"""What is written in Latin letters in every script: names, keys, units."""


def categories(language: str) -> set[str]:
    return set(Locale(language).plural_form.tags) | {"other"}


def written(value: str) -> str:
    """Babel's text with our minus sign."""
    return value.replace("-", "\N{MINUS SIGN}")


def test_g14_there_are_six_catalogues() -> None:
    for folder in PARTS:
        found = sorted(path.stem for path in (FOLDER / folder).glob("*.json"))
        assert found == sorted(LANGUAGES)


@pytest.mark.parametrize("folder", PARTS)
@pytest.mark.parametrize("language", OTHERS)
def test_g14_every_key_of_english_and_no_other(language: str, folder: str) -> None:
    assert list(part(language, folder)) == list(part("en", folder))


def test_a_text_is_in_one_part_only() -> None:
    first, later = (set(part("en", folder)) for folder in PARTS)
    assert first
    assert later
    assert first & later == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_exactly_the_categories_of_the_language(language: str) -> None:
    words = catalogue(language)
    plurals = [key for key, entry in ENGLISH.items() if isinstance(entry, dict)]
    assert plurals
    for key in words:
        expected = categories(language) if key in plurals else {"text"}
        assert set(forms(words[key])) == expected, key


def test_the_categories_are_those_that_the_catalogues_were_written_for() -> None:
    assert {language: categories(language) for language in LANGUAGES} == {
        "en": {"one", "other"},
        "fi": {"one", "other"},
        "el": {"one", "other"},
        "id": {"other"},
        "hi": {"one", "other"},
        "he": {"one", "two", "other"},
    }


def may_spell_out(language: str, form: str) -> bool:
    """Whether a form stands for one number only, so that it can say it in a word."""
    return form == "two" or (form == "one" and language != "hi")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_the_placeholders_of_english(language: str) -> None:
    for key, entry in catalogue(language).items():
        wanted = set(HOLE.findall(forms(ENGLISH[key]).get("other") or ENGLISH[key]))
        for form, text in forms(entry).items():
            holes = set(HOLE.findall(text))
            spelled = {"count"} if may_spell_out(language, form) else set()
            assert wanted - spelled <= holes <= wanted, (key, form)
            assert "{" not in HOLE.sub("", text), (key, form)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_over_from_english(language: str) -> None:
    allowed = {key for key, languages in SAME_IN.items() if language in languages}
    left = {
        key
        for key, entry in catalogue(language).items()
        if set(forms(entry).values()) & set(forms(ENGLISH[key]).values())
        and re.search(r"[A-Za-z]", HOLE.sub("", next(iter(forms(entry).values()))))
    }
    assert left == allowed


@pytest.mark.parametrize("language", list(SCRIPTS))
def test_other_scripts_hold_no_stray_latin_words(language: str) -> None:
    for key, entry in catalogue(language).items():
        for text in forms(entry).values():
            plain = unicodedata.normalize("NFC", HOLE.sub(" ", text))
            stray = set(re.findall(r"[A-Za-zÀ-ÿ]+", plain)) - LATIN_WORDS
            assert not stray, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_tidy(language: str) -> None:
    """No blanks at the ends, no control or direction marks, no size that no formatter wrote."""
    for key, entry in catalogue(language).items():
        for text in forms(entry).values():
            assert text == text.strip(), key
            assert text, key
            assert "  " not in text, key
            assert not re.search(r"\d\s*[x×✕]\s*\d|\}\s*[x×]\s*\{", text), key
            assert not MARKS.search(text), key


@pytest.mark.parametrize("path", sorted((CLIENT / "src").rglob("*.js")), ids=lambda path: path.name)
def test_only_the_formatter_writes_sizes(path: Any) -> None:
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert ("×" in code) is (path.name == "t.js")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_ordinals_are_written(language: str) -> None:
    """Ordinals would need categories of their own; places are plain numbers."""
    for key, entry in catalogue(language).items():
        for text in forms(entry).values():
            assert not re.search(r"\}(st|nd|rd|th|\.|ος|η|ο|वाँ|वें|:s)(?=\s\w)", text), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guest_gets_a_name_that_the_server_takes(language: str) -> None:
    name = catalogue(language)["guest.name"].replace("{number}", "123")
    assert names.clean(name) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_g14_levels_have_six_different_names(language: str) -> None:
    words = catalogue(language)
    assert len({words[f"level.{level}"] for level in LEVEL_SIZES}) == 6


def test_pseudo_languages_change_every_letter_and_keep_the_holes() -> None:
    for change in (accented, mirrored):
        made = change("Remove {name} from 2 rooms?")
        assert HOLE.findall(made) == ["name"]
        assert not re.search(r"[A-Za-z]", HOLE.sub("", made))
        assert len(made) >= 1.4 * len("Remove {name} from 2 rooms?") - 1


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
async def test_g14_numbers_are_written_as_babel_writes_them(
    open_page: OpenPage, language: str
) -> None:
    """3 200 as each locale writes it, 12,34,567 in Hindi; the digits are Latin everywhere."""
    page: Page = await open_page()
    values = [0, 7, 999, 3200, 1_234_567, -2]
    shown = await say(page, language, {}, f"{values}.map(t.number)")
    assert shown == [written(format_decimal(value, locale=language)) for value in values]
    percents = await say(page, language, {}, "[0, 42, 100].map(t.percent)")
    assert percents == [format_percent(value / 100, locale=language) for value in (0, 42, 100)]
    assert await say(page, language, {}, "t.decimals(12.3)") == format_decimal(
        12.3, format="0.00", locale=language
    )
    clock = await say(page, language, {}, "t.decimal")
    assert clock == Locale(language).number_symbols["latn"]["decimal"]


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
async def test_plural_forms_are_chosen_as_babel_chooses_them(
    open_page: OpenPage, language: str
) -> None:
    page = await open_page()
    words = {"one": {tag: tag for tag in ("zero", "one", "two", "few", "many", "other")}}
    counts = [0, 1, 2, 3, 5, 10, 11, 20, 21, 100, 3200, 1_000_000]
    chosen = await say(page, language, words, f"{counts}.map((count) => t('one', {{ count }}))")
    assert chosen == [Locale(language).plural_form(count) for count in counts]


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_text_can_be_said(open_page: OpenPage, language: str) -> None:
    """No hole stays open when a text is given what English needs."""
    page = await open_page()
    holes = {hole for entry in ENGLISH.values() for hole in HOLE.findall(str(entry))}
    given = dict.fromkeys(sorted(holes), "A") | {"count": 0}
    said = await say(
        page, language, catalogue(language), f"Object.keys(catalogue).map((key) => t(key, {given}))"
    )
    assert [text for text in said if "{" in text] == []


@pytest.mark.browser
async def test_a_signed_number_stays_whole_in_a_sentence(open_page: OpenPage) -> None:
    page = await open_page()
    words = {"left": "נותרו {mines}"}
    shown = await say(page, "he", words, "t('left', { mines: -2 })")
    assert shown == "נותרו \u2066\N{MINUS SIGN}2\u2069"

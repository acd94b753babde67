"""All text goes through t: plurals, numbers, isolation, and a catalogue without gaps (G14)."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from protocol.codes import LEVELS, OUTCOMES, REJECTIONS
from tests.client.catalogues import catalogue
from tests.client.conftest import CLIENT, OpenPage

pytestmark = pytest.mark.browser

CATALOGUE = catalogue("en")
LITERAL = re.compile(r"""\bt\(\s*["'`]([a-z_]+\.[a-z_]+)["'`]""")
TERNARY = re.compile(r"""[?:]\s*"([a-z_]+\.[a-z_]+)\"""")
BUILT = re.compile(r"t\(`([a-z_]+\.[a-z_]*)\$\{")


def sources() -> list[Path]:
    return sorted((CLIENT / "src").rglob("*.js"))


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def say(page: Page, language: str, catalogue: dict[str, Any], expression: str) -> Any:
    return await page.evaluate(
        f"""async ([language, catalogue]) => {{
            const {{ createT }} = await import('/src/i18n/t.js');
            const t = createT(language, catalogue);
            return {expression};
        }}""",
        [language, catalogue],
    )


def test_every_key_that_is_used_is_in_the_catalogue() -> None:
    used = {
        key
        for path in sources()
        for pattern in (LITERAL, TERNARY)
        for key in pattern.findall(path.read_text(encoding="utf-8"))
    }
    assert len(used) > 150
    assert sorted(used - set(CATALOGUE)) == []


def test_every_built_key_has_texts() -> None:
    prefixes = {
        key for path in sources() for key in BUILT.findall(path.read_text(encoding="utf-8"))
    }
    assert prefixes
    for prefix in prefixes:
        assert any(key.startswith(prefix) for key in CATALOGUE), prefix


def test_every_code_of_the_protocol_has_words() -> None:
    assert {key[7:] for key in CATALOGUE if key.startswith("reject.")} == set(REJECTIONS)
    for outcome in OUTCOMES:
        for place in ("outcome", "end"):
            assert f"{place}.{outcome}" in CATALOGUE
        assert f"say.ended_{outcome}" in CATALOGUE
    for level in LEVELS:
        assert f"level.{level}" in CATALOGUE


async def test_plurals_follow_the_language(page: Page) -> None:
    words = {"mines": {"one": "{count} mine", "two": "{count} pair", "other": "{count} mines"}}
    counts = "[0, 1, 2, 3200].map((count) => t('mines', { count }))"
    assert await say(page, "en", words, counts) == ["0 mines", "1 mine", "2 mines", "3,200 mines"]
    assert (await say(page, "he", words, counts))[2] == "2 pair"
    assert (await say(page, "hi", words, counts))[0] == "0 mine"


async def test_numbers_are_written_as_the_language_does(page: Page) -> None:
    shown = "[t.number(1234567), t.percent(42), t.number(-1), t.decimal]"
    assert await say(page, "en", {}, shown) == ["1,234,567", "42%", "\u22121", "."]
    assert await say(page, "hi", {}, shown) == ["12,34,567", "42%", "\u22121", "."]
    assert await say(page, "fi", {}, shown) == [
        "1\u00a0234\u00a0567", "42\u00a0%", "\u22121", ",",
    ]  # fmt: skip


async def test_sizes_and_names_are_isolated(page: Page) -> None:
    assert await say(page, "he", {}, "t.size(80, 40)") == "\u206680 × 40\u2069"
    assert await say(page, "en", {}, "t.who('שרה')") == "\u2068שרה\u2069"


async def test_a_hole_is_filled_or_left_for_an_element(page: Page) -> None:
    words = {"won": "{name} wins {count}"}
    pieces = await say(page, "en", words, "t.pieces('won', { count: 2 })")
    assert pieces == [{"hole": "name"}, {"text": " wins "}, {"text": "2"}]


async def test_an_unknown_key_shows_itself(page: Page) -> None:
    assert await say(page, "en", {}, "t('no.such')") == "no.such"

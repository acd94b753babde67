"""Contrasts computed from the style sheets' tokens, all palettes: text 4.5, shapes 3 (WCAG 2.2)."""

import re
from collections.abc import Iterator

import pytest

from tests.client.conftest import CLIENT
from tests.client.wcag import contrast

STYLE = CLIENT / "style"
TOKEN = re.compile(r"(--[\w-]+):\s*([^;{}]+);")
PAIR = re.compile(r"light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)")
REFERENCE = re.compile(r"var\((--[\w-]+)\)")
BLOCK = re.compile(r"(@media[^{]*\{\s*)?(:root[^{]*)\{([^{}]*)\}")
DIGITS = [f"--n{number}" for number in range(1, 9)]
PLAYERS = [f"--player-{number}" for number in range(8)]

TEXTS = {
    "--page": ["--ink", "--muted", "--accent-strong", "--bad", "--good"],
    "--surface": ["--ink", "--muted", "--accent-strong", "--bad", "--good"],
    "--raised": ["--ink"],
    "--sunken": ["--ink", "--muted", "--accent-strong"],
    "--accent-soft": ["--ink", "--accent-strong"],
    "--accent": ["--on-accent"],
    "--good-soft": ["--good", "--ink"],
    "--bad-soft": ["--bad", "--ink"],
    "--wait-soft": ["--wait", "--ink"],
    "--open": DIGITS,
    "--on-player": PLAYERS,
}
SHAPES = {
    "--open": ["--hidden-edge", "--flag", "--mine", "--start-frame", "--n1"],
    "--hidden": ["--flag", "--pole", "--mark-safe"],
    "--page": ["--focus", "--edge"],
    "--surface": ["--focus", "--edge", "--accent", *PLAYERS],
    "--cell-focus": ["--cell-focus-inner"],
}
"""By ground, what has to stand out from it."""


def tokens(media: str, root: str) -> dict[str, str]:
    """What the blocks of this root and medium set, in the order of the sheets."""
    found: dict[str, str] = {}
    for sheet in sorted(STYLE.glob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        for before, selector, body in BLOCK.findall(text):
            if selector.strip() == root and (media in before if media else not before):
                found |= dict(TOKEN.findall(body))
    return found


USUAL = tokens("", ":root")
PALETTES = {
    "usual": USUAL,
    "distinct": USUAL | tokens("", ':root[data-digits="distinct"]'),
    "more contrast": USUAL | tokens("prefers-contrast: more", ":root"),
}


def colour(palette: dict[str, str], name: str, dark: int) -> str:
    value = palette[name]
    while reference := REFERENCE.fullmatch(value.strip()):
        value = palette[reference[1]]
    pair = PAIR.fullmatch(value.strip())
    assert pair, f"{name}: {value}"
    return pair[1 + dark]


def too_low(
    palette: dict[str, str], pairs: dict[str, list[str]], dark: int, least: float
) -> Iterator[tuple[str, str, float]]:
    for ground, names in pairs.items():
        for name in names:
            found = contrast(colour(palette, ground, dark), colour(palette, name, dark))
            if found < least:
                yield ground, name, round(found, 2)


def test_the_sheets_are_read() -> None:
    assert len(USUAL) > 60
    assert PALETTES["distinct"]["--n2"] != USUAL["--n2"]
    assert PALETTES["more contrast"]["--hidden-edge"] != USUAL["--hidden-edge"]
    assert contrast("#000000", "#ffffff") == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48


@pytest.mark.parametrize("dark", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("palette", PALETTES)
def test_text_of_every_palette_reaches_4_5(palette: str, dark: int) -> None:
    assert list(too_low(PALETTES[palette], TEXTS, dark, 4.5)) == []


@pytest.mark.parametrize("dark", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("palette", PALETTES)
def test_shapes_of_every_palette_reach_3(palette: str, dark: int) -> None:
    assert list(too_low(PALETTES[palette], SHAPES, dark, 3)) == []

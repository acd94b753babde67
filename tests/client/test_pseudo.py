"""Two languages that nobody speaks show what real ones would trip over.

One is accented and 40 % longer, one is mirrored on top: what is still plain English was never
handed to a translator, and what has no room has no room for Finnish or Greek.
"""

from typing import Any

import pytest

from tests.client.catalogues import accented, mirrored, pseudo
from tests.client.conftest import OpenPage
from tests.client.screens import FILES, in_a_room, without_a_room
from tests.client.scripted import INDEX

pytestmark = pytest.mark.browser
SPOKEN: dict[str, dict[str, str]] = {
    "en": pseudo(accented, ("one", "other"), "en"),
    "he": pseudo(mirrored, ("one", "two", "other"), "he"),
}
WIDTHS = (360, 1280)
PLAIN = """() => {
  const found = [];
  const foreign = 'bdi, [dir=ltr], option[lang], .brand, .dot, code, .size';
  const say = (text, element) => {
    // Names inside sentences stand between isolates.
    const own = text.replace(/[\\u2066-\\u2068].*?\\u2069/g, '');
    if (/[A-Za-z]{2,}|\\{/.test(own) && !element.closest(foreign)) found.push(own);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) say(node.data, node.parentElement);
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      if (node.hasAttribute?.(name)) say(node.getAttribute(name), node);
    }
  }
  say(document.title.replace('Démineur', ''), document.body);
  return [...new Set(found)];
}"""
"""Texts in plain letters, or with an open hole, anywhere in the page."""
OUTSIDE = """() => {
  const scrolls = '.table-scroll, .board-frame, .lanes-list, .figure-board, [inert]';
  const held = 'button, .button, label, .chip, .card, dialog, main, header';
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const quiet = element.closest(scrolls) || element.matches('option, noscript');
    if (quiet || node.data.trim() === '' || !element.checkVisibility()) continue;
    // What is there for screen readers only takes no room.
    if (element.closest('.sr, .skip')) continue;
    if (getComputedStyle(element).clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    const holder = element.closest(held) ?? document.body;
    const box = holder.getBoundingClientRect();
    // What cuts a name short with dots does so on purpose.
    const dotted = element.closest('.lane-name, .player-cell bdi');
    const wide = text.left < box.left - 1 || text.right > box.right + 1;
    if (wide && !dotted) found.push(node.data);
    const gone = text.left < -1 || text.right > innerWidth + 1;
    if (gone) found.push(`out of the window: ${node.data}`);
    const tall = text.top < box.top - 1 || text.bottom > box.bottom + 1;
    if (tall && holder.matches('button, .button, .chip')) found.push(`too tall: ${node.data}`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) found.push(`page ${page.scrollWidth} wide`);
  return [...new Set(found)];
}"""
"""Texts that leave their button, card or window, and a page that is wider than its window."""


@pytest.mark.parametrize("tour", [without_a_room, in_a_room], ids=lambda tour: tour.__name__)
@pytest.mark.parametrize("language", list(SPOKEN))
async def test_g14_nothing_is_untranslated_and_everything_has_room(
    open_page: OpenPage, language: str, tour: Any
) -> None:
    files = FILES | SPOKEN[language]
    page = await open_page(INDEX, files=files, locale=language, reduced_motion="reduce")
    seen: list[str] = []
    wrong: dict[str, list[str]] = {}

    async def look(name: str) -> None:
        seen.append(name)
        plain = await page.evaluate(PLAIN)
        if plain:
            wrong[f"{name}, not translated"] = plain
        for width in WIDTHS:
            await page.set_viewport_size({"width": width, "height": 800})
            outside = await page.evaluate(OUTSIDE)
            if outside:
                wrong[f"{name}, {width} px"] = outside

    await tour(page, look)
    assert await page.evaluate("document.documentElement.lang") == language
    assert len(seen) > 10
    assert wrong == {}

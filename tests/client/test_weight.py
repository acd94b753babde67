"""What a first visit costs: every byte that home waits for, as the server sends it, by language.

The page has a budget of 150 000 bytes (`./test page` measures it in a browser); here there must be
room left, so that whoever adds to the first screen learns it at once.
"""

import re

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request

from server.net.http import Inquiry, Site
from server.net.static import read_page
from tests.client.catalogues import LANGUAGES, part
from tests.client.conftest import CLIENT
from tests.client.test_preloads import ENTRY, needed
from tests.client.test_words import BUILT, LITERAL, TERNARY

MOST = 145_000
INDEX = (CLIENT / "index.html").read_text(encoding="utf-8")
NAMED = re.compile(r'(?:href|src)="\./([^"]+)"')
LATER = {"apple-touch-icon"}
"""Kinds of links that no browser follows before the page is used."""
SITE = Site(read_page(CLIENT), {})
OF_A_RACE = ("race", "lobby", "results", "entry")
"""Views that are fetched later, and say only what is in the first part of the catalogue."""


async def cost(path: str) -> int:
    """Bytes of the whole response, head included."""
    headers = Headers({"Accept-Encoding": "gzip, deflate"})
    response = await SITE.answer(Inquiry(Request(f"/{path}", headers), "somebody"))
    assert response.status_code == 200, path
    return len(response.serialize())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_first_visit_is_small_enough_in_every_language(language: str) -> None:
    lines = [line for line in INDEX.splitlines() if not any(kind in line for kind in LATER)]
    paths = [
        "",
        f"src/i18n/{language}.json",
        f"manifest.{language}.webmanifest",
        *NAMED.findall("\n".join(lines)),
    ]
    costs = {path: await cost(path) for path in paths}
    assert len(costs) > 40
    total = sum(costs.values())
    assert 60_000 < total <= MOST, (total, sorted(costs.items(), key=lambda one: -one[1])[:10])


def test_first_screen_and_race_say_only_words_of_the_first_part() -> None:
    """All others are loaded with the views that say them, which wait for them."""
    modules = set(needed(CLIENT / ENTRY))
    for view in OF_A_RACE:
        modules |= set(needed(CLIENT / f"src/views/{view}.js"))
    words = part("en")
    said = {
        (name, key)
        for name in modules
        for pattern in (LITERAL, TERNARY, BUILT)
        for key in pattern.findall((CLIENT / name).read_text(encoding="utf-8"))
    }
    assert len(said) > 150
    missing = [one for one in said if not any(key.startswith(one[1]) for key in words)]
    assert sorted(missing) == []

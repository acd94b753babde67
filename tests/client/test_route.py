"""Addresses of the page, and the room codes that people type or paste."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser

ROUTES: list[tuple[str, dict[str, Any]]] = [
    ("", {"name": "home"}),
    ("?r=BCDFGHJK", {"name": "room", "code": "BCDFGHJK"}),
    ("?r=BCDFGHJK&v=board", {"name": "board", "code": "BCDFGHJK"}),
    ("?v=best", {"name": "best"}),
    ("?v=best&boards=others", {"name": "best", "boards": "others"}),
    ("?v=rules", {"name": "rules"}),
    ("?p=BCDFGHJKLM", {"name": "profile", "player": "BCDFGHJKLM"}),
    ("?race=BCDFGHJKLM", {"name": "race", "race": "BCDFGHJKLM"}),
    ("?challenge=BCDFGHJKLM", {"name": "challenge", "race": "BCDFGHJKLM"}),
    ("?insight=BCDFGHJKLM", {"name": "insight", "race": "BCDFGHJKLM"}),
    (
        "?r=BCDFGHJK&insight=BCDFGHJKLM",
        {"name": "insight", "race": "BCDFGHJKLM", "code": "BCDFGHJK"},
    ),
    ("?replay=BCDFGHJKLM", {"name": "replay", "race": "BCDFGHJKLM"}),
    (
        "?r=BCDFGHJK&replay=BCDFGHJKLM",
        {"name": "replay", "race": "BCDFGHJKLM", "code": "BCDFGHJK"},
    ),
    (
        "?replay=BCDFGHJKLM&p=MLKJHGFDCB&t=12345&speed=0.5",
        {"name": "replay", "race": "BCDFGHJKLM", "player": "MLKJHGFDCB", "t": 12345, "speed": 0.5},
    ),
]


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def run(page: Page, expression: str, argument: Any = None) -> Any:
    return await page.evaluate(
        f"async (x) => {{ const r = await import('/src/route.js'); return {expression}; }}",
        argument,
    )


@pytest.mark.parametrize(("search", "route"), ROUTES)
async def test_a_query_names_a_view_and_back(
    page: Page, search: str, route: dict[str, Any]
) -> None:
    assert await run(page, "r.parseRoute(x)", search) == route
    assert await run(page, "r.addressOf(x)", route) == f"./{search}"


async def test_what_a_replay_cannot_be_told_is_left_out(page: Page) -> None:
    search = "?replay=BCDFGHJKLM&p=Ada&t=-5&speed=fast"
    assert await run(page, "r.parseRoute(x)", search) == {"name": "replay", "race": "BCDFGHJKLM"}


@pytest.mark.parametrize(
    "search", ["?r=", "?r=ABC", "?p=short", "?race=../../etc", "?replay=../../etc", "?insight=x"]
)
async def test_what_names_nothing_leads_nowhere(page: Page, search: str) -> None:
    assert await run(page, "r.parseRoute(x)", search) == {"name": "nowhere"}


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("bcdfghjk", "BCDFGHJK"),
        (" BCDF-GHJK ", "BCDFGHJK"),
        ("bcdf ghjk", "BCDFGHJK"),
        ("https://race.example/mines/?r=BCDFGHJK", "BCDFGHJK"),
        ("http://x/?v=1&r=bcdf-ghjk#x", "BCDFGHJK"),
        ("BCDFGHJ", None),
        ("BCDFGHJKL", None),
        ("AEIOUYAE", None),
        ("", None),
    ],
)
async def test_codes_are_read_however_they_are_written(
    page: Page, typed: str, code: str | None
) -> None:
    assert await run(page, "r.codeFrom(x)", typed) == code


async def test_a_code_is_shown_in_two_groups(page: Page) -> None:
    assert await run(page, "r.grouped('BCDFGHJK')") == "BCDF GHJK"

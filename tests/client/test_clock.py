"""The race clock is drawn from server times and counts nothing itself (R8, G11)."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def run(page: Page, expression: str) -> Any:
    return await page.evaluate(
        f"async () => {{ const c = await import('/src/clock.js'); return {expression}; }}"
    )


@pytest.mark.parametrize(
    ("ms", "digits", "text"),
    [
        (0, 1, "0:00.0"),
        (999, 1, "0:00.9"),
        (59_999, 0, "0:59"),
        (60_000, 1, "1:00.0"),
        (187_425, 3, "3:07.425"),
        (187_425, 2, "3:07.42"),
        (3_600_000, 0, "60:00"),
        (-5, 1, "0:00.0"),
    ],
)
async def test_minutes_seconds_and_rounding_down(
    page: Page, ms: int, digits: int, text: str
) -> None:
    assert await run(page, f"c.formatClock({ms}, {digits})") == text


async def test_the_locales_decimal_sign(page: Page) -> None:
    assert await run(page, "c.formatClock(1500, 1, ',')") == "0:01,5"


async def test_g11_it_runs_from_one_reading_and_stands_in_a_pause(page: Page) -> None:
    assert await run(page, "c.reading(c.clockFrom(500, 1000, true), 1700)") == 1200
    assert await run(page, "c.reading(c.clockFrom(500, 1000, false), 1700)") == 500


async def test_a_late_message_never_sets_it_back(page: Page) -> None:
    late = "c.adjust(c.clockFrom(500, 1000, true), 600, 1400, true)"
    early = "c.adjust(c.clockFrom(500, 1000, true), 600, 1050, true)"
    assert await run(page, f"c.reading({late}, 2000)") == 1500
    assert await run(page, f"c.reading({early}, 2000)") == 1550


async def test_pause_time_does_not_count(page: Page) -> None:
    paused = "c.adjust(c.clockFrom(0, 1000, true), 700, 1700, false)"
    assert await run(page, f"c.reading({paused}, 9000)") == 700
    assert await run(page, f"c.reading(c.adjust({paused}, 700, 9000, true), 9100)") == 800


async def test_a_countdown_says_three_two_one(page: Page) -> None:
    seconds = "[3000, 2001, 2000, 1, 0].map((ms) => c.secondsLeft(ms))"
    assert await run(page, seconds) == [3, 3, 2, 1, 0]
    assert await run(page, "[c.left(500, 200), c.left(500, 900), c.left(null, 1)]") == [300, 0, 0]

"""How a replay runs: by the local clock, at a speed, within its length; and what keys ask for."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import OpenPage

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def run(page: Page, steps: str, **options: Any) -> Any:
    return await page.evaluate(
        f"""async (options) => {{
          const {{ Playback }} = await import('/src/replay/playback.js');
          const deck = new Playback(10_000, options);
          const at = [];
          {steps}
          return at;
        }}""",
        options,
    )


async def test_it_goes_by_the_clock_times_its_speed_and_stops_at_the_end(page: Page) -> None:
    steps = """deck.play();
    for (const now of [500, 600, 700]) { deck.tick(now); at.push(deck.at); }
    deck.pause(); deck.tick(900); at.push(deck.at);
    deck.play(); deck.tick(2000); deck.tick(2100); at.push(deck.at);
    deck.seek(9_900); deck.tick(2300); at.push(deck.at, deck.playing);
    deck.play(); at.push(deck.at, deck.playing);"""
    assert await run(page, steps, speed=4) == [0, 400, 800, 800, 1200, 10_000, False, 0, True]


async def test_a_page_that_was_out_of_sight_does_not_jump_ahead(page: Page) -> None:
    steps = "deck.play(); deck.tick(0); deck.tick(60_000); at.push(deck.at);"
    assert await run(page, steps) == [250]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 1]),
        ({"at": 1234, "speed": 0.25}, [1234, 0.25]),
        ({"at": 99_999, "speed": 3}, [10_000, 1]),
        ({"at": -5}, [0, 1]),
    ],
)
async def test_it_begins_where_a_link_says_within_reason(
    page: Page, options: Any, expected: list[float]
) -> None:
    assert await run(page, "at.push(deck.at, deck.speed);", **options) == expected


async def test_speeds_end_at_both_ends(page: Page) -> None:
    steps = """for (const way of [1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1]) {
      deck.faster(way); at.push(deck.speed);
    }"""
    speeds = [2, 4, 8, 16, 16, 8, 4, 2, 1, 0.5, 0.25, 0.25]
    assert await run(page, steps) == speeds


async def test_keys_ask_for_what_they_say(page: Page) -> None:
    asked = await page.evaluate(
        """async () => {
          const { wishOf } = await import('/src/replay/keys.js');
          const keys = [' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End', ...',.+=-x'];
          const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
          return [
            ...keys.map((key) => wishOf({ ...plain, key })),
            wishOf({ ...plain, key: 'ArrowRight', shiftKey: true }),
            wishOf({ ...plain, key: 'ArrowLeft', altKey: true }),
            wishOf({ ...plain, key: '-', ctrlKey: true }),
          ];
        }"""
    )
    verbs = ["start", "end", "back", "on", "faster", "faster", "slower"]
    assert asked == [
        {"verb": "toggle"},
        {"verb": "move", "ms": -1000},
        {"verb": "move", "ms": 1000},
        *({"verb": verb} for verb in verbs),
        None,
        {"verb": "move", "ms": 10_000},
        None,
        None,
    ]

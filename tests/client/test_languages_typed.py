"""What was typed and chosen stays when the language is changed, in views that read it anew too."""

import json

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.looked_back import ADA, RACE, looked_back
from tests.client.scripted import INDEX, PICTURE
from tests.client.test_ghosts import challenged
from tests.client.test_languages import speak
from tests.client.test_statistics import ME, PROFILE, STATS, past

pytestmark = pytest.mark.browser


async def speak_others(page: Page) -> None:
    """Two languages, the second before the view has read what it shows in the first."""
    for language in ("fi", "he"):
        await speak(page, language)
    await expect(page.locator("[aria-busy]")).to_have_count(0)


async def test_the_name_for_a_challenge(open_page: OpenPage) -> None:
    page = await challenged(open_page)
    await page.get_by_label("Your name").fill("Zoe")
    await speak_others(page)
    await expect(page.locator("#challenge-name")).to_have_value("Zoe")


async def test_what_a_profile_shows(open_page: OpenPage) -> None:
    expert = past("H", "cleared", 90_000, 500) | {"level": "expert"}
    profile = PROFILE | {
        "levels": [STATS, STATS | {"level": "expert"}],
        "recent": [past("D", "cleared", 50_000, 3_000), expert],
    }
    files = PICTURE | {f"api/player/{ME}": json.dumps(profile)}
    page = await open_page(INDEX, files=files)
    await page.goto(f"{ORIGIN}/?p={ME}")
    await page.locator("#profile-boards").select_option("others")
    await page.locator("#plot-level").select_option("expert")
    async with page.expect_request(f"**/api/player/{ME}?guess_free=no"):
        await speak(page, "fi")
    await speak_others(page)
    await expect(page.locator("#profile-boards")).to_have_value("others")
    plot = page.locator("#plot-level")
    await expect(plot).to_have_value("expert")
    # what is chosen later counts, and a level that is not there is not looked for
    await plot.select_option("beginner")
    await page.locator("#profile-boards").select_option("every")
    await expect(plot).to_have_value("beginner")


async def test_whose_moments_are_looked_at(open_page: OpenPage) -> None:
    files = PICTURE | {f"api/race/{RACE}/insight": json.dumps(looked_back())}
    page = await open_page(INDEX, files=files)
    await page.evaluate(f"localStorage.setItem('demineur:/:player', '{ADA}')")
    await page.goto(f"{ORIGIN}/?insight={RACE}")
    deleted = page.locator("[name=insight-whose]").last
    await deleted.check()
    shown = await page.locator(".insight-moment").count()
    await speak_others(page)
    await expect(deleted).to_be_checked()
    await expect(page.locator(".insight-moment")).to_have_count(shown)

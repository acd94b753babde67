"""A real race, proved by the page that was there, and by outsiders with the file of it (R4)."""

import json
from pathlib import Path

import pytest
from playwright.async_api import expect

from server.app import App
from server.commands.verify import verify
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in
from tests.browser.driving import race
from tests.verify import third_party

pytestmark = pytest.mark.browser


async def test_r4_the_page_proves_the_board_and_the_file_proves_the_race(
    app: App, new_player: NewPlayer, tmp_path: Path
) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo", phone=True)
    await race(app.url, ada, bo)
    course = await course_in(app.store, ada.page.url)
    await bo.step("open", course.mined(course.beginning)[0])
    await ada.make(course.steps())
    await expect(ada.heading("You won in")).to_be_visible()
    for player in (ada, bo):
        await player.press(player.page.locator(".fair summary"))
        await player.press(player.button("Check it here"))
        good = player.page.get_by_text("The board was fixed before the race.")
        await expect(good).to_be_visible()
        fits = player.page.locator(".proof-lines li[data-fits=true]")
        await expect(fits).to_have_count(4)
    async with ada.page.expect_download() as coming:
        await ada.page.get_by_role("link", name="Download the replay").click()
    download = await coming.value
    file = tmp_path / download.suggested_filename
    await download.save_as(file)
    document = json.loads(file.read_bytes())
    assert file.name == f"demineur-{document['race']}.json"
    third_party.verify(document)
    assert "every figure and place" in verify(file, commitment=document["commitment"])

"""Boards that need no luck, on the page (R5): chosen, waited for, told afterwards, kept apart."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.client.conftest import ORIGIN, OpenPage
from tests.client.scripted import INDEX, PICTURE, RESULTS, Server, join, snapshot
from tests.client.test_statistics import ME, PROFILE, opened

pytestmark = pytest.mark.browser

BEST: dict[str, Any] = {"level": "beginner", "period": "all", "rows": []}
RACE = "DDDDDDDDDD"


async def in_lobby(open_page: OpenPage, **changes: Any) -> tuple[Page, Server]:
    """The host in a lobby; `changes` to the room."""
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(
        page, lambda: [snapshot(room={"host": "ME", "phase": "lobby"} | changes)]
    ).start()
    await join(page)
    return page, server


async def test_r5_it_is_an_option_that_is_on_and_explained(open_page: OpenPage) -> None:
    page = await open_page(INDEX, files=PICTURE)
    server = await Server(page, list).start()
    await page.get_by_label("Your name").fill("Ada")
    await page.get_by_role("button", name="Create a room").click()
    dialog = page.get_by_role("dialog")
    await dialog.get_by_text("Options", exact=True).click()
    luck = dialog.get_by_role("switch", name="No luck needed")
    await expect(luck).to_be_checked()
    await expect(dialog.get_by_text("deduction alone clears the board")).to_be_visible()
    await luck.click()
    await dialog.get_by_role("button", name="Create room").click()
    await server.hears("create")
    (create,) = [told for told in server.told if told["t"] == "create"]
    assert create["settings"]["guess_free"] is False


@pytest.mark.parametrize(
    ("guess_free", "start", "chip"),
    [
        (True, "shared", "No luck needed"),
        (False, "shared", "Guessing may be needed"),
        (True, "own", "Guessing may be needed"),
    ],
)
async def test_r5_the_lobby_says_what_kind_of_board_it_will_be(
    open_page: OpenPage, guess_free: bool, start: str, chip: str
) -> None:
    settings = {"level": "beginner", "guess_free": guess_free, "start": start}
    page, _ = await in_lobby(open_page, settings=settings)
    await expect(page.locator(".lobby .chips").get_by_text(chip)).to_be_visible()


async def test_r5_while_the_mines_are_being_laid_the_host_can_stop_it(
    open_page: OpenPage,
) -> None:
    page, server = await in_lobby(open_page, laying=True)
    await expect(page.get_by_text("Laying the mines…")).to_be_visible()
    await page.get_by_role("button", name="Stop").click()
    await server.hears("call_off")


async def test_r5_results_tell_how_hard_it_was_and_how_many_were_tried(
    open_page: OpenPage,
) -> None:
    page = await opened(open_page, f"?race={RACE}", {f"api/race/{RACE}": RESULTS})
    await expect(page.get_by_text("No luck needed (hard)")).to_be_visible()
    await page.get_by_text("Fair board").click()
    await expect(page.get_by_text("the first such one of 3 that were tried")).to_be_visible()
    await expect(page.get_by_text("Cells found from one number: 30; from two: 6")).to_be_visible()


@pytest.mark.parametrize(("tries", "told"), [(256, "256 boards were tried"), (None, None)])
async def test_r5_without_a_certificate_the_label_is_honest(
    open_page: OpenPage, tries: int | None, told: str | None
) -> None:
    plain = {"label": "guessing_may_be_needed", "certificate": None, "tries": tries}
    page = await opened(open_page, f"?race={RACE}", {f"api/race/{RACE}": RESULTS | plain})
    await expect(page.get_by_text("Guessing may be needed")).to_be_visible()
    await page.get_by_text("Fair board").click()
    found = page.get_by_text("none could be cleared without a guess")
    await expect(found).to_have_count(0 if told is None else 1)


async def test_r5_r16_best_times_are_kept_apart_and_the_choice_has_an_address(
    open_page: OpenPage,
) -> None:
    page = await opened(open_page, "?v=best", {"api/best": BEST})
    boards = page.get_by_role("combobox", name="Boards")
    await expect(boards).to_have_value("guess_free")
    async with page.expect_request("**/api/best?*guess_free=no*"):
        await boards.select_option("others")
    await expect(page).to_have_url(f"{ORIGIN}/?v=best&boards=others")
    await page.get_by_role("combobox", name="Level").select_option("hard")
    await expect(page).to_have_url(f"{ORIGIN}/?v=best&level=hard&boards=others")
    await page.go_back()
    await page.go_back()
    await expect(boards).to_have_value("guess_free")


async def test_r5_a_profile_can_be_asked_for_one_kind_of_boards(open_page: OpenPage) -> None:
    page = await opened(open_page, f"?p={ME}", {f"api/player/{ME}": PROFILE})
    boards = page.get_by_role("combobox", name="Boards")
    await expect(boards).to_have_value("every")
    for kind, word in (("guess_free", "yes"), ("others", "no")):
        async with page.expect_request(f"**/api/player/{ME}?guess_free={word}"):
            await boards.select_option(kind)
    await expect(page.get_by_role("heading", name="Ada")).to_be_visible()

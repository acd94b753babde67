"""A real death in a race of two, and its explanation found on the page of the look back.

The server is real; what the page says is held against the engine's own odds and the race's board.
"""

import re

import pytest
from playwright.async_api import expect

from protocol.insight import decode_insight
from server.app import App
from server.engine.odds import odds
from server.engine.sight import sight_of
from tests.browser.conftest import NewPlayer
from tests.browser.course import course_in
from tests.browser.driving import race
from tests.net.raw import fetch

pytestmark = pytest.mark.browser


async def test_g10_a_death_is_explained_after_the_race(app: App, new_player: NewPlayer) -> None:
    ada, bo = await new_player("Ada"), await new_player("Bo", phone=True)
    link = await race(app.url, ada, bo)
    course = await course_in(app.store, link)
    columns = course.board.shape.columns

    # Bo opens a mine at once; Ada clears the board
    mine = course.mined(course.beginning)[0]
    early = await fetch(app.port, f"/api/race/{course.race}/insight")
    assert early.status == 404, "R6: nothing before the race is over for everybody"
    await bo.step("open", mine)
    await expect(bo.race.get_by_text("Out: you hit a mine.")).to_be_visible()
    await ada.make(course.steps())
    await expect(ada.heading("You won in")).to_be_visible()

    known = odds(sight_of(course.board, course.beginning))
    assert known is not None
    await bo.page.get_by_role("link", name="Look back").tap()
    await expect(bo.heading("Looking back")).to_be_visible()
    death = bo.page.get_by_role("listitem").filter(has_text="A mine was opened")
    row, column = mine // columns + 1, mine % columns + 1
    await expect(death).to_contain_text(f"row {row}, column {column}")
    if known.mined >> mine & 1:
        await expect(death).to_contain_text("was certainly a mine")
    else:
        await expect(death).to_contain_text("The chance of a mine was")
    if known.safe:
        await expect(death).to_contain_text(re.compile("certainly safe(: | ?, such as )row"))
        assert await death.locator('[data-mark="safe"]').count() > 0
        assert await death.locator('[data-mark="used"]').count() > 0
    else:
        await expect(death).to_contain_text("No cell was certainly safe")
    await expect(death.locator('[data-s="hit"]').first).to_be_visible()

    # the same in numbers
    answer = await fetch(app.port, f"/api/race/{course.race}/insight")
    document = decode_insight(answer.body)
    assert document.complete
    lost = next(one for one in document.racers if one.name == "Bo")
    (moment,) = lost.moments
    assert (moment.kind, moment.cell, lost.outcome) == ("hit", mine, "out")
    assert moment.chance == pytest.approx(known.chances[mine], abs=1e-6)
    assert moment.safe_cells == known.safe.bit_count()
    assert moment.safe is None or known.safe >> moment.safe.cell & 1
    won = next(one for one in document.racers if one.name == "Ada")
    assert (won.progress[-1][1], won.bbbv_done) == (100, course.board.bbbv)

    # from there to the moment in the replay, and back into the room, whose seat was kept
    await death.get_by_role("link", name="Watch this moment").tap()
    await expect(bo.heading("Replay")).to_be_visible()
    await bo.page.go_back()
    await expect(bo.heading("Looking back")).to_be_visible()
    await bo.page.locator(".insight .page-head a").tap()
    await expect(bo.heading("Ada wins")).to_be_visible()
    welcomes = [text for text in bo.received if '"t":"welcome"' in text]
    assert len(welcomes) == 2, "one for the token, one for the room: the seat was never left"

"""The whole of it: two people, one board, real server, real database, and a restart.

Ada sits at a desktop, Bo holds a phone. What Ada needs to know of the board comes from the
server's database; the pages are only looked at.
"""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import NewPlayer, pin_secret
from tests.browser.course import course_of
from tests.browser.driving import Player
from tests.browser.serving import logs_of, server
from tests.suites.traffic import leaks

pytestmark = pytest.mark.browser


async def see_a_countdown(player: Player) -> None:
    """R9: the board is there, but covered and without effect."""
    await expect(player.heading("Get ready")).to_be_visible()
    await expect(player.page.get_by_role("grid")).to_have_attribute("aria-disabled", "true")


async def test_two_people_race_and_the_room_remembers_it(
    tmp_path: Path, new_player: NewPlayer
) -> None:
    moving = {"reduced_motion": "no-preference"}
    ada = await new_player("Ada", **moving)
    bo = await new_player("Bo", phone=True, **moving)
    await pin_secret(tmp_path)
    async with server(tmp_path) as url:
        link = await ada.create_room(url, "Intermediate")
        await bo.join(link)
        waiting = ada.member("Bo").get_by_text("Not ready yet")
        await expect(waiting).to_be_visible()
        await bo.get_ready()
        await expect(waiting).to_be_hidden()
        await ada.get_ready()
        await ada.start()
        await asyncio.gather(see_a_countdown(ada), see_a_countdown(bo))
        assert set(await ada.look()) == {"."}
        await asyncio.gather(ada.see_go(), bo.see_go())

        # R1: the same opening for both, cell by cell, and nothing else
        (log,) = logs_of(tmp_path).values()
        course = course_of(log)
        opening = course.shown(course.beginning)
        assert "0" in opening
        assert await ada.look() == opening
        assert await bo.look() == opening
        for player in (ada, bo):
            await expect(player.cell(course.start)).to_have_accessible_name(
                f"empty, start, row {course.start // 16 + 1}, column {course.start % 16 + 1}"
            )

        # by clicks, flags and chords; Bo sees how far, never where (R6, R7)
        steps = course.steps()
        assert {kind for kind, _ in steps} == {"open", "flag", "chord"}
        await ada.make(steps[:-1])
        await ada.see(course.shown(course.after(steps[:-1])))
        assert await bo.look() == opening
        await expect(bo.bar("Ada")).not_to_have_attribute("value", "0")

        # G10: Bo opens a mine, and sees only that one
        mine = course.mined(course.beginning)[0]
        await bo.step("open", mine)
        await expect(bo.race.get_by_text("Out: you hit a mine.")).to_be_visible()
        assert await bo.look() == opening[:mine] + "*" + opening[mine + 1 :]
        await expect(ada.lane("Bo")).to_contain_text("Out")

        await ada.make(steps[-1:])
        await expect(ada.heading("You won in")).to_be_visible()
        await expect(bo.heading("Ada wins")).to_be_visible()
        results = await ada.table()
        assert await bo.table() == results
        assert [row[1].split()[-1] for row in results[1:]] == ["Ada", "Bo"]
        (won, lost) = results[1:]
        assert "Out" in lost[2]
        assert won[3] == "100%"
        assert won[5] == str(len(steps))

    await expect(ada.page.get_by_text("The server restarts.")).to_be_visible()
    port = url.rstrip("/").rpartition(":")[2]
    async with server(tmp_path, port) as again:
        assert again == url
        await expect(ada.page.get_by_text("The server restarts.")).to_be_hidden()
        assert await ada.table() == results
        await ada.page.get_by_role("link", name="Leaderboard").click()
        await expect(ada.heading("Leaderboard")).to_be_visible()
        (heads, first, second) = await ada.table()
        winner, loser = (dict(zip(heads, row, strict=True)) for row in (first, second))
        assert winner["Player"] == "Ada"
        assert winner["Best time"] == won[2]
        assert [winner[name] for name in ("Wins", "Podiums", "Races")] == ["1", "1", "1"]
        assert loser["Player"] == "Bo"
        assert loser["Best time"] == "–"
        assert [loser[name] for name in ("Wins", "Podiums", "Races")] == ["0", "1", "1"]

    logs = logs_of(tmp_path)
    for player in (ada, bo):
        assert len(player.received) > 10
        assert leaks(player.player, player.received, logs) == []

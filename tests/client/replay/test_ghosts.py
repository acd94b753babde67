"""R7, R12, R13: ghosts are as far as the replay says at every race time, and who was faster."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import OpenPage
from tests.client.replay.recorded import Document, recorded

pytestmark = pytest.mark.browser

RECORDED = {
    "beginner": recorded("ghosts 1"),
    "own first taps": recorded("ghosts 2", "hard", (20, 12, 40), (500, 60, 4), shared=False),
    "five": recorded("ghosts 3", moves=(400, 300, 9, 7, 5)),
}


async def run(page: Page, expression: str, argument: Any = None) -> Any:
    return await page.evaluate(
        f"async (x) => {{ const g = await import('/src/replay/ghosts.js'); return {expression}; }}",
        argument,
    )


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


@pytest.mark.parametrize("name", RECORDED)
async def test_a_ghost_is_where_its_racer_was(page: Page, name: str) -> None:
    document = RECORDED[name]
    times = {0, 1, document["length_ms"]}
    for player in document["players"]:
        times |= {move[0] + shift for move in player["moves"] for shift in (-1, 0, 1)}
    wanted = sorted(at for at in times if at >= 0)
    found = await run(
        page,
        "g.ghostsOf(x[0]).map((one) => x[1].map((at) => Object.values(g.ghostAt(one, at))))",
        [document, wanted],
    )
    for player, rows in zip(document["players"], found, strict=True):
        for at, row in zip(wanted, rows, strict=True):
            over = at >= player["time_ms"]
            made = [move[7] for move in player["moves"] if move[0] <= at]
            done = made[-1] if made else document["done"]
            percent = player["progress"] if over else done * 100 // player["bbbv"]
            assert row == [percent, player["outcome"] if over else None], (player["name"], at)


async def test_before_go_there_is_nothing(page: Page) -> None:
    document = RECORDED["beginner"]
    assert await run(page, "g.ghostAt(g.ghostsOf(x)[0], -1)", document) == {
        "progress": 0,
        "outcome": None,
    }


async def test_without_moves_only_the_end_is_known(page: Page) -> None:
    players = RECORDED["beginner"]["players"]
    end = players[0]["time_ms"]
    found = await run(
        page, "[x.end - 1, x.end].map((at) => g.ghostAt(g.ghostsFromResults(x)[0], at))",
        {"rows": players, "end": end},
    )  # fmt: skip
    outcome = players[0]["outcome"]
    assert found == [
        {"progress": None, "outcome": None},
        {"progress": players[0]["progress"], "outcome": outcome},
    ]


async def test_the_best_three_come_along(page: Page) -> None:
    names = await run(
        page, "g.bestOf(g.ghostsOf(x)).map((one) => one.player)", RECORDED["five"]
    )  # fmt: skip
    assert names == [player["player"] for player in RECORDED["five"]["players"][:3]]


@pytest.mark.parametrize("change", [{"format": "other"}, {"version": 2}])
async def test_what_is_no_replay_is_refused(page: Page, change: Document) -> None:
    refused = await run(
        page,
        "(() => { try { g.ghostsOf(x); } catch (error) { return error.name; } })()",
        RECORDED["beginner"] | change,
    )
    assert refused == "TypeError"


CLEARED = [("A", "cleared", 10_000), ("B", "cleared", 12_000), ("C", "out", 3_000)]
VERDICTS: list[tuple[list[tuple[str, str, int]], str | None, int, list[Any] | None]] = [
    (CLEARED, "cleared", 8_800, ["ahead", "A", 1_200]),
    (CLEARED, "cleared", 10_000, ["level", "A", 0]),
    (CLEARED, "cleared", 11_000, ["behind", "A", 1_000]),
    (CLEARED, "cleared", 12_500, ["behind", "B", 500]),
    (CLEARED, "out", 2_000, ["unbeaten", "A", 10_000]),
    (CLEARED, None, 0, None),
    (CLEARED[2:], "cleared", 9_000, ["only", None, 0]),
    (CLEARED[2:], "gave_up", 9_000, None),
    ([], "cleared", 9_000, None),
]


@pytest.mark.parametrize(("ghosts", "outcome", "time_ms", "verdict"), VERDICTS)
async def test_who_was_faster(
    page: Page,
    ghosts: list[tuple[str, str, int]],
    outcome: str | None,
    time_ms: int,
    verdict: list[Any] | None,
) -> None:
    rows = [
        {"player": name, "name": name, "outcome": one, "time_ms": at, "progress": 50}
        for name, one, at in ghosts
    ]
    said = await run(
        page,
        "g.verdictOf(x.mine, g.ghostsFromResults(x))",
        {"rows": rows, "mine": {"outcome": outcome, "timeMs": time_ms}},
    )
    short = said and [said["kind"], said["ghost"] and said["ghost"]["player"], said["ms"]]
    assert short == verdict


async def test_who_only_watches_is_told_nothing(page: Page) -> None:
    assert await run(page, "g.verdictOf(null, [x])", {"outcome": "cleared", "timeMs": 1}) is None

"""Practice in the page (R17): hints drawn and said, a mine taken back, in state and on screen."""

import json
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from tests.client.catalogues import LANGUAGES, catalogue
from tests.client.conftest import OpenPage
from tests.client.scripted import INDEX, PHONE, Server, join
from tests.client.test_store import OPEN, entered, room, run, view

pytestmark = pytest.mark.browser

HINTED: dict[str, Any] = {
    "t": "hinted", "race": "RACE", "rule": "pair", "numbers": [0, 1], "safe": [8], "mined": [5],
    "cell": None, "risk": None,
}  # fmt: skip
MOVED: dict[str, Any] = {
    "t": "moved", "race": "RACE", "n": 1, "kind": "open", "cell": 2, "elapsed_ms": 900,
    "cells": [], "hit": [2], "flag": None, "frozen_in_ms": 0, "stuck": True,
}  # fmt: skip
GRID = "12......."
PRACTICE = {"level": "beginner", "practice": True}


def state(**own: Any) -> dict[str, Any]:
    shown = view(own={"grid": GRID, "stuck": False} | own)
    return {"t": "snapshot", "room": room(settings=PRACTICE), "view": shown, "results": None}


async def practise(page: Page, **own: Any) -> Server:
    """The page in a practice; `own` is what the first snapshot says of the own board."""
    server = await Server(page, lambda: [state(**own)]).start()
    await join(page)
    await expect(page.locator(".practice-text")).to_be_visible()
    return server


async def marks(page: Page) -> dict[str, str]:
    found: dict[str, str] = await page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-mark]')]"
        ".map((cell) => [cell.dataset.c, cell.dataset.mark]))"
    )
    return found


@pytest.mark.parametrize(
    "then",
    [
        "act({ type: 'move', kind: 'open', cell: 3 });",
        "hear({ ...lines[3], hit: [], cells: [[3, '1']], stuck: false });",
        "hear(lines[1]);",
    ],
    ids=["a move", "its answer", "a snapshot"],
)
async def test_r17_a_hint_holds_until_the_next_move(open_page: OpenPage, then: str) -> None:
    page = await open_page()
    script = OPEN.replace("lines)", "lines.slice(0, 3))")
    script += f"const given = state.race.hint.rule; {then} return [given, state.race.hint];"
    assert await run(page, script, [*entered(), HINTED, MOVED]) == ["pair", None]


async def test_r17_on_a_mine_no_move_is_made_until_it_is_taken_back(open_page: OpenPage) -> None:
    page = await open_page()
    script = f"{OPEN} act({{ type: 'move', kind: 'open', cell: 3 }});"
    script += "const { stuck } = state.race.own; const sent = state.race.pending.length;"
    script += "hear(lines[1]); act({ type: 'move', kind: 'open', cell: 3 });"
    script += "return [stuck, sent, state.race.own.stuck, state.race.pending.length, grid()];"
    lines = [*entered(own={"grid": GRID, "n": 0, "stuck": False}), MOVED]
    assert await run(page, script, lines) == [True, 0, False, 1, GRID]


async def test_r17_a_refused_hint_does_not_end_playing_alone(open_page: OpenPage) -> None:
    page = await open_page()
    script = f"act({{ type: 'quick', on: true }}); {OPEN}"
    script += "hear({ t: 'rejected', code: 'no_hint', re: 'hint', n: null });"
    script += "return [state.quick, state.refusal.code];"
    assert await run(page, script, entered()) == [True, "no_hint"]


async def test_r17_a_hint_is_drawn_as_in_the_rules_and_said(open_page: OpenPage) -> None:
    page = await open_page(INDEX, reduced_motion="reduce")
    server = await practise(page)
    await page.get_by_role("button", name="Hint", exact=True).click()
    await server.hears("hint")
    assert server.told[-1] == {"t": "hint", "race": "RACE"}
    server.say(HINTED)
    await expect(page.locator(".practice-text")).to_contain_text("Compare these two numbers")
    assert await marks(page) == {"0": "used", "1": "used", "5": "mine", "8": "safe"}
    name = "hidden, row 3, column 3, cell deduced safe"
    await expect(page.locator('[data-c="8"]')).to_have_accessible_name(name)
    spoken = page.get_by_role("status").filter(has_text="cell deduced safe, row 3, column 3")
    await expect(spoken).to_contain_text("mine deduced, row 2, column 3")
    assert (await Axe().run(page)).violations_count == 0

    server.say(MOVED | {"hit": [], "cells": [[8, "1"]], "stuck": False})
    await expect(page.locator("[data-mark]")).to_have_count(0)
    await expect(page.locator('[data-c="8"]')).to_have_accessible_name("1, row 3, column 3")
    await expect(page.locator('[data-c="5"]')).to_have_accessible_name("hidden, row 2, column 3")


async def test_r17_by_keys_alone(open_page: OpenPage) -> None:
    page = await open_page(INDEX, reduced_motion="reduce")
    server = await practise(page)
    await page.locator('[data-c="2"]').focus()
    await page.keyboard.press("h")
    await server.hears("hint")
    server.say(MOVED)
    await expect(page.get_by_role("button", name="Undo")).to_be_focused()
    await expect(page.get_by_role("alert").filter(has_text="That was a mine.")).to_have_count(1)
    await expect(page.locator('[data-c="2"]')).to_have_attribute("data-s", "hit")
    assert (await Axe().run(page)).violations_count == 0
    await page.keyboard.press("Enter")
    await server.hears("undo")
    server.say(state(n=1))
    await expect(page.locator('[data-c="2"]')).to_be_focused()
    await expect(page.get_by_role("button", name="Undo")).to_be_hidden()


async def test_r17_one_can_give_up_on_a_mine(open_page: OpenPage) -> None:
    page = await open_page(INDEX, reduced_motion="reduce")
    server = await practise(page, grid="12*......", n=1, stuck=True)
    await expect(page.get_by_role("grid")).to_have_attribute("aria-disabled", "true")
    await page.locator(".practice").get_by_role("button", name="Give up").click()
    await server.hears("give_up")


async def test_r17_other_races_have_no_hints(open_page: OpenPage) -> None:
    page = await open_page(INDEX)
    server = await Server(page, lambda: [state() | {"room": room()}]).start()
    await join(page)
    await expect(page.get_by_role("grid")).to_be_visible()
    await page.locator('[data-c="2"]').focus()
    await page.keyboard.press("h")
    await page.keyboard.press("f")
    await server.hears("move")
    assert "hint" not in [one["t"] for one in server.told]
    await expect(page.locator(".practice")).to_have_count(0)


RULES: list[tuple[dict[str, Any], str, int | None]] = [
    ({"rule": "single", "safe": [5], "mined": []}, "hint.single_safe", 1),
    ({"rule": "single", "safe": [], "mined": [5, 8]}, "hint.single_mine", 2),
    ({"rule": "pair", "safe": [5, 6, 7], "mined": []}, "hint.pair_safe", 3),
    ({"rule": "pair", "safe": [], "mined": [5]}, "hint.pair_mine", 1),
    ({"rule": "pair", "safe": [8], "mined": [5]}, "hint.pair_both", None),
    ({"rule": "enumeration", "safe": [8], "mined": [5]}, "hint.enumeration", None),
    ({"rule": "count", "safe": [8], "mined": []}, "hint.count", None),
    ({"rule": "odds", "safe": [], "mined": [], "cell": 4, "risk": 0.125}, "hint.odds", None),
]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_r17_every_rule_has_its_sentence(open_page: OpenPage, language: str) -> None:
    page = await open_page()
    words = catalogue(language)
    script = """async ([language, words, hints]) => {
      const { createT } = await import('/src/i18n/t.js');
      const { sentenceOf } = await import('/src/views/practice.js');
      const t = createT(language, words);
      const plain = (key, count) => t(key, count === null ? { percent: t.percent(13) } : { count });
      return hints.map(([hint, key, count]) => [sentenceOf(t, hint), plain(key, count)]);
    }"""
    hints = [[HINTED | hint, key, count] for hint, key, count in RULES]
    said = await page.evaluate(script, [language, words, hints])
    assert all(sentence == wanted for sentence, wanted in said)
    assert len({sentence for sentence, _ in said}) == len(RULES)


async def test_r17_the_line_holds_the_longest_sentence_on_a_narrow_phone(
    open_page: OpenPage,
) -> None:
    page = await open_page(INDEX, **PHONE)
    server = await practise(page)
    server.say(HINTED | {"safe": []})
    await expect(page.locator(".practice-text")).to_contain_text("cannot hold enough mines")
    boxes = json.loads(
        await page.evaluate(
            """() => JSON.stringify(['.practice', '.race-tools', '.flag-switch', '.button.hint']
              .map((one) => document.querySelector(one).getBoundingClientRect()))"""
        )
    )
    assert all(box["left"] >= 0 and box["right"] <= 320 for box in boxes)
    assert boxes[0]["height"] <= 140
    assert boxes[3]["width"] >= 44

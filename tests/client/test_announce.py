"""What is said aloud: urgent things at once, the others summed up and never too often."""

from typing import Any

import pytest

from tests.client.conftest import OpenPage
from tests.client.test_store import room, view

pytestmark = pytest.mark.browser

SAY = """async ([before, after]) => {
  const { INITIAL } = await import('/src/store.js');
  const { raceFrom, raceAfter } = await import('/src/racing.js');
  const { utterances } = await import('/src/announce.js');
  const { createT, load } = await import('/src/i18n/t.js');
  const t = createT('en', await load('en'));
  const me = { player: 'ME', name: 'Ada' };
  const race = raceFrom(before.view, 0, null);
  const old = { ...INITIAL, me, room: before.room, race };
  let next = race;
  for (const message of after.messages) next = raceAfter(next, message, 10, 'ME');
  const now = { ...old, room: after.room ?? before.room, race: next };
  return utterances(old, now, t).map((one) => [Boolean(one.urgent), one.text]);
}"""

OTHER = {
    "player": "BO", "name": "Bo", "colour": 1, "present": True, "watching": False, "ready": True,
}  # fmt: skip


def standing(player: str, place: int, outcome: str | None = None) -> dict[str, Any]:
    return {
        "player": player, "place": place, "progress": 50, "outcome": outcome,
        "time_ms": None if outcome is None else 61_234, "away": False,
    }  # fmt: skip


async def said(
    open_page: OpenPage, *messages: dict[str, Any], members: list[dict[str, Any]] | None = None
) -> list[list[Any]]:
    here = room()
    both = room(members=[*here["members"], OTHER])
    racing = view(racers=["ME", "BO"], standings=[standing("ME", 1), standing("BO", 2)])
    page = await open_page()
    before = {"room": both, "view": racing}
    after = {"room": None if members is None else room(members=members), "messages": messages}
    value: list[list[Any]] = await page.evaluate(SAY, [before, after])
    return value


def ended(player: str, outcome: str) -> dict[str, Any]:
    row = standing(player, 1, outcome)
    return {
        "t": "ended", "race": "RACE", "elapsed_ms": 61_300, "standing": row, "cutoff_in_ms": None,
    }  # fmt: skip


async def test_opened_cells_are_counted(open_page: OpenPage) -> None:
    moved = {
        "t": "moved", "race": "RACE", "n": 1, "kind": "open", "cell": 1, "elapsed_ms": 900,
        "cells": [[1, "12"]], "hit": [], "flag": None, "frozen_in_ms": 0,
    }  # fmt: skip
    assert await said(open_page, moved) == [[False, "2 cells opened"]]


async def test_a_penalty_interrupts(open_page: OpenPage) -> None:
    moved = {
        "t": "moved", "race": "RACE", "n": 1, "kind": "open", "cell": 1, "elapsed_ms": 900,
        "cells": [], "hit": [1], "flag": None, "frozen_in_ms": 10_000,
    }  # fmt: skip
    assert await said(open_page, moved) == [[True, "You hit a mine: 10 seconds penalty."]]


async def test_ends_of_others_and_ones_own(open_page: OpenPage) -> None:
    rival = await said(open_page, ended("BO", "cleared"))
    assert [True, "\u2068Bo\u2069 finished in \u20661:01.2\u2069."] in rival
    assert [True, "Out: you hit a mine."] in await said(open_page, ended("ME", "out"))


async def test_only_a_change_of_place_is_told(open_page: OpenPage) -> None:
    rows = {"t": "standings", "race": "RACE", "elapsed_ms": 900}
    same = {**rows, "rows": [standing("ME", 1), standing("BO", 2)]}
    changed = {**rows, "rows": [standing("BO", 1), standing("ME", 2)]}
    assert await said(open_page, same) == []
    assert await said(open_page, changed) == [[False, "Place 2 of 2."]]


async def test_who_comes_and_goes(open_page: OpenPage) -> None:
    gone = await said(open_page, members=room()["members"])
    assert gone == [[False, "\u2068Bo\u2069 has left."]]


async def test_polite_news_of_a_kind_waits_and_is_summed_up(open_page: OpenPage) -> None:
    page = await open_page(clock=True)
    heard = await page.evaluate(
        """async () => {
          const { createVoice } = await import('/src/announce.js');
          const polite = document.createElement('p'), urgent = document.createElement('p');
          window.polite = polite;
          const voice = createVoice(polite, urgent, () => performance.now());
          for (const text of ['a', 'b', 'c']) voice.say({ text, kind: 'cells' });
          voice.say({ text: 'now', kind: 'news', urgent: true });
          return [polite.textContent, urgent.textContent];
        }"""
    )
    assert heard == ["a", "now"]
    await page.clock.run_for(999)
    assert await page.evaluate("polite.textContent") == "a"
    await page.clock.run_for(2)
    assert await page.evaluate("polite.textContent") == "c"

"""The client's state: golden conversations replayed, numbers of moves, reconnecting (R8, R14)."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from tests.client.conftest import OpenPage
from tests.protocol.vectors import SESSIONS, session

pytestmark = pytest.mark.browser

START = """
const { INITIAL, reduce } = await import('/src/store.js');
let state = { ...INITIAL, route: { name: 'room', code: 'KLMNPQRS' } };
let at = 1000;
const act = (action) => { state = reduce(state, action); };
const hear = (message) => act({ type: 'message', message, at: (at += 10) });
const grid = () => state.race.own.grid.characters.join('');
"""

REPLAY = """
const shows = [];
for (const line of lines) {
  if (line.wire === 'opened') act({ type: 'line', status: { status: 'connecting' } });
  else if (line.wire === 'closed') act({ type: 'line', status: { status: 'waiting', delay: 1 } });
  else if (line.by === 'server') {
    if (line.message.t === 'welcome') act({ type: 'line', status: { status: 'open' } });
    hear(line.message);
  } else if (line.by === 'client' && line.message.t === 'move') {
    const { n, kind, cell } = line.message;
    if (n > (state.race?.lastN ?? 0)) act({ type: 'move', kind, cell });
  } else if (line.by === 'client' && line.message.t === 'rematch') act({ type: 'moveOn' });
  else if (line.expect) {
    const race = state.race;
    const shown = { phase: race?.phase ?? state.room.phase };
    if (race) Object.assign(shown, {
      grid: grid().replaceAll('m', '.').replaceAll('x', 'F'),
      counter: race.own.grid.counter(),
      outcome: race.own.outcome,
      start: race.start,
      paused: race.paused,
      pending: race.pending.map((move) => move.n),
    });
    shows.push([line.expect, shown]);
  }
}
return shows;
"""


async def run(page: Page, script: str, argument: Any = None) -> Any:
    """Value of a script that finds `state`, `act`, `hear` and `grid`."""
    return await page.evaluate(f"async (lines) => {{ {START} {script} }}", argument)


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


def room(**changes: Any) -> dict[str, Any]:
    me = {"player": "ME", "name": "Ada", "colour": 0, "present": True, "watching": False}
    state = {
        "code": "KLMNPQRS", "owner": "ME", "host": "ME", "locked": False, "race": "RACE",
        "settings": {"level": "beginner"}, "members": [{**me, "ready": True}],
        "phase": "running", "last_race": None,
    }  # fmt: skip
    return {**state, **changes}


def view(**changes: Any) -> dict[str, Any]:
    own = {
        "grid": ".........", "n": 0, "outcome": None, "time_ms": None,
        "frozen_in_ms": 0, "wants_pause": False,
    }  # fmt: skip
    standing = {
        "player": "ME", "place": 1, "progress": 0, "outcome": None, "time_ms": None, "away": False,
    }  # fmt: skip
    race = {
        "race": "RACE", "phase": "running", "columns": 3, "rows": 3, "mines": 1, "start": 0,
        "label": "guessing_may_be_needed", "commitment": "", "racers": ["ME"], "go_in_ms": None,
        "elapsed_ms": 500, "cutoff_in_ms": None, "paused": False, "resumes_in_ms": None,
        "wanting_pause": [], "standings": [standing], "own": own,
    }  # fmt: skip
    own.update(changes.pop("own", {}))
    return {**race, **changes}


def entered(**changes: Any) -> list[dict[str, Any]]:
    """Welcome and snapshot of a running race."""
    return [
        {"t": "welcome", "version": 1, "player": "ME", "name": "Ada", "token": None},
        {"t": "snapshot", "room": room(), "view": view(**changes), "results": None},
    ]


OPEN = "act({ type: 'line', status: { status: 'open' } }); for (const one of lines) hear(one);"
MOVES = "for (const cell of [1, 2, 3]) act({ type: 'move', kind: 'open', cell });"


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
async def test_after_a_golden_conversation_the_board_is_the_expected_one(
    page: Page, path: Path
) -> None:
    shows = await run(page, REPLAY, session(path))
    assert shows
    for expected, shown in shows:
        wanted = {key: value for key, value in expected.items() if key != "n"}
        assert {key: shown.get(key) for key in wanted} == wanted


async def test_r14_a_snapshot_drops_counted_moves_and_keeps_the_rest(page: Page) -> None:
    script = f"{OPEN} {MOVES} hear({{...lines[1], view: {{...lines[1].view, own: "
    script += "{...lines[1].view.own, grid: '.1.......', n: 2}}});"
    script += "return [state.race.pending, state.race.lastN, grid()];"
    pending = [{"n": 3, "kind": "open", "cell": 3}]
    assert await run(page, script, entered()) == [pending, 3, ".1......."]


@pytest.mark.parametrize(
    ("then", "expected"),
    [
        ({"own": {"n": 2}}, [1, [], 4]),
        ({"own": {"n": 3}, "commitment": "another"}, [1, [], 4]),
        ({"own": {"n": 3}}, [0, [4], 4]),
    ],
    ids=["fewer moves", "another board", "nothing lost"],
)
async def test_r14_older_data_put_back_drop_what_was_made_for_newer(
    page: Page, then: dict[str, Any], expected: list[Any]
) -> None:
    *before, again = [*entered(own={"n": 3}), *entered(**then)]
    script = f"const again = lines.pop(); {OPEN} act({{ type: 'move', kind: 'open', cell: 4 }});"
    script += "hear(again); const { setBack, race } = state;"
    script += "return [setBack, race.pending.map((one) => one.n), race.lastN];"
    assert await run(page, script, [*before[:2], again]) == expected


async def test_r14_older_data_may_be_those_of_the_lobby(page: Page) -> None:
    script = f"const again = lines.pop(); {OPEN} hear(again); return [state.setBack, state.race];"
    again = {"t": "snapshot", "room": room(phase="lobby"), "view": None, "results": None}
    assert await run(page, script, [*entered(own={"n": 3}), again]) == [1, None]
    assert await run(page, script, [*entered(), again]) == [0, None]


async def test_moves_of_another_race_are_forgotten(page: Page) -> None:
    other = view(race="OTHER")
    script = f"{OPEN} {MOVES} hear({{...lines[1], view: lines[2]}});"
    script += "return [state.race.pending, state.race.lastN];"
    assert await run(page, script, [*entered(), other]) == [[], 0]


async def test_numbers_go_on_after_those_of_another_device(page: Page) -> None:
    script = "act({ type: 'line', status: { status: 'open' } }); lines.forEach(hear);"
    script += "act({ type: 'move', kind: 'flag', cell: 4 }); return state.race.pending;"
    own = {"grid": ".........", "n": 7}
    assert await run(page, script, entered(own=own)) == [{"n": 8, "kind": "flag", "cell": 4}]


@pytest.mark.parametrize(
    "before",
    [
        "act({ type: 'line', status: { status: 'waiting', delay: 9 } });",
        "state = { ...state, race: { ...state.race, paused: true } };",
        "state = { ...state, race: { ...state.race, phase: 'countdown' } };",
        "state = { ...state, race: { ...state.race, own: null } };",
        "state.race = { ...state.race, own: { ...state.race.own, outcome: 'out' } };",
    ],
    ids=["line lost", "paused", "before GO", "watching", "out"],
)
async def test_no_move_is_made_when_none_can_be(page: Page, before: str) -> None:
    script = f"{OPEN} {before} {MOVES} return [state.race.pending, state.race.lastN];"
    assert await run(page, script, entered()) == [[], 0]


async def test_a_refused_move_is_not_waited_for(page: Page) -> None:
    script = f"{OPEN} {MOVES} hear({{ t: 'rejected', code: 'too_fast', re: 'move', n: 2 }});"
    script += "return [state.race.pending.map((one) => one.n), state.refusal.code];"
    assert await run(page, script, entered()) == [[1, 3], "too_fast"]


async def test_a_grid_is_never_changed_in_place(page: Page) -> None:
    moved = {
        "t": "moved", "race": "RACE", "n": 1, "kind": "open", "cell": 1, "elapsed_ms": 900,
        "cells": [[1, "1"]], "hit": [], "flag": None, "frozen_in_ms": 0,
    }  # fmt: skip
    script = "lines.slice(0, 2).forEach(hear); const before = state; hear(lines[2]);"
    script += "const after = state.race.own; return [before.race.own.grid.characters.join(''),"
    script += "grid(), after.changed, after.revision - before.race.own.revision];"
    shown = await run(page, script, [*entered(), moved])
    assert shown == [".........", ".1.......", [1], 1]


async def test_a_name_that_is_taken_asks_for_another(page: Page) -> None:
    refused = {"t": "rejected", "code": "name_taken", "re": "hello", "n": None}
    script = "hear(lines[0]); hear(lines[1]); const asked = state.entry;"
    script += "act({ type: 'entering' }); return [asked, state.entry];"
    assert await run(page, script, [entered()[0], refused]) == ["name_taken", None]


async def test_results_stay_until_their_user_moves_on(page: Page) -> None:
    results = {
        "t": "results", "race": "RACE", "settings": {"level": "beginner"}, "boards": [],
        "rows": [{"player": "ME", "name": "Ada", "outcome": "out", "time_ms": 800, "place": 1}],
    }  # fmt: skip
    lobby = {"t": "room", "room": room(race="NEXT", phase="lobby", last_race="RACE")}
    script = "lines.slice(0, 3).forEach(hear); act({ type: 'showResults' }); hear(lines[3]);"
    script += "const kept = [state.showingResults, state.race.id]; act({ type: 'moveOn' });"
    script += "return [...kept, state.showingResults, state.race];"
    shown = await run(page, script, [*entered(), results, lobby])
    assert shown == [True, "RACE", False, None]


async def test_r11_everybodys_end_stops_the_clock(page: Page) -> None:
    results = {
        "t": "results", "race": "RACE", "settings": {"level": "beginner"}, "boards": [],
        "rows": [{"player": "ME", "outcome": "did_not_finish", "time_ms": 31_000, "place": 2}],
    }  # fmt: skip
    script = "lines.forEach(hear); const { reading } = await import('/src/clock.js');"
    script += "return [reading(state.race.clock, 5000), reading(state.race.clock, 99999)];"
    assert await run(page, script, [*entered(), results]) == [31_000, 31_000]


async def test_leaving_a_room_forgets_it(page: Page) -> None:
    script = "lines.forEach(hear); act({ type: 'route', route: { name: 'home' } });"
    script += "return [state.room, state.race, state.me.player];"
    assert await run(page, script, entered()) == [None, None, "ME"]


async def test_the_rooms_own_leaderboard_keeps_the_room(page: Page) -> None:
    script = "lines.forEach(hear);"
    script += "act({ type: 'route', route: { name: 'board', code: 'KLMNPQRS' } });"
    script += "return [state.room.code, state.race.id];"
    assert await run(page, script, entered()) == ["KLMNPQRS", "RACE"]

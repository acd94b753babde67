"""G3, G5, R1, R2, R12: what a replay looks up is what happened, at every time, both ways."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page

from protocol.replay import decode_replay
from tests.client.conftest import OpenPage
from tests.client.replay.recorded import (
    Document,
    order,
    recorded,
    revealed,
    shown_at,
    states,
)

pytestmark = pytest.mark.browser

RECORDED = {
    "beginner": recorded("timeline 1"),
    "own first taps": recorded("timeline 2", "hard", (20, 12, 40), (500, 200, 60, 4), shared=False),
    "marathon": recorded("timeline 3", "marathon", (80, 40, 240), (700, 90)),
}
LOOK_UP = """async ([document, wishes]) => {
  const { createTimeline, stepsAt } = await import('/src/replay/timeline.js');
  const { Reel } = await import('/src/replay/reel.js');
  const timeline = createTimeline(document);
  const hidden = Array(timeline.columns * timeline.rows).fill('.');
  const seats = new Map(timeline.tracks.map((track) =>
    [track.player, { reel: new Reel(track, timeline), painted: [...hidden] }]));
  return wishes.map(([player, at, mines]) => {
    const { reel, painted } = seats.get(player);
    const changed = reel.goTo(stepsAt(reel.track, at), mines);
    for (const cell of changed) painted[cell] = reel.grid.charAt(cell);
    return [reel.grid.characters.join(''), painted.join('')];
  });
}"""
"""At each wish the board as it is, and as it looks when only changed cells are painted anew."""


@pytest.fixture
async def page(open_page: OpenPage) -> Page:
    return await open_page()


async def timeline(page: Page, document: Document, expression: str, *rest: Any) -> Any:
    return await page.evaluate(
        f"""async ([document, ...rest]) => {{
          const {{ createTimeline }} = await import('/src/replay/timeline.js');
          const timeline = createTimeline(document);
          const track = (player) => timeline.tracks.find((one) => one.player === player) ?? null;
          return {expression};
        }}""",
        [document, *rest],
    )


@pytest.mark.parametrize("name", list(RECORDED))
def test_the_documents_are_such_as_the_server_gives(name: str) -> None:
    replay = decode_replay(json.dumps(RECORDED[name]))
    assert sum(len(player.moves) for player in replay.players) > 20


@pytest.mark.parametrize("name", list(RECORDED))
async def test_every_board_at_every_move_forwards_backwards_and_by_jumps(
    page: Page, name: str
) -> None:
    document = RECORDED[name]
    dice = random.Random(name)
    forwards = [
        (player, at) for player in document["players"] for at, _ in states(document, player)
    ]
    jumps = dice.sample(forwards, min(60, len(forwards)))
    # A Marathon is 3,200 cells a look: some of its moves are enough.
    walk = forwards if len(forwards) < 700 else forwards[:: len(forwards) // 200]
    visits = [(*visit, False) for visit in [*walk, *walk[::-1], *jumps]]
    visits += [(player, at, dice.random() < 0.5) for player, at in jumps]
    wishes = [[player["player"], at, mines] for player, at, mines in visits]
    looks = await page.evaluate(LOOK_UP, [document, wishes])
    for (player, at, mines), (shown, painted) in zip(visits, looks, strict=True):
        expected = shown_at(document, player, at)
        if mines:
            expected = revealed(document, player, expected)
        assert shown == painted == expected, (player["player"], at, mines)


@pytest.mark.parametrize("name", ["beginner", "own first taps"])
async def test_r12_everyone_stands_where_they_stood(page: Page, name: str) -> None:
    document = RECORDED[name]
    players = document["players"]
    times = sorted({move[0] for player in players for move in player["moves"]})[:-1]
    looks = await timeline(
        page,
        document,
        "rest[0].map((at) => timeline.standings(at).map(({ track, place, progress, outcome }) => "
        "[track.player, place, progress, outcome]))",
        times,
    )
    for at, rows in zip(times, looks, strict=True):
        orders = {player["player"]: order(started(document, player), at) for player in players}
        places = {
            one: 1 + sum(other < own for other in orders.values()) for one, own in orders.items()
        }
        assert {row[0]: row[1] for row in rows} == places, at
        assert [row[1] for row in rows] == sorted(places.values()), at
        for player in players:
            ((_, _, progress, outcome),) = [row for row in rows if row[0] == player["player"]]
            done = [move[7] for move in player["moves"] if move[0] <= at]
            assert progress == max([document["done"], *done]) * 100 // player["bbbv"]
            assert outcome == (player["outcome"] if at >= player["time_ms"] else None)
    final = await timeline(
        page,
        document,
        "timeline.standings(timeline.lengthMs)"
        ".map((one) => [one.track.player, one.place, one.outcome])",
    )
    assert final == [[one["player"], one["place"], one["outcome"]] for one in players]


def started(document: Document, player: Document) -> Document:
    """The player with the shared start's opening as a move."""
    go = [0, 0, "open", document["start"], document["opened"], [], None, document["done"]]
    return player | {"moves": [go, *player["moves"]]}


async def test_steps_go_from_move_to_move_of_one_player_or_of_all(page: Page) -> None:
    document = RECORDED["beginner"]
    slowest = max(document["players"], key=lambda player: int(player["time_ms"]))
    quickest = min(document["players"], key=lambda player: int(player["time_ms"]))
    for player in (slowest["player"], quickest["player"], None):
        times = sorted(
            {0, document["length_ms"]}
            | {
                move[0]
                for one in document["players"]
                if player in (None, one["player"])
                for move in one["moves"]
            }
        )
        ways = await timeline(
            page,
            document,
            "rest[1].map((at) => "
            "[timeline.before(at, track(rest[0])), timeline.after(at, track(rest[0]))])",
            player,
            times,
        )
        assert [way[0] for way in ways[1:-1]] == times[:-2]
        assert [way[1] for way in ways] == [*times[1:], times[-1]]


async def test_marks_tell_ends_mines_and_pauses(page: Page) -> None:
    document = RECORDED["beginner"]
    marks = await timeline(
        page, document, "timeline.marks.map((one) => [one.at, one.kind, one.track?.player ?? null])"
    )
    kinds = {"cleared": "cleared", "out": "hit", "did_not_finish": "ended"}
    ends = [[one["time_ms"], kinds[one["outcome"]], one["player"]] for one in document["players"]]
    assert sorted(marks) == sorted([[1000, "pause", None], *ends])
    assert [mark[0] for mark in marks] == sorted(mark[0] for mark in marks)


async def test_r2_the_frame_of_an_own_first_tap_comes_with_the_tap(page: Page) -> None:
    document = RECORDED["own first taps"]
    starts = await timeline(
        page, document, "timeline.tracks.map((one) => [one.start, one.startsAt])"
    )
    assert starts == [[one["start"], 1] for one in document["players"]]
    shared = await timeline(
        page, RECORDED["beginner"], "timeline.tracks.map((one) => [one.start, one.startsAt])"
    )
    assert shared == [[RECORDED["beginner"]["start"], 0]] * 3


async def test_r17_a_mine_that_was_taken_back_is_hidden_again(page: Page) -> None:
    document = recorded("timeline 4", moves=(5,))
    (player,) = document["players"]
    assert player["outcome"] == "out"
    mine = player["moves"][-1]
    player["taken_back"] = [[mine[0] + 500, mine[1]]]
    document["length_ms"] = player["time_ms"] = mine[0] + 900
    times = [mine[0] - 1, mine[0], mine[0] + 499, mine[0] + 500, mine[0] + 1, mine[0] + 900]
    looks = await page.evaluate(
        LOOK_UP, [document, [[player["player"], at, False] for at in times]]
    )
    assert [look[0] for look in looks] == [shown_at(document, player, at) for at in times]
    assert "*" in looks[1][0]
    assert "*" not in looks[3][0]


@pytest.mark.parametrize("change", [{"format": "other"}, {"version": 2}])
async def test_a_document_of_another_kind_is_refused(page: Page, change: Document) -> None:
    with pytest.raises(Exception, match="no replay"):
        await timeline(page, RECORDED["beginner"] | change, "timeline.race")


VECTORS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parents[3] / "protocol/vectors/replays").glob("*.json"))
    if path.stem != "refused"
}


@pytest.mark.parametrize("name", list(VECTORS))
async def test_the_replays_of_the_vectors_are_read(page: Page, name: str) -> None:
    document = VECTORS[name]
    visits = [(one, at) for one in document["players"] for at, _ in states(document, one)]
    wishes = [[player["player"], at, False] for player, at in visits]
    looks = await page.evaluate(LOOK_UP, [document, wishes])
    for (player, at), (shown, _) in zip(visits, looks, strict=True):
        assert shown == shown_at(document, player, at)

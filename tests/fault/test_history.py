"""The history checker finds every kind of broken promise, and nothing in a true history."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from protocol import messages as m
from protocol.codec import encode_server
from server.race import events as e
from server.race.evolve import evolve
from server.race.state import Race
from server.rooms import wire
from server.store.projections import result_rows
from tests.fault.folding import fold
from tests.fault.history import Verdict, check
from tests.fault.players import Journal
from tests.fault.raced import ANN, BOB, RACE, cleared_race
from tests.fault.stored import StoredLog
from tests.suites.peer import Frame

LOG = cleared_race()
ROOM = "RRRRRRRR"
Message = dict[str, Any]


def stored(events: tuple[e.Event, ...] = LOG) -> StoredLog:
    rows = sorted(result_rows(ROOM, RACE, events), key=lambda row: row.player)
    return StoredLog(
        players=frozenset({ANN, BOB}),
        rooms=frozenset({ROOM}),
        races={RACE: events},
        room_of={RACE: ROOM},
        results=tuple(rows),
    )


def told(player: str) -> list[tuple[str, Message]]:
    """What this player says and hears in the race, in order."""
    lines: list[tuple[str, Message]] = []

    def hear(message: m.ServerMessage) -> None:
        lines.append(("server", json.loads(encode_server(message))))

    race: Race | None = None
    for event in LOG:
        race = evolve(race, event)
        match event:
            case e.CountdownStarted():
                view = wire.view(race, player, event.at)
                assert view is not None
                hear(m.Countdown(view=view))
            case e.Went():
                hear(wire.go(race, event, racing=True))
            case e.Moved() if event.player == player:
                move = {"race": RACE, "n": event.n, "kind": event.kind, "cell": event.cell}
                lines.append(("client", {"t": "move", **move}))
                hear(wire.moved(race, event))
            case e.RacerEnded():
                hear(wire.ended(race, event, event.at))
            case e.Finished():
                hear(wire.results(race, lambda player: player))
            case _:
                pass
    return lines


def journal(lines: list[tuple[str, Message]], player: str = ANN, **last: Any) -> Journal:
    frames = [
        Frame("client" if by == "client" else "server", json.dumps(message), 1)
        for by, message in lines
    ]
    return Journal(player, frames, **last)


def checked(lines: list[tuple[str, Message]], log: StoredLog | None = None) -> Verdict:
    return check([journal(lines)], log or stored())


def without(kind: type[e.Event], which: int = 0) -> tuple[e.Event, ...]:
    """The log that has forgotten everything from the event of this kind with this index on."""
    places = [at for at, event in enumerate(LOG) if isinstance(event, kind)]
    return LOG[: places[which]]


def changed(tag: str, change: Callable[[Message], Message]) -> list[tuple[str, Message]]:
    """Ann's story with the first message of this tag told otherwise."""
    lines = told(ANN)
    at = next(at for at, (_, message) in enumerate(lines) if message["t"] == tag)
    lines[at] = lines[at][0], change(lines[at][1])
    return lines


def snapshot(n: int, grid: str) -> tuple[str, Message]:
    own = {"n": n, "grid": grid}
    view = {"race": RACE, "phase": "running", "own": own, "commitment": commitment()}
    return "server", {"t": "snapshot", "view": view, "results": None}


def commitment() -> str:
    found: str = told(ANN)[0][1]["view"]["commitment"]
    return found


def kinds(verdict: Verdict) -> set[str]:
    return {problem.split(":")[0] for problem in verdict.problems}


def test_a_true_history_has_no_problems() -> None:
    verdict = check([journal(told(ANN)), journal(told(BOB), BOB)], stored(), stored())
    assert verdict.problems == []
    assert verdict.acknowledged == sum(isinstance(event, e.Moved) for event in LOG)
    assert verdict.promises > verdict.acknowledged


@pytest.mark.parametrize("kind", [e.Dealt, e.Went, e.Moved, e.RacerEnded, e.Finished])
def test_whatever_was_told_and_is_not_stored_is_lost(kind: type[e.Event]) -> None:
    assert checked(told(ANN), stored(without(kind))).count("lost") > 0


def test_the_last_move_alone_is_missed() -> None:
    until_then = [line for line in told(ANN) if line[1]["t"] in {"go", "move", "moved"}]
    verdict = checked(until_then, stored(without(e.Moved, -1)))
    assert [problem.split(" of race")[0] for problem in verdict.problems] == [
        f"lost: move {until_then[-1][1]['n']}"
    ]


def test_a_race_a_room_and_a_player_that_nobody_knows() -> None:
    assert checked(told(ANN), replace(stored(), races={}, results=())).count("lost") > 0
    welcome = "server", {"t": "welcome", "player": "D" * 10}
    created = "server", {"t": "created", "room": "DDDDDDDD"}
    assert checked([welcome, created]).count("lost") == 2


def test_a_refused_move_that_is_stored() -> None:
    lines = told(ANN)
    at = next(at for at, (_, message) in enumerate(lines) if message["t"] == "moved")
    n = lines[at][1]["n"]
    refusal: Message = {"t": "rejected", "code": "frozen", "re": "move", "n": n}
    lines[at] = "server", refusal
    assert "refused" in kinds(checked(lines))
    # sent twice and answered once: the other answer may have been lost on the way
    lines.insert(at, lines[at - 1])
    assert checked(lines).problems == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cell", 80),
        ("cells", [[0, "8"]]),
        ("cells", [[80, "1"]]),
        ("hit", [3]),
        ("flag", None),
        ("elapsed_ms", 7),
    ],
)
def test_a_move_told_otherwise_than_it_is_stored(field: str, value: object) -> None:
    lines = changed("moved", lambda message: message | {field: value})
    assert kinds(checked(lines)) == {"made up"}


def test_a_second_go_for_one_client() -> None:
    lines = told(ANN)
    assert kinds(checked([*lines, next(line for line in lines if line[1]["t"] == "go")])) == {"go"}


def test_results_and_ends_that_differ() -> None:
    def worse(message: Message) -> Message:
        rows = [row | {"time_ms": row["time_ms"] + 1} for row in message["rows"]]
        return message | {"rows": rows}

    assert kinds(checked(changed("results", worse))) == {"results"}

    def later(message: Message) -> Message:
        return message | {"standing": message["standing"] | {"time_ms": 1}}

    assert kinds(checked(changed("ended", later))) == {"lost"}


def test_rows_that_are_not_those_of_the_log() -> None:
    log = stored()
    wrong = replace(log, results=log.results[:1])
    assert kinds(check([], wrong)) == {"results"}
    assert kinds(check([], log, wrong)) == {"results"}
    assert kinds(check([], replace(log, damage=("gap",)))) == {"damage"}


def test_snapshots_are_compared_with_the_log() -> None:
    go = told(ANN)[:2]
    assert [message["t"] for _, message in go] == ["countdown", "go"]
    first = next(event for event in LOG if isinstance(event, e.Moved))
    grid = fold(LOG).parts[ANN].shows(first.n)
    assert grid is not None
    assert checked([*go, snapshot(first.n, grid)]).problems == []
    assert kinds(checked([*go, snapshot(first.n, "." * 81)])) == {"grid"}
    assert kinds(checked([*go, snapshot(999, grid)])) == {"lost"}


def test_a_known_number_never_goes_back() -> None:
    lines = told(ANN)
    moves = [at for at, (_, message) in enumerate(lines) if message["t"] == "moved"]
    grid = fold(LOG).parts[ANN].shows(lines[moves[0]][1]["n"])
    assert grid is not None
    back = snapshot(lines[moves[0]][1]["n"], grid)
    problems = checked([*lines[: moves[1] + 1], back]).problems
    assert [problem[:27] for problem in problems] == ["lost: known up to move 2, t"]


def test_the_board_on_the_screen_at_the_end() -> None:
    lines = told(ANN)
    n = max(message["n"] for _, message in lines if message["t"] == "moved")
    wrong = journal(lines, race=RACE, n=n, grid="." * 81)
    assert kinds(check([wrong], stored())) == {"grid"}
    before_go = journal(lines[:1], race=RACE, n=0, grid="." * 81)
    assert check([before_go], stored()).problems == []
    too_soon = journal(lines[:1], race=RACE, n=0, grid="1" * 81)
    assert kinds(check([too_soon], stored())) == {"made up"}

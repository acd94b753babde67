"""The suites' own picture of a race agrees with the golden sessions, line by line."""

from pathlib import Path
from typing import Any

import pytest

from tests.protocol.vectors import SESSIONS, session
from tests.suites.picture import Grid, Picture

ROWS_OF_FOUR = "F1..*21.0F1."


def shown(picture: Picture) -> dict[str, Any]:
    """What `expect` lines speak of."""
    state = picture.state
    return {
        "phase": state.room and state.room["phase"],
        "grid": picture.grid and str(picture.grid),
        "n": picture.n,
        "counter": picture.grid and picture.grid.counter,
        "start": state.view and state.view["start"],
        "outcome": state.outcome,
        "paused": state.paused,
        "pending": list(picture.pending),
    }


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: str(path.stem))
def test_the_picture_shows_what_the_sessions_expect(path: Path) -> None:
    picture = Picture()
    expected = 0
    for line in session(path):
        if line.get("by") == "client":
            picture.sent(line["message"])
        elif line.get("by") == "server":
            picture.take(line["message"])
        elif "expect" in line:
            expected += 1
            assert shown(picture).items() >= line["expect"].items()
    assert expected >= 5
    assert picture.token is not None or path.stem != "own-start-mine-hit"


def test_what_is_unknown_is_ignored() -> None:
    picture = Picture()
    picture.take({"t": "weather", "rain": True})
    assert picture == Picture()


def test_another_race_begins_with_an_empty_picture() -> None:
    (path,) = (path for path in SESSIONS if path.stem == "shared-start-cleared")
    picture = Picture()
    for line in session(path):
        if "message" in line:
            (picture.sent if line["by"] == "client" else picture.take)(line["message"])
    assert picture.grid is None
    assert picture.number() == 1
    assert picture.state.results is not None


def test_g7_the_counter_goes_below_zero() -> None:
    assert Grid(4, 3, 1, list(ROWS_OF_FOUR)).counter == -2


def test_neighbours_stay_on_the_board() -> None:
    grid = Grid(4, 3, 3, list(ROWS_OF_FOUR))
    assert grid.around(0) == [1, 4, 5]
    assert grid.around(7) == [2, 3, 6, 10, 11]
    assert grid.around(5) == [0, 1, 2, 4, 6, 8, 9, 10]
    assert grid.where("F") == [0, 9]


def test_a_dot_says_nothing_about_its_cell() -> None:
    grid = Grid(4, 3, 3, list(ROWS_OF_FOUR))
    grid.open([[2, "1......1"], [11, "2"]])
    assert str(grid) == "F11.*21.0112"


def told(n: int, commitment: str = "aa", phase: str = "running") -> dict[str, Any]:
    """A snapshot of one race in which the viewer's last move was `n`."""
    own = {"grid": "." * 12, "n": n, "outcome": None}
    view = {"race": "R", "commitment": commitment, "columns": 4, "rows": 3, "mines": 3}
    view |= {"standings": [], "paused": False, "own": own}
    room = {"race": "R", "phase": phase}
    return {"room": room, "view": None if phase == "lobby" else view, "results": None}


def move(n: int) -> dict[str, Any]:
    return {"t": "move", "race": "R", "n": n, "kind": "flag", "cell": 0}


@pytest.mark.parametrize(
    ("before", "after", "set_back", "pending"),
    [
        pytest.param(told(3), told(3), 0, [4], id="a lost line"),
        pytest.param(told(3), told(4), 0, [], id="the answer was lost"),
        pytest.param(told(3), told(2), 1, [], id="an acknowledged move is gone"),
        pytest.param(told(3), told(3, "bb"), 1, [], id="another board"),
        pytest.param(told(3), told(0, phase="lobby"), 1, [], id="before the start again"),
    ],
)
def test_older_data_are_noticed_and_nothing_is_played_on_them(
    before: dict[str, Any], after: dict[str, Any], set_back: int, pending: list[int]
) -> None:
    picture = Picture()
    picture.take({"t": "snapshot"} | before)
    picture.sent(move(4))
    picture.take({"t": "snapshot"} | after)
    assert picture.set_back == set_back
    assert list(picture.pending) == pending
    assert picture.number() == 5


def test_another_board_before_any_move_is_no_set_back() -> None:
    """A countdown that was called off: the next one has another board."""
    picture = Picture()
    picture.take({"t": "snapshot"} | told(0))
    picture.take({"t": "snapshot"} | told(0, "bb"))
    assert picture.set_back == 0

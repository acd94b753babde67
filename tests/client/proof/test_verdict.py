"""What results prove: every check by itself (R2, R4)."""

import hashlib
from typing import Any

import pytest

from server.engine.cells import scan
from server.engine.deal import layout, start_cell
from tests.client.conftest import AT_HOME, OpenPage

pytestmark = pytest.mark.browser

KEY = bytes(range(32))
SIZE = {"columns": 8, "rows": 5, "mines": 6}
START = start_cell(1, KEY, 8, 5)
COMMITMENT = hashlib.sha256(KEY).hexdigest()


def board(player: str | None, start: int) -> dict[str, Any]:
    mines = list(scan(layout(1, KEY, 8, 5, 6, start)))
    return {"player": player, "start": start, "mines": mines}


def results(start: str = "shared", **changes: Any) -> dict[str, Any]:
    boards = [board(None, START)] if start == "shared" else [board("A", 0), board("B", 39)]
    settings = {"level": "custom", "start": start, **SIZE}
    told = {"settings": settings, "key": KEY.hex(), "commitment": COMMITMENT, "boards": boards}
    return told | changes


CASES: list[tuple[str, dict[str, Any], str | None, dict[str, Any], bool]] = [
    ("all holds", results(), COMMITMENT, {"seen": True}, True),
    ("nothing was seen", results(), None, {"seen": None}, True),
    ("own first taps", results("own"), None, {"seen": None, "start": None}, True),
    ("nobody made a tap", results("own", boards=[]), None, {"seen": None, "start": None}, True),
    ("another was seen", results(), "0" * 64, {"seen": False}, False),
    (
        "another key",
        results(key="00" * 32),
        COMMITMENT,
        {"key": False, "seen": True, "start": False, "mines": False},
        False,
    ),
    (
        "another commitment",
        results(commitment="0" * 64),
        COMMITMENT,
        {"key": False, "seen": False},
        False,
    ),
    (
        "another start",
        results(boards=[board(None, START) | {"start": 0}]),
        None,
        {"seen": None, "start": False},
        False,
    ),
    (
        "a mine beside",
        results(boards=[board(None, START) | {"mines": [1, 8, 23, 24, 31, 35]}]),
        None,
        {"seen": None, "mines": False},
        False,
    ),
    (
        "one own board of two",
        results("own", boards=[board("A", 0), board("B", 39) | {"mines": board("A", 0)["mines"]}]),
        None,
        {"seen": None, "start": None, "mines": False},
        False,
    ),
    ("no board at all", results(boards=[]), None, {"seen": None, "mines": False}, False),
]


@pytest.mark.parametrize(
    ("told", "seen", "expected", "holds"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
async def test_each_check(
    open_page: OpenPage,
    told: dict[str, Any],
    seen: str | None,
    expected: dict[str, Any],
    holds: bool,
) -> None:
    page = await open_page(origin=AT_HOME)
    verdict, good = await page.evaluate(
        """async ([told, size, seen]) => {
          const { browserDigest } = await import('/src/proof/layout.js');
          const { holds, judge } = await import('/src/proof/verdict.js');
          const verdict = await judge(browserDigest(), told, size, seen);
          return [verdict, holds(verdict)];
        }""",
        [told, SIZE, seen],
    )
    verdict.pop("boards")
    assert verdict == {"key": True, "start": True, "mines": True} | expected
    assert good is holds

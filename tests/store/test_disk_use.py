"""The disk use that the document promises is what the store needs."""

import re

import pytest

from tests.repository.tree import ROOT
from tests.store.disk_use import measure

ROW = re.compile(r"^\| (\w+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) \|$", re.MULTILINE)


def documented(level: str) -> list[float]:
    text = (ROOT / "server/README.md").read_text()
    found = {row[0]: [float(figure) for figure in row[1:]] for row in ROW.findall(text)}
    return found[level]


@pytest.mark.parametrize(("level", "races"), [("beginner", 60), ("expert", 10)])
async def test_documented_bytes_are_those_that_are_needed(level: str, races: int) -> None:
    use = await measure(level, races)
    moves, per_move, per_race, trimmed = documented(level)
    assert use.moves == pytest.approx(moves, abs=1)
    assert use.bytes_per_move == pytest.approx(per_move, rel=0.1)
    assert use.bytes_per_race / 1000 == pytest.approx(per_race, rel=0.1)
    assert use.bytes_trimmed / 1000 == pytest.approx(trimmed, rel=0.2)

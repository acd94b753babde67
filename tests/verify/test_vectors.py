"""The golden replays in protocol/vectors/replays: accepted, and refused once altered.

They were played through the race core once and are never made anew: what a later server cannot
read any more, nobody can who has downloaded a race.
"""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from protocol.replay import decode_replay
from server.proof.check import check
from server.proof.claims import Refuted
from tests.verify.third_party import Wrong, verify

pytestmark = pytest.mark.suite("verify")

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors" / "replays"
REPLAYS = {
    path.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("*.json"))
    if path.name != "refused.json"
}
REFUSED: list[dict[str, Any]] = json.loads((FOLDER / "refused.json").read_text(encoding="utf-8"))


def altered(vector: dict[str, Any]) -> dict[str, Any]:
    document = copy.deepcopy(REPLAYS[vector["of"]])
    *steps, last = vector["at"]
    place: Any = document
    for step in steps:
        place = place[step]
    assert place[last] != vector["value"]
    place[last] = vector["value"]
    return document  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", REPLAYS)
def test_r4_they_hold(name: str) -> None:
    verify(REPLAYS[name], REPLAYS[name]["commitment"])
    check(decode_replay((FOLDER / name).read_bytes()))


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: str(vector["name"]))
def test_r4_altered_ones_do_not(vector: dict[str, Any]) -> None:
    with pytest.raises(Wrong):
        verify(altered(vector))
    with pytest.raises(Refuted):
        check(decode_replay(json.dumps(altered(vector))))


def test_every_kind_of_race_is_there() -> None:
    """R2, R10, R11, R13, R14, R17, G15, G16, G17."""
    players = [player for replay in REPLAYS.values() for player in replay["players"]]
    outcomes = {player["outcome"] for player in players}
    assert outcomes >= {"cleared", "out", "gave_up", "left", "did_not_finish"}
    assert any(replay["settings"]["start"] == "own" for replay in REPLAYS.values())
    assert any(replay["interrupted"] for replay in REPLAYS.values())
    assert any(player["taken_back"] for player in players)
    assert {vector["of"] for vector in REFUSED} == set(REPLAYS)

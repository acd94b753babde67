"""The look back on its way: complete, and anything else is refused."""

import json
from typing import Any

import msgspec
import pytest

from protocol import reference
from protocol.insight import (
    Ground,
    Insight,
    Moment,
    Picture,
    RacerInsight,
    Risk,
    Stall,
    decode_insight,
    encode_insight,
)
from tests.protocol.schema import fits

PICTURE = Picture(first=0, columns=2, rows=2, cells="1F..")
MOMENT = Moment(
    kind="hit",
    n=3,
    at_ms=900,
    move="chord",
    cell=0,
    chance=0.25,
    risks=[Risk(2, 0.25, mined=True), Risk(3, None, mined=False)],
    wrong_flags=[1],
    lowest=Risk(3, 0.0625, mined=False),
    mine=None,
    safe=Ground(cell=3, rule="pair", numbers=[0], safe=[3], mined=[2]),
    safe_cells=1,
    picture=PICTURE,
    elsewhere=None,
)
RACER = RacerInsight(
    player="A",
    name="Ann",
    colour=0,
    place=1,
    outcome="out",
    time_ms=900,
    bbbv=2,
    bbbv_done=1,
    bbbv_per_s=1.111,
    clicks=3,
    wasted=1,
    efficiency=0.333,
    flags_right=0,
    flags_wrong=1,
    stall=Stall(0, 500),
    progress=[(0, 0), (500, 50)],
    complete=True,
    needless=1,
    needed=0,
    moments=[MOMENT],
)
INSIGHT = Insight(
    race="RACE", columns=2, rows=2, mines=1, length_ms=900, complete=True, racers=[RACER]
)


def test_a_look_back_comes_back_as_it_was() -> None:
    document = encode_insight(INSIGHT)
    assert decode_insight(document) == INSIGHT
    assert decode_insight(document.replace(b'"race"', b'"later":[],"race"', 1)) == INSIGHT


def test_the_schema_describes_it() -> None:
    schema = json.loads(reference.files()["protocol/schema.json"])
    document = json.loads(encode_insight(INSIGHT))
    assert fits(document, {"$ref": "#/$defs/Insight"}, schema)
    assert not fits(document | {"complete": 2}, {"$ref": "#/$defs/Insight"}, schema)


@pytest.mark.parametrize(("name", "value"), [("race", None), ("racers", [{}]), ("columns", "2")])
def test_anything_else_is_refused(name: str, value: Any) -> None:
    document = json.loads(encode_insight(INSIGHT)) | {name: value}
    with pytest.raises(msgspec.DecodeError):
        decode_insight(json.dumps(document))

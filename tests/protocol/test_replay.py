"""The replay document on its way: complete, and anything else is refused."""

import json
from typing import Any

import msgspec
import pytest

from protocol import reference
from protocol.messages import Settings
from protocol.replay import Replay, ReplayPlayer, decode_replay, encode_replay
from tests.protocol.schema import fits

SETTINGS = Settings(level="custom", columns=5, rows=5, mines=1)
PLAYER = ReplayPlayer(
    player="A",
    name="Ann",
    colour=0,
    place=1,
    outcome="cleared",
    time_ms=900,
    progress=100,
    bbbv=2,
    bbbv_done=2,
    clicks=2,
    flags_right=0,
    flags_wrong=0,
    hints=0,
    undone=0,
    start=None,
    laid=None,
    taken_back=[],
    moves=[(500, 1, "flag", 24, [], [], True, 1), (900, 3, "open", 4, [4, 1], [], None, 2)],
)
REPLAY = Replay(
    race="RACE",
    settings=SETTINGS,
    date_ms=1_700_000_000_000,
    ruleset=1,
    seed="SEED",
    origin="fresh",
    key="00" * 32,
    commitment="11" * 32,
    label="guessing_may_be_needed",
    start=0,
    laid=[24, 1],
    opened=[0, 4, 5, 14],
    done=1,
    pauses=[(600, 1_000)],
    cutoff_ms=30_900,
    length_ms=900,
    ranked=False,
    interrupted=False,
    players=[PLAYER],
)


def test_a_replay_comes_back_as_it_was() -> None:
    document = encode_replay(REPLAY)
    assert document.startswith(b'{"format":"demineur-replay","version":1,"race":"RACE"')
    assert decode_replay(document) == REPLAY
    assert decode_replay(document.replace(b'"race"', b'"later":[],"race"', 1)) == REPLAY


def test_it_fits_its_schema_and_is_no_message() -> None:
    schema: dict[str, Any] = json.loads(reference.files()["protocol/schema.json"])
    document = json.loads(encode_replay(REPLAY))
    assert fits(document, {"$ref": "#/$defs/Replay"}, schema)
    assert not fits(document, schema, schema)
    assert not fits(document | {"version": 2}, {"$ref": "#/$defs/Replay"}, schema)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", "demineur-results"),
        ("version", 2),
        ("opened", [[0, 4]]),
        ("players", [{}]),
        ("pauses", [[600]]),
        ("length_ms", 1.5),
    ],
)
def test_anything_else_is_refused(name: str, value: object) -> None:
    document = json.loads(encode_replay(REPLAY)) | {name: value}
    with pytest.raises(msgspec.DecodeError):
        decode_replay(json.dumps(document))
    with pytest.raises(ValueError, match="truncated"):
        decode_replay(b"{")

"""Races of the golden logs, the oldest ones too: their replays can be made, and they hold (R4)."""

import json

import pytest

from protocol.replay import decode_replay, encode_replay
from server.proof.check import check
from server.race.evolve import replay
from server.records import StoredRace
from server.rooms.replays import replay_of
from tests.race.folded import logs
from tests.verify import third_party

pytestmark = pytest.mark.suite("verify")

FINISHED = {name: log for name, log in logs().items() if replay(log).phase == "finished"}


@pytest.mark.parametrize("name", FINISHED)
def test_it_holds(name: str) -> None:
    log = FINISHED[name]
    race = replay(log)
    document = encode_replay(
        replay_of(StoredRace(room="ROOM", race=race.id, events=tuple(log)), {"A": "Ann"})
    )
    third_party.verify(json.loads(document), race.commitment)
    check(decode_replay(document), race.commitment)


def test_all_others_are_not_told_of() -> None:
    """R6."""
    others = {name: log for name, log in logs().items() if name not in FINISHED}
    assert set(others) == {"aborted", "not-over"}
    for log in others.values():
        with pytest.raises(ValueError, match="nothing may be revealed"):
            replay_of(StoredRace(room="ROOM", race="RACE", events=tuple(log)), {})

"""Old logs stay readable: their folds are what they were when they were written (R3).

`golden/*.jsonl` holds one log for each kind of race, most of them written by the first version of
the events; a later kind of event brings a log of its own. None of them is ever made anew.
"""

from typing import get_args

import pytest

from server.race.events import Event, decode_event, encode_event
from server.race.evolve import replay
from server.race.settings import Outcome, Phase
from tests.race.folded import TABLE, fold_hash, logs, table

LOGS = logs()
FOLDS = {
    name: (int(events), fold)
    for name, events, fold in (
        line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()[1:]
    )
}


@pytest.mark.parametrize("name", LOGS)
def test_the_fold_is_what_it_was(name: str) -> None:
    assert (len(LOGS[name]), fold_hash(LOGS[name])) == FOLDS[name]


@pytest.mark.parametrize("name", LOGS)
def test_written_again_it_means_the_same(name: str) -> None:
    again = [decode_event(encode_event(event)) for event in LOGS[name]]
    assert again == LOGS[name]


def test_the_table_is_the_one_of_the_logs() -> None:
    assert table() == TABLE.read_text(encoding="utf-8")


def test_every_kind_of_event_and_every_end_is_there() -> None:
    """A new kind of event needs a golden log."""
    events = [event for log in LOGS.values() for event in log]
    assert {type(event) for event in events} == set(get_args(Event))
    races = [replay(log) for log in LOGS.values()]
    outcomes = {placing.outcome for race in races for placing in race.placings}
    assert outcomes == set(get_args(Outcome))
    assert {race.phase for race in races} <= set(get_args(Phase))
    assert {race.phase for race in races} >= {"finished", "aborted", "running"}


def test_a_fold_sees_every_event() -> None:
    """Leaving one out, wherever, is another fold."""
    log = LOGS["penalty"]
    whole = fold_hash(log)
    for left_out in range(8, len(log)):
        assert fold_hash(log[:left_out] + log[left_out + 1 :]) != whole

"""What the server may say: every message has an example, and no type holds a secret too early."""

import json

import pytest

from protocol.codec import decode_server, encode_server
from protocol.declarations import read
from protocol.messages import Results, Snapshot
from tests.protocol.vectors import compact, sent_by

DECLARED = read()
RECORDS = DECLARED.sent_by("server")


def test_every_message_has_a_golden_example() -> None:
    assert {message["t"] for message in sent_by("server")} == {record.tag for record in RECORDS}


@pytest.mark.parametrize("message", sent_by("server"), ids=lambda message: str(message["t"]))
def test_a_client_ignores_fields_that_it_does_not_know(message: dict[str, object]) -> None:
    assert decode_server(compact(message | {"new": [1]})) == decode_server(compact(message))


def test_nothing_is_left_out_of_what_the_server_sends() -> None:
    for message in sent_by("server"):
        record = next(record for record in RECORDS if record.tag == message["t"])
        assert list(message) == ["t", *(field.name for field in record.fields)]


def test_r6_what_is_told_of_others_has_no_positions() -> None:
    """Names of fields that could carry cells; the parts of these messages: `test_parts`."""
    cells = {"cell", "cells", "grid", "mines", "hit", "start", "flags", "boards", "key", "seed"}
    for tag in ("standings", "ended", "pause_state"):
        record = next(record for record in RECORDS if record.tag == tag)
        assert not {field.name for field in record.fields} & cells


def test_r4_key_and_boards_stand_in_results_alone() -> None:
    """And in replays, which are no messages: only those of finished races are given."""
    for record in DECLARED.records:
        if record.name not in ("Results", "Replay"):
            assert not {field.name for field in record.fields} & {"key", "boards"}, record.name


def test_results_inside_a_snapshot_are_the_whole_message() -> None:
    told = next(message for message in sent_by("server") if message.get("results"))
    read_message = decode_server(compact(told))
    assert isinstance(read_message, Snapshot)
    assert isinstance(read_message.results, Results)
    assert json.loads(encode_server(read_message.results)) == told["results"]

"""Parts of messages: what is told of rivals is numbers of progress, never positions (R6)."""

from protocol.declarations import read

PARTS = {record.name: record for record in read().sent_by(None)}


def test_r6_parts_that_tell_of_others_have_no_positions() -> None:
    """Names of fields that could carry cells."""
    cells = {"cell", "cells", "grid", "mines", "hit", "start", "flags", "boards", "key", "seed"}
    assert not {field.name for field in PARTS["Standing"].fields} & cells
    assert not {field.name for field in PARTS["Member"].fields} & cells

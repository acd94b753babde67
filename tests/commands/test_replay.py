"""`replay`: text boards of a finished race."""

import json
from pathlib import Path

import pytest

from server.commands.replay import replay
from server.exits import Refusal
from tests.proof.replays import path_of


def test_a_board_at_a_moment() -> None:
    told = replay(path_of("shared-start"), player="Βασίλης", at=2.2)
    assert told.endswith(
        "2.200 s  2. flag 4:5: flag set\n.*......\n1111....\n0001F...\n0012f..*\n001*..**\n"
    )
    assert replay(path_of("shared-start")).count(" s  ") == 1
    assert replay(path_of("shared-start"), steps=True).count(" s  ") == 9


def test_what_cannot_be_shown(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="Bob is not one of"):
        replay(path_of("shared-start"), player="Bob")
    for at in (float("nan"), float("inf")):
        with pytest.raises(Refusal, match="no moment"):
            replay(path_of("shared-start"), at=at)
    document = json.loads(path_of("shared-start").read_text(encoding="utf-8"))
    document["players"][0]["moves"][0][3] = 99
    file = tmp_path / "file"
    file.write_text(json.dumps(document))
    with pytest.raises(Refusal, match="not on the board"):
        replay(file)

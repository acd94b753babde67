"""`verify`: what is proved in words, and an exit code of its own for what is not true (R4)."""

import json
from pathlib import Path

import pytest

from server.commands.verify import verify
from server.exits import Exit, NotTrue, Refusal
from tests.proof.replays import golden, path_of


def test_r4_what_holds_is_told() -> None:
    told = verify(path_of("shared-start"))
    assert golden("shared-start").commitment in told
    assert "Compare it with the one that was shown" in told
    assert "All 14 moves" in told
    assert "Dealt on 2023-11-14 at 22:13 UTC." in told
    noted = verify(path_of("shared-start"), commitment=golden("shared-start").commitment)
    assert "the board was fixed before the race" in noted


def test_r4_what_does_not_hold_is_told() -> None:
    with pytest.raises(NotTrue, match="does not hold: commitment") as refused:
        verify(path_of("shared-start"), commitment="0" * 64)
    assert refused.value.code is Exit.REFUTED


@pytest.mark.parametrize("date_ms", [2**63 - 1, -(2**63), 10**15])
def test_a_date_that_is_none_does_not_hold(tmp_path: Path, date_ms: int) -> None:
    document = json.loads(path_of("shared-start").read_text(encoding="utf-8"))
    file = tmp_path / "file"
    file.write_text(json.dumps(document | {"date_ms": date_ms}), encoding="utf-8")
    with pytest.raises(NotTrue, match="is no date"):
        verify(file)


def test_names_cannot_play_with_the_terminal(tmp_path: Path) -> None:
    document = json.loads(path_of("shared-start").read_text(encoding="utf-8"))
    document["players"][0]["name"] = "\x1b[31mAnn"
    file = tmp_path / "file"
    file.write_text(json.dumps(document))
    assert "\x1b" not in verify(file)


def test_what_is_no_replay_is_another_matter(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as refused:
        verify(tmp_path / "nothing")
    assert refused.value.code is Exit.USAGE

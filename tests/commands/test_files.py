"""What commands read: files and standard input, from anybody."""

import io
import sys
from pathlib import Path

import pytest

from server.commands import files
from server.commands.files import harmless, read, read_replay, read_text
from server.exits import Refusal
from tests.proof.replays import golden, path_of


def test_a_replay_from_a_file_and_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_replay(path_of("penalty")) == golden("penalty")
    given = io.TextIOWrapper(io.BytesIO(path_of("penalty").read_bytes()))
    monkeypatch.setattr(sys, "stdin", given)
    assert read_replay(Path("-")) == golden("penalty")


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "no replay"), (b"{}", "no replay"), (b"\xff", "no replay"), (b"[" * 10**5, "no replay")],
)
def test_what_is_no_replay(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(Refusal, match=why):
        read_replay(file)


def test_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refusal, match="cannot be read: No such file"):
        read(tmp_path / "file")
    (tmp_path / "file").write_bytes(b"\xff\xff")
    with pytest.raises(Refusal, match="is no text"):
        read_text(tmp_path / "file")
    monkeypatch.setattr(files, "MOST_BYTES", 1)
    with pytest.raises(Refusal, match="has more than"):
        read(tmp_path / "file")


def test_terminals_are_left_alone() -> None:
    assert harmless("a\x1b[2J\u202eb\nβ ענת 🙂") == "a[2Jb\nβ ענת 🙂"

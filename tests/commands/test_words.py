"""The commands as they are called: words, options, exit codes, and no setting gets in the way."""

import io
import sys
from pathlib import Path

import pytest

from server.__main__ import main
from server.exits import Exit
from tests.proof.replays import path_of

SHARED = str(path_of("shared-start"))


def test_deal_and_solve_make_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["deal", "5x5x4", "--seed", "ABD", "--guess-free"]) == Exit.ASKED
    dealt = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(dealt.encode())))
    assert main(["solve", "-", "--odds"]) == Exit.ASKED
    assert "single" in capsys.readouterr().out


def test_verify(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", SHARED]) == Exit.ASKED
    assert "All 14 moves" in capsys.readouterr().out
    assert main(["verify", SHARED, "--commitment", "00"]) == Exit.REFUTED
    shown = capsys.readouterr()
    assert "does not hold" in shown.err
    assert not shown.out


def test_replay(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", SHARED, "--player", "2", "--at", "2.2", "--steps"]) == Exit.ASKED
    assert capsys.readouterr().out.count(" s  ") == 3


def test_export_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The directory comes from the option, the server's variable or its settings file, or is the
    default one."""
    for words in (["--data", str(tmp_path / "given")], []):
        monkeypatch.setenv("DEMINEUR_DATA", str(tmp_path / "set"))
        assert main(["export", "BBBBBBBBBB", *words]) == Exit.USAGE
    given, by_variable = capsys.readouterr().err.splitlines()
    assert "given" in given
    assert "set" in by_variable
    monkeypatch.delenv("DEMINEUR_DATA")
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    assert main(["export", "BBBBBBBBBB", "--format", "rawvf", "--player", "1"]) == Exit.USAGE
    assert "state" in capsys.readouterr().err
    file = tmp_path / "settings.toml"
    file.write_text("data = 'filed'\n")
    assert main(["--settings", str(file), "export", "BBBBBBBBBB"]) == Exit.USAGE
    assert "filed" in capsys.readouterr().err


def test_a_settings_file_does_not_concern_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("port = 80\n")
    monkeypatch.setenv("DEMINEUR_SETTINGS", str(file))
    assert main(["deal", "5x5x4", "--seed", "ABD"]) == Exit.ASKED
    assert capsys.readouterr().out.startswith("# key ")


@pytest.mark.parametrize(
    "words",
    [
        ["deal"],
        ["deal", "huge", "--seed", "A"],
        ["deal", "hard"],
        ["solve", "/nowhere"],
        ["verify", "/nowhere"],
        ["replay", SHARED, "--at", "x"],
        ["export", "X", "--format", "avi"],
    ],
)
def test_wrong_words(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(words) == Exit.USAGE
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert not shown.out

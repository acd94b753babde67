"""The commands that keep what is stored: each is done where the settings say."""

from pathlib import Path

import pytest

from server.__main__ import main
from server.exits import Exit
from server.keeping import words


@pytest.mark.parametrize(
    ("command", "function"),
    [
        (["backup", "copy.sqlite"], "back_up"),
        (["restore", "copy.sqlite"], "put_back"),
        (["check"], "look_through"),
    ],
)
def test_a_command_is_done_where_the_settings_say(
    command: list[str], function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def done(*given: object) -> str:
        asked.append(given)
        return "done"

    monkeypatch.setattr(words, "configure", lambda *_: None)
    monkeypatch.setattr(words, function, done)
    monkeypatch.setenv("DEMINEUR_DATA", str(tmp_path / "there"))
    files = [Path(word) for word in command[1:]]
    assert main(command) == Exit.ASKED
    assert main([*command, "--data", str(tmp_path / "here")]) == Exit.ASKED
    assert asked == [(tmp_path / "there", *files), (tmp_path / "here", *files)]


@pytest.mark.parametrize("command", ["rebuild", "check", "migrate"])
def test_where_nothing_is_a_command_says_so(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--data", str(tmp_path / "x")]) != Exit.ASKED
    assert "there is no" in capsys.readouterr().err

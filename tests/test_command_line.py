"""Every command is imported when it is called, or when somebody asks what there is."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.command_line import main

ROOT = Path(__file__).parents[1]
WORDS = ("server.admin.words", "server.commands.words", "server.keeping.words", "server.serving")


def imported(*words: str) -> list[str]:
    """Which modules of commands are there after this command line."""
    code = (
        "import sys; from server.command_line import main; main(sys.argv[1:]);"
        f"print(*[name for name in {WORDS!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stderr.split()


def test_a_command_brings_no_other() -> None:
    assert imported("config", "--table") == []
    assert imported("deal", "beginner", "--seed", "ABD") == ["server.commands.words"]


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_overview_says_what_each_command_does(
    flag: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main([flag]) == 0
    shown = capsys.readouterr().out
    for line in (
        "announce       Show a line of text to everybody who is connected.",
        "backup         Copy all that is stored into one new FILE; the server may be running.",
        "rooms          See and close rooms of the running server.",
        "verify         Check a replay: board from key, every move, every figure, every place.",
    ):
        assert line in shown

"""Every golden board is still dealt as it was pinned, here and under other interpreters (R3)."""

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.golden import COLUMNS, PATH, render

ROOT = PATH.parents[2]


def pinned() -> list[dict[str, str]]:
    lines = [line for line in PATH.read_text().splitlines() if not line.startswith("#")]
    assert lines[0].split("\t") == COLUMNS
    return [dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines[1:]]


def test_r3_all_golden_boards_are_dealt_anew() -> None:
    assert render().splitlines() == PATH.read_text().splitlines()


def test_the_golden_boards_cover_all_levels_and_kinds_of_taps() -> None:
    boards = pinned()
    assert len(boards) >= 200
    levels = Counter(board["level"] for board in boards)
    assert levels == {
        **dict.fromkeys(("beginner", "intermediate", "hard", "expert", "extreme", "marathon"), 30),
        "custom": 60,
    }
    for level in levels:
        of_level = [board for board in boards if board["level"] == level]
        assert {board["where"] for board in of_level} == {"drawn", "corner", "edge", "centre"}
    drawn = [board["mines_sha256"] for board in boards if board["where"] == "drawn"]
    assert len(drawn) == len(set(drawn)) == 40


def interpreters(version: str) -> Iterator[str]:
    """Where an interpreter of this version may be: on the path, or as uv or pyenv keep it."""
    name = f"python{version}"
    for folder in os.get_exec_path():
        if found := shutil.which(name, path=folder):
            yield found
    if uv := shutil.which("uv"):
        listed = subprocess.run(
            [uv, "python", "find", "--no-python-downloads", version],
            capture_output=True,
            text=True,
            check=False,
        )
        yield from listed.stdout.split("\n")[:1]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    yield from map(str, sorted(pyenv.glob(f"versions/{version}*/bin/{name}")))


def one_that_starts(version: str) -> str | None:
    """The first that really is this version; a wrapper may stand for one that is not there."""
    ask = "import sys; print('%d.%d' % sys.version_info[:2])"
    for candidate in interpreters(version):
        try:
            said = subprocess.run(
                [candidate, "-c", ask], capture_output=True, text=True, check=False, timeout=20
            )
        except OSError:
            continue
        if said.stdout.strip() == version:
            return candidate
    return None


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_r3_another_interpreter_deals_the_same_boards(version: str) -> None:
    """No library and no hash seed has a part in a board; the engine needs nothing installed."""
    if (python := one_that_starts(version)) is None:
        pytest.skip(f"no Python {version} that starts was found on this machine")
    told = subprocess.run(
        [python, "-B", "-s", "-m", "tests.engine.golden"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert told.stdout.splitlines() == PATH.read_text().splitlines()


def test_the_search_passes_over_what_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    broken = tmp_path / "a" / f"python{version}"
    broken.write_text("#!/bin/sh\nexit 127\n")
    broken.chmod(0o755)
    works = tmp_path / "b" / f"python{version}"
    works.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", os.pathsep.join([str(broken.parent), str(works.parent)]))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert one_that_starts(version) == str(works)
    monkeypatch.setenv("PATH", str(broken.parent))
    assert one_that_starts(version) is None

"""The installed command: runs what was installed with it, and nothing that stands in the way."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.entry import main, stranger

ROOT = Path(__file__).parents[1]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A place as an installation has it: the command's module beside the two packages."""
    place = tmp_path / "installed"
    place.mkdir()
    shutil.copyfile(ROOT / "server/entry.py", place / "demineur_command.py")
    for name in ("server", "protocol"):
        (place / name).mkdir()
        (place / name / "__init__.py").touch()
    (place / "server/__main__.py").write_text("def main():\n    print('ours')\n    return 0\n")
    return place


def run(home: Path, *before: Path) -> subprocess.CompletedProcess[str]:
    """The command, with these places in front of its own."""
    path = os.pathsep.join(map(str, (*before, home)))
    return subprocess.run(
        [sys.executable, "-c", "import sys, demineur_command as c; sys.exit(c.main())"],
        cwd=home.parent,
        env=os.environ | {"PYTHONPATH": path, "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_runs_what_was_installed_with_it(home: Path) -> None:
    done = run(home)
    assert (done.returncode, done.stdout) == (0, "ours\n"), done.stderr


@pytest.mark.parametrize("name", ["server", "protocol"])
@pytest.mark.parametrize("package", [True, False])
def test_another_module_in_the_way_is_named(
    home: Path, tmp_path: Path, name: str, package: bool
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    if package:
        (other / name).mkdir()
        (other / name / "__init__.py").write_text("print('theirs')")
    else:
        (other / f"{name}.py").write_text("print('theirs')")
    done = run(home, other)
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"the module `{name}` comes from {other}" in done.stderr
    assert "environment of its own" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_missing_module_is_named(home: Path) -> None:
    shutil.rmtree(home / "protocol")
    done = run(home)
    assert done.returncode == 2
    assert "comes from nowhere" in done.stderr


def test_in_a_clone_it_is_not_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """There it lies inside `server`: `python -m server` is the way."""
    assert stranger("server", ROOT) is None
    assert main() == 2
    assert "is in the way" in capsys.readouterr().err

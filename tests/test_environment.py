"""`./run` makes its own environment: once, and anew when another Python is asked for.

Python and uv are played by scripts here: what is asked of them is what counts.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.repository.tree import ROOT

PYTHON = """#!/bin/sh
[ "$1" = -c ] && echo {version} || echo "{version} $*"
"""
UV = """#!/bin/sh
echo "$*" >> "$(dirname "$0")/../asked"
[ "$1" = venv ] || exit 0
rm -rf .venv && mkdir -p .venv/bin
while [ "$1" != --python ]; do shift; done
cp "$(dirname "$0")/$(basename "$2" | tr -d '>=')" .venv/bin/python
"""
"""Copies the Python that is asked for, by its name."""


class Machine:
    """A folder with the project's scripts, and what is on its PATH."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.path = folder / "bin"
        self._asked = folder / "asked"
        self.project.mkdir()
        self.path.mkdir()
        shutil.copytree(ROOT / ".scripts", self.project / ".scripts")
        for name in ("run", "requirements.lock", "requirements-test.lock"):
            shutil.copy(ROOT / name, self.project)
        for name in ("3.11", "python3.13"):
            self._script(name, PYTHON.format(version=name))
        self._script("uv", UV)

    def _script(self, name: str, text: str) -> None:
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def run(self, python: str | None = None) -> str:
        """What `./run` serves with."""
        env = {"PATH": f"{self.path}:{os.environ['PATH']}"}
        if python is not None:
            env["PYTHON"] = python
        words = ("./run", "--port", "1")
        return subprocess.check_output(words, cwd=self.project, env=env, text=True).strip()

    def asked(self) -> list[str]:
        """What uv was asked for since the last time."""
        words = self._asked.read_text().splitlines() if self._asked.exists() else []
        self._asked.unlink(missing_ok=True)
        return [line.split()[0] + " " + line.split()[-1] for line in words]

    def installed(self, lock: str) -> None:
        """As `./test` leaves it, or `./run`."""
        for stamp in (self.project / ".venv").glob(".installed-*"):
            stamp.unlink()
        shutil.copy(self.project / lock, self.project / ".venv" / f".installed-{lock}")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_the_first_run_sets_up_and_the_next_does_not(machine: Machine) -> None:
    assert machine.run() == "3.11 -m server --port 1"
    assert machine.asked() == ["venv .venv", "pip requirements.lock"]
    assert machine.run() == "3.11 -m server --port 1"
    assert machine.asked() == []


def test_an_environment_of_the_tests_serves_too(machine: Machine) -> None:
    machine.run()
    machine.installed("requirements-test.lock")
    machine.asked()
    assert machine.run() == "3.11 -m server --port 1"
    assert machine.asked() == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_another_python_is_taken_whoever_installed_last(machine: Machine, lock: str) -> None:
    machine.run()
    machine.installed(lock)
    machine.asked()
    assert machine.run("python3.13") == "python3.13 -m server --port 1"
    assert machine.asked() == ["venv .venv", "pip requirements.lock"]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_an_environment_that_no_longer_starts_is_made_anew(machine: Machine, lock: str) -> None:
    machine.run()
    machine.installed(lock)
    machine.asked()
    (machine.project / ".venv/bin/python").write_text("#!/gone\n")
    assert machine.run() == "3.11 -m server --port 1"
    assert machine.asked() == ["venv .venv", "pip requirements.lock"]


def test_another_lock_is_installed_into_what_is_there(machine: Machine) -> None:
    machine.run()
    machine.asked()
    with (machine.project / "requirements.lock").open("a") as lock:
        lock.write("# newer\n")
    assert machine.run() == "3.11 -m server --port 1"
    assert machine.asked() == ["pip requirements.lock"]

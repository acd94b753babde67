"""The built wheel in an environment of its own: how it gets there, and its command.

Nothing of the tree is in the way: other directory, no PYTHONPATH, no virtual environment around.
"""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 60.0


def build(folder: Path) -> Path:
    """The wheel, built from the tree as it is."""
    words = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder))
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """An empty environment with the locked packages and the wheel; its command `demineur`."""
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    python = folder / "bin" / "python"
    lock = ("--require-hashes", "-r", str(ROOT / "requirements.lock"))
    if uv:
        _run(uv, "venv", "--quiet", "--python", sys.executable, str(folder))
        pip = (uv, "pip", "install", "--quiet", "--python", str(python))
    else:
        _run(sys.executable, "-m", "venv", str(folder))
        pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    _run(*pip, *lock)
    _run(*pip, "--no-deps", str(wheel))
    return folder / "bin" / "demineur"


def _run(*words: str) -> None:
    done = subprocess.run(words, check=False, capture_output=True, text=True, env=_environment())
    assert done.returncode == 0, f"{words}: {done.stderr}"


def _environment() -> Mapping[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "VIRTUAL_ENV") and not name.startswith("DEMINEUR_")
    }


class Installed:
    """The command of an environment, called from an empty directory."""

    def __init__(self, command: Path, home: Path) -> None:
        self._command = command
        self._home = home

    async def begin(self, *words: str) -> Process:
        """Start it with these words."""
        return await asyncio.create_subprocess_exec(
            self._command, *words, cwd=self._home, env=_environment(), stdout=PIPE, stderr=PIPE
        )

    async def run(self, *words: str) -> str:
        """What it prints. Fails unless it succeeds."""
        return await ended(await self.begin(*words))

    async def serve(self, data: Path) -> tuple[Process, str]:
        """A server on this directory, and its address."""
        process = await self.begin("serve", "--port", "0", "--data", str(data))
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            while line := await process.stdout.readline():
                found = re.search(rb"(http://127\.0\.0\.1:\d+/)", line)
                if found:
                    return process, found[1].decode()
        raise AssertionError(f"not served: {(await process.communicate())[1].decode()}")


async def ended(process: Process) -> str:
    """Its whole output. Fails unless it succeeded."""
    async with asyncio.timeout(2 * PATIENCE_S):
        out, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    return out.decode()


async def stop(process: Process) -> None:
    """Ask it to stop, if it still runs."""
    if process.returncode is None:
        process.terminate()
        await ended(process)

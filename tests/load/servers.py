"""Servers as processes of their own on one core, started and ended by their ids."""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.load.machine import cpu_us, on_core, resident_bytes, server_core

ROOT: Final = Path(__file__).parents[2]


class ServerProcess:
    """`with ServerProcess("tests.load.echo", "naive") as server:`. Ends at the end of the block."""

    def __init__(self, *words: str, folder: Path | None = None) -> None:
        self.words = words
        self.folder = folder
        """Where it keeps its data, if it keeps any."""
        self.port = 0
        self.start_s = 0.0
        """From the command to the line that says where it serves."""
        self._child: subprocess.Popen[bytes]

    def __enter__(self) -> Self:
        began = time.monotonic()
        with on_core(server_core()):
            self._child = subprocess.Popen(
                (sys.executable, "-m", *self.words),
                cwd=ROOT,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        assert self._child.stdout is not None
        for line in self._child.stdout:
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                self.port = int(found[1])
                self.start_s = time.monotonic() - began
                return self
        raise AssertionError(f"{self.words} ended with {self._child.wait()}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._child.kill()
        self._child.wait()

    @property
    def pid(self) -> int:
        return self._child.pid

    @property
    def cpu_us(self) -> float:
        return cpu_us(self.pid)

    @property
    def resident_bytes(self) -> int:
        return resident_bytes(self.pid)


def echo(kind: str) -> ServerProcess:
    """One of `tests.load.echo`."""
    return ServerProcess("tests.load.echo", kind)


def real(folder: Path, *options: str) -> ServerProcess:
    """The real server with its limits raised, on a new directory inside this one."""
    data = Path(tempfile.mkdtemp(dir=folder))
    words = ("tests.load.launch", "--data", str(data), *options)
    return ServerProcess(*words, folder=data)

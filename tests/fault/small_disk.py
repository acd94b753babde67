"""A small disk that a test can fill up: tmpfs, where the system lets us mount one.

What is mounted here is unmounted again, whatever happens; nothing else is touched.
"""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.fault.disk import unmount

SIZE_BYTES: Final = 24 * 2**20
_CHUNK: Final = bytes(4_096)


class NoSmallDisk(Exception):
    """Such a disk cannot be had here; the message says why."""


@dataclass(frozen=True)
class SmallDisk:
    """One mounted disk."""

    place: Path

    @property
    def _ballast(self) -> Path:
        return self.place / "ballast"

    def fill(self) -> None:
        """Take all that is free."""
        with self._ballast.open("ab", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(_CHUNK)
            except OSError as full:
                if full.errno != errno.ENOSPC:
                    raise

    def free(self) -> None:
        """Give it back."""
        self._ballast.unlink()

    def protect(self) -> None:
        """Make it read-only, for root too."""
        _run("mount", "-o", "remount,ro", str(self.place))


@contextmanager
def small_disk(place: Path) -> Iterator[SmallDisk]:
    """A disk, mounted at a new directory. Raises NoSmallDisk."""
    if os.geteuid() != 0:
        raise NoSmallDisk("a full disk needs a file system of its own: only root can mount one")
    place.mkdir()
    try:
        _run("mount", "-t", "tmpfs", "-o", f"size={SIZE_BYTES},mode=700", "tmpfs", str(place))
    except subprocess.CalledProcessError as refused:
        raise NoSmallDisk(f"a small disk cannot be mounted: {refused.stderr}") from refused
    try:
        yield SmallDisk(place)
    finally:
        unmount(place)


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)

"""A disk in a file that loses its power: ext4 on a loop device, where the system lets us have one.

What is mounted here is unmounted again, whatever happens; nothing else is touched.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

SIZE_BYTES: Final = 48 * 2**20
COPIES: Final = 20
"""Attempts to copy the file while nothing is written to it."""
QUIET_S: Final = 300
"""The file system writes nothing of its own accord for so long."""
BUSY_TRIES: Final = 100
BUSY_S: Final = 0.1


class NoLoopDisk(Exception):
    """Such a disk cannot be had here; the message says why."""


@dataclass
class LoopDisk:
    """One mounted disk. End it with `remove`."""

    image: Path
    place: Path
    """Where it is mounted."""

    @classmethod
    def make(cls, folder: Path) -> Self:
        """Make and mount one. Raises NoLoopDisk."""
        if os.geteuid() != 0:
            raise NoLoopDisk("a power cut needs a file system of its own: only root can mount one")
        if shutil.which("mkfs.ext4") is None:
            raise NoLoopDisk("a power cut needs mkfs.ext4")
        disk = cls(folder / "disk.img", folder / "disk")
        with disk.image.open("wb") as file:
            file.truncate(SIZE_BYTES)
        disk.place.mkdir()
        _run("mkfs.ext4", "-q", "-F", str(disk.image))
        try:
            _mount(disk.image, disk.place)
        except subprocess.CalledProcessError as refused:
            raise NoLoopDisk(f"a loop file system cannot be mounted: {refused.stderr}") from refused
        return disk

    def copy_image(self) -> Path:
        """A copy of what the disk holds at this moment. Whoever writes must stand still.

        The system may yet write something by itself: so two copies in a row must be the same.
        """
        copy = self.image.with_name("cut.img")
        before = None
        for _ in range(COPIES):
            now = self.image.read_bytes()
            if now == before:
                copy.write_bytes(now)
                return copy
            before = now
        raise TimeoutError("the disk is never quiet")

    @contextmanager
    def mounted_copy(self, image: Path) -> Iterator[Path]:
        """The file system in an image, after the recovery that follows a power cut."""
        place = image.with_suffix("")
        place.mkdir(exist_ok=True)
        _mount(image, place)
        try:
            yield place
        finally:
            unmount(place)

    def remove(self) -> None:
        """Unmount it and delete the file."""
        unmount(self.place)
        self.image.unlink()


def unmount(place: Path) -> None:
    """Unmount a file system. A killed server's child process ends by itself, a moment later; until
    then it holds the file that both write their errors to."""
    for _ in range(BUSY_TRIES):
        done = subprocess.run(("umount", str(place)), check=False, capture_output=True, timeout=60)
        if done.returncode == 0:
            return
        time.sleep(BUSY_S)
    _run("umount", str(place))


def _mount(image: Path, place: Path) -> None:
    _run("mount", "-o", f"loop,noatime,commit={QUIET_S}", str(image), str(place))


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True, timeout=60)

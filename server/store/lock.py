"""One server per data directory: an exclusive lock that ends with the process, however it ends.

Two writers would break the promise that exactly one connection writes and checkpoints.
The lock is on a file of its own that stays behind: deleting it would let two holders in.
"""

import fcntl
import os
from pathlib import Path
from typing import Final

from server.store.base import DirectoryLocked

NAME: Final = "lock"


class DirectoryLock:
    """Holds the directory from construction to `release`. Raises DirectoryLocked."""

    def __init__(self, directory: Path) -> None:
        self._file = os.open(directory / NAME, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as refused:
            os.close(self._file)
            raise DirectoryLocked(f"another server is using the directory {directory}") from refused

    def release(self) -> None:
        """Let others in. Once."""
        os.close(self._file)

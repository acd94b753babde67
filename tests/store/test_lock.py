"""One holder a directory, across processes, however the holder ended."""

import subprocess
import sys
from pathlib import Path

import pytest

from server.store.base import DirectoryLocked
from server.store.lock import DirectoryLock

HOLD = """
import sys
from pathlib import Path
from server.store.lock import DirectoryLock
lock = DirectoryLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_second_lock_is_refused_until_the_first_is_released(tmp_path: Path) -> None:
    first = DirectoryLock(tmp_path)
    with pytest.raises(DirectoryLocked, match=str(tmp_path)):
        DirectoryLock(tmp_path)
    first.release()
    DirectoryLock(tmp_path).release()


def test_another_process_holds_it_until_it_is_gone(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(DirectoryLocked):
            DirectoryLock(tmp_path)
        holder.kill()
        holder.wait()
        DirectoryLock(tmp_path).release()

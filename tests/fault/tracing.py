"""A slow or failing disk, by `strace`: system calls of a server are delayed, or fail by number.

The tracer is a grandchild (`-D`), so the process that was started is the server itself.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

STRACE: Final = (
    *("strace", "-D", "-f", "-qq", "--seccomp-bpf"),
    *("-e", "signal=none"),
)
UNSEEN: Final = Path(os.devnull)
SYNCS: Final = "fsync,fdatasync"
WRITES: Final = "pwrite64"


def io_error(calls: str, nth: int, seen: Path = UNSEEN) -> tuple[str, ...]:
    """The command for a server whose n-th call fails with EIO; each thread counts for itself.

    `seen`: a file for all these calls, with the paths of what they are made on.
    """
    inject = f"inject={calls}:error=EIO:when={nth}"
    return (*STRACE, "-y", "-o", str(seen), "-e", f"trace={calls}", "-e", inject)


def failed_on(seen: Path) -> str:
    """The path on which the call has failed; empty when none has yet."""
    found = re.search(r"\(\d+<([^>]*)>.*\(INJECTED\)$", seen.read_text(), re.MULTILINE)
    return found[1] if found else ""


def slow(calls: str, delay_ms: int) -> tuple[str, ...]:
    """The command for a server each of whose calls returns so much later."""
    inject = f"inject={calls}:delay_exit={delay_ms * 1_000}"
    return (*STRACE, "-o", str(UNSEEN), "-e", f"trace={calls}", "-e", inject)


def why_not() -> str:
    """Why calls cannot be traced here; empty when they can."""
    if shutil.which("strace") is None:
        return "there is no strace here"
    # an error that is injected is seen by the traced program; else nothing is traced
    probe = (*io_error("fdatasync", 1), "dd", "if=/dev/null", f"of={os.devnull}", "conv=fdatasync")
    done = subprocess.run(probe, capture_output=True, text=True, timeout=60, check=False)
    if "Input/output error" not in done.stderr:
        return f"strace may not trace here: {done.stderr.strip() or 'nothing was injected'}"
    return ""

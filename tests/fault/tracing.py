"""A slow or failing disk, by `strace`: system calls of a server are delayed, or fail by number.

The tracer is a grandchild (`-D`), so the process that was started is the server itself.
"""

import os
import shutil
import subprocess
from typing import Final

STRACE: Final = (
    *("strace", "-D", "-f", "-qq", "--seccomp-bpf"),
    *("-o", "/dev/null", "-e", "signal=none"),
)
SYNCS: Final = "fsync,fdatasync"
WRITES: Final = "pwrite64"


def io_error(calls: str, nth: int) -> tuple[str, ...]:
    """The command for a server whose n-th call fails with EIO; each thread counts for itself."""
    return (*STRACE, "-e", f"trace={calls}", "-e", f"inject={calls}:error=EIO:when={nth}")


def slow(calls: str, delay_ms: int) -> tuple[str, ...]:
    """The command for a server each of whose calls returns so much later."""
    return (*STRACE, "-e", f"trace={calls}", "-e", f"inject={calls}:delay_exit={delay_ms * 1_000}")


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

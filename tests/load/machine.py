"""What the operating system says about a process: CPU time, memory; and which core it may use.

Times are microseconds, sizes bytes. Linux only, like all of these benchmarks.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_CORES: Final = frozenset(range(os.cpu_count() or 1))
_TICKS_PER_S: Final = os.sysconf("SC_CLK_TCK")


def server_core() -> int:
    """The core that servers are pinned to."""
    return min(_CORES)


def own_core() -> int:
    """The core of whoever sends: another one, if there is another."""
    return max(_CORES)


@contextlib.contextmanager
def on_core(core: int) -> Iterator[None]:
    """Run on one core for a while; processes that are begun meanwhile stay there."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_us(pid: int) -> float:
    """CPU time that all threads of a process have used, in user and kernel mode together."""
    total_ns = 0
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            total_ns += int((task / "schedstat").read_text().split()[0])
    except FileNotFoundError:
        return _ticks(pid) * 1e6 / _TICKS_PER_S
    return total_ns / 1_000


def _ticks(pid: int) -> int:
    """The same in clock ticks, where the kernel keeps no finer account."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def resident_bytes(pid: int) -> int:
    """Memory that a process holds (VmRSS)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1_024
    raise LookupError(f"process {pid} says nothing about its memory")

"""The project's own files, as git tracks them, new ones that it does not ignore included."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


@cache
def files(*patterns: str) -> tuple[Path, ...]:
    """Tracked and new files matching the git patterns, sorted, absolute."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\n")
    return tuple(sorted({ROOT / name for name in listed if name and (ROOT / name).is_file()}))


def named(path: Path) -> str:
    """Path from the root, with forward slashes."""
    return path.relative_to(ROOT).as_posix()

"""The command `demineur` of an installed wheel, where this file is a module of its own name.

The packages are called `server` and `protocol`; another program's module of that name may stand in
front of ours. Then the command says so, and does not run whatever it has found.
"""

import importlib.util
import sys
from pathlib import Path

NAMES = ("server", "protocol")
USAGE = 2
"""As in `server.exits`, which may be somebody else's here."""


def stranger(name: str, home: Path) -> str | None:
    """Where a package of this name would be imported from, if not from `home`; else None."""
    found = importlib.util.find_spec(name)
    if found is None:
        return "nowhere"
    places = [Path(place).resolve() for place in found.submodule_search_locations or ()]
    return None if places == [home / name] else found.origin or str(places)


def main() -> int:
    """Run the command line; the exit code."""
    home = Path(__file__).resolve().parent
    for name in NAMES:
        other = stranger(name, home)
        if other is not None:
            print(
                f"demineur: error: the module `{name}` comes from {other}, not from {home}: it is"
                " in the way. Install Démineur Race into an environment of its own"
                " (uv tool install, pipx or python3 -m venv), and see that PYTHONPATH names no such"
                " module.",
                file=sys.stderr,
            )
            return USAGE
    from server.__main__ import main as run  # noqa: PLC0415 - only when it is ours

    return run()


if __name__ == "__main__":
    sys.exit(main())

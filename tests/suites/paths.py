"""Which path a suite's servers take: `./test NAME --fast-path 0` sends all bytes by the library's.

The option reaches processes that a test starts by the environment, as all options of suites do.
"""

import json
import os


def fast_path() -> bool:
    """The setting `fast_path` for servers of this suite; True in a plain pytest run."""
    options: dict[str, int] = json.loads(os.environ.get("DEMINEUR_SUITE_OPTIONS", "{}"))
    return bool(options.get("fast_path", 1))

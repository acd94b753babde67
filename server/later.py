"""What a serving process brings in only when its link is out, and why it may come later.

It must come then and not when it is first needed: that would keep everybody waiting in the midst
of their races, and a process without a free file descriptor cannot import. Not in a thread either:
what a thread allocates takes 5 MB more, and it would be in the way for as long.
"""

import importlib
import logging
from collections.abc import Mapping
from typing import Final

MODULES: Final[Mapping[str, str]] = {
    "server.rooms.names": "tables of Unicode; for the first player who comes with a name",
    "segno": "draws QR pictures; for the first who looks at a room's",
}
"""Imported inside the functions that use them, nowhere else."""

log = logging.getLogger("server.later")


def bring() -> None:
    """Import them all; what cannot be imported is logged, and tried again by whoever needs it."""
    for name in MODULES:
        try:
            importlib.import_module(name)
        except Exception:
            log.exception("%s cannot be imported", name)

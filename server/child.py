"""How a child process of the server lives: less urgent, unmoved by signals, quiet at its end.

Whoever keeps it is `server.children`. It ends with its server, however that ends: its input is then
at its end. Signals are the server's business; a terminal or a service manager sends them to all.
"""

import os
import signal
from collections.abc import Callable
from typing import Final

LESS_URGENT: Final = 10
"""Niceness: moves of players come first."""


def live(work: Callable[[], None]) -> None:
    """Work until there is nobody to work for; `work` returns at the end of its input."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(LESS_URGENT)
    try:
        work()
    except BrokenPipeError:
        # Nothing must be written at the end of the interpreter either.
        os._exit(0)

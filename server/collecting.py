"""When the garbage collector looks for rings: not while the program comes in, then rarely.

Nothing that is imported goes away again, and a move makes no ring. The figures are counts of
objects (`gc.set_threshold`), chosen by measurement: the table stands in ARCHITECTURE.md.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG_OBJECTS: Final = 20_000
"""New objects that may pile up before the collector looks at them."""
ROUNDS: Final = 2
"""After more looks at the new ones than these, the next looks at those that were left then, too:
all that stayed meanwhile, and everybody waits so long."""
FULL_ROUNDS: Final = 20
"""After more looks at those than these it looks at everything: nearly two million objects later,
and with 8 000 players it takes half a second. Rooms and connections do not wait for it: they are in
no ring."""


@contextmanager
def uncollected() -> Iterator[None]:
    """Import in this block; what stands at its end is not looked at again."""
    asked_for = gc.isenabled()
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        if asked_for:
            gc.enable()


def settle(young: int = YOUNG_OBJECTS) -> None:
    """Let the collector pass over what the start has made and stays for good, and look rarely at
    what comes from now on: after so many new objects."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(young, ROUNDS, FULL_ROUNDS)

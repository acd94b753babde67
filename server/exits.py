"""Why the process ended, as exit codes for whoever starts it again, and in a line for people."""

import os
import sys
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from server.store.base import (
    DatabaseDamaged,
    DatabaseTooNew,
    DirectoryLocked,
    StoreBusy,
    StoreFailed,
    StoreUnusable,
)

NAME: Final = "Démineur Race"


class Exit(IntEnum):
    """`server/README.md` explains them."""

    ASKED = 0
    AT_ONCE = 1
    USAGE = 2
    DAMAGED = 3
    STORE_FAILED = 4
    LOCKED = 5
    TOO_NEW = 6
    UNUSABLE = 7
    REFUTED = 8
    NOT_RUNNING = 9


_FAILURES: Final[dict[type[Exception], tuple[Exit, str]]] = {
    DatabaseDamaged: (
        Exit.DAMAGED,
        "Nothing was changed. Keep a copy of it all; server/README.md says how to go on.",
    ),
    DirectoryLocked: (Exit.LOCKED, "Stop that one first, or choose another directory with --data."),
    DatabaseTooNew: (Exit.TOO_NEW, "Nothing was changed."),
    StoreUnusable: (Exit.UNUSABLE, "Nothing that was stored is lost."),
    StoreFailed: (Exit.STORE_FAILED, "Nothing that was stored is lost."),
}
"""What each failure of the store at the start ends with, and what to do."""


def unusable(failure: StoreUnusable | StoreFailed) -> Exit:
    """Say on standard error why the store cannot be used; the exit code."""
    code, advice = _FAILURES.get(type(failure), _FAILURES[StoreUnusable])
    print(f"{NAME} cannot start: {failure}. {advice}", file=sys.stderr)
    return code


class Refusal(Exception):
    """A command cannot do what was asked, and has changed nothing. The message is for people."""

    code = Exit.USAGE


class NotTrue(Refusal):
    """What was to be verified does not hold."""

    code = Exit.REFUTED


class NotRunning(Refusal):
    """Only a running server could do that."""

    code = Exit.NOT_RUNNING


def hush() -> None:
    """Say nothing more on standard output: nobody takes it, and at its end the interpreter would
    try once more what it could not write, and fail for that."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def finished(work: Callable[[], str], *, plain: bool = False) -> Exit:
    """Do a command's work: say the line that it returns, or why it could not; the exit code.
    `plain`: what it returns is a whole text, to be printed as it is."""
    try:
        text = work()
        print(text if plain else f"{NAME}: {text}\n", end="", flush=True)
    except BrokenPipeError:
        # Whoever reads has enough.
        hush()
        return Exit.ASKED
    except OSError as broken:
        hush()
        where = f" ({broken.filename})" if broken.filename else ""
        print(f"{NAME}: {broken.strerror or broken}{where}", file=sys.stderr)
        return Exit.USAGE
    except Refusal as refusal:
        print(f"{NAME}: {refusal}", file=sys.stderr)
        return refusal.code
    except StoreBusy as busy:
        print(f"{NAME}: nothing was changed: {busy}", file=sys.stderr)
        return Exit.UNUSABLE
    except (StoreUnusable, StoreFailed) as failure:
        code, advice = _FAILURES.get(type(failure), _FAILURES[StoreUnusable])
        print(f"{NAME}: {failure}. {advice}", file=sys.stderr)
        return code
    return Exit.ASKED

"""What the workshop can be asked and what it answers: plain data, as it goes through pipes.

Whoever asks knows this module alone; how and where the work is done is the composition root's
choice. No task depends on anything but itself, so any of them may be done twice or elsewhere.
"""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from server.engine.advice import AdviceRule
from server.race.events import Event
from server.race.insight import Insight
from server.race.settings import Certificate


class FindFair(Struct, frozen=True, kw_only=True, tag_field="t", tag="find_fair"):
    """Which is the first of these keys whose board needs no luck (R5)? Answered by `Found`."""

    columns: int
    rows: int
    mines: int
    keys: list[bytes]
    """32 bytes each; the server's secret stays with the server."""


class Advise(Struct, frozen=True, kw_only=True, tag_field="t", tag="advise"):
    """What can be found out next from this sight (R17)? Nothing else of the board is in it (R6).
    Answered by `Advised`."""

    columns: int
    rows: int
    mines: int
    opened: list[int]
    """Runs of open cells."""
    numbers: bytes
    """One byte per cell; those of hidden cells mean nothing."""
    flagged: list[int]
    """Runs."""


class Found(Struct, frozen=True, kw_only=True, tag_field="t", tag="found"):
    """The first certified board."""

    index: int | None
    """Which of the keys; None: none of them."""
    certificate: Certificate | None


class LookBack(Struct, frozen=True, kw_only=True, tag_field="t", tag="look_back"):
    """What can be learned from a finished race, given with all its events? Answered by
    `LookedBack`."""

    events: list[Event]


class LookedBack(Struct, frozen=True, kw_only=True, tag_field="t", tag="looked_back"):
    """The look back at a race."""

    insight: Insight


class Advised(Struct, frozen=True, kw_only=True, tag_field="t", tag="advised"):
    """A hint as it is stored; see `server.engine.advice`."""

    rule: AdviceRule | None
    """None: nothing could be found out."""
    numbers: list[int] = []
    safe: list[int] = []
    """Cells, not runs, as everywhere in it."""
    mined: list[int] = []
    cell: int | None = None
    risk: float | None = None


class Failure(Struct, frozen=True, kw_only=True, tag_field="t", tag="failure"):
    """The task could not be done: our bug, or more than the workshop survives."""

    reason: str


Task = FindFair | LookBack | Advise
Result = Found | LookedBack | Advised
Answer = Result | Failure

Then = Callable[[Answer], None]


class Workshop(Protocol):
    """Where tasks are done."""

    def ask(self, task: Task, then: Then, *, urgent: bool = True) -> None:
        """Have the task done. `then` is called once, on the caller's thread, maybe before this
        returns, in any order among tasks; never after the workshop was closed. Tasks that are not
        urgent wait while others are to be done."""
        ...

    async def start(self) -> None:
        """Open. Until then tasks wait."""
        ...

    async def close(self) -> None:
        """Give up whatever is not done, and leave nothing behind."""
        ...

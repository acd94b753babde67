"""The phases of a race as data: which command is allowed where, and which facts change the phase.

`decide` reads ALLOWED and `evolve` reads TRANSITIONS; SPEC.md shows both, and a test compares.
A command that is allowed by its phase may still be refused for another reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from server.race.commands import (
    Abort,
    AskPause,
    Away,
    Back,
    CallOff,
    Command,
    Configure,
    GiveUp,
    Hint,
    Interrupt,
    Join,
    Leave,
    Mark,
    Move,
    Ready,
    Start,
    Tick,
    Undo,
)
from server.race.events import Aborted, CalledOff, CountdownStarted, Event, Finished, Went
from server.race.settings import Phase

RejectionCode = Literal[
    "not_in_lobby",
    "not_counting_down",
    "not_started",
    "not_running",
    "race_over",
    "stale_race",
    "not_racing",
    "already_racing",
    "already_ended",
    "paused",
    "too_late_to_pause",
    "pauses_used_up",
    "frozen",
    "off_board",
    "first_tap_needed",
    "not_all_ready",
    "nobody_to_race",
    "practice_alone",
    "not_practice",
    "stuck",
    "nothing_to_undo",
    "race_full",
    "repeated",
]
"""Why a race says no. `repeated` never leaves the server: it is answered with a snapshot."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """The rules say no; nothing has changed."""

    code: RejectionCode


Answer = tuple[Event, ...] | Rejection
"""What a race answers to a command."""

Row = Mapping[Phase, RejectionCode | None]


def _row(
    lobby: RejectionCode | None,
    countdown: RejectionCode | None,
    running: RejectionCode | None,
    finished: RejectionCode | None,
    aborted: RejectionCode | None,
) -> Row:
    return {
        "lobby": lobby,
        "countdown": countdown,
        "running": running,
        "finished": finished,
        "aborted": aborted,
    }


_IN_LOBBY = _row(None, "not_in_lobby", "not_in_lobby", "not_in_lobby", "not_in_lobby")
_ANYTIME = _row(None, None, None, None, None)

ALLOWED: Final[Mapping[type[Command], Row]] = {
    Join: _IN_LOBBY,
    Ready: _IN_LOBBY,
    Configure: _IN_LOBBY,
    Start: _IN_LOBBY,
    CallOff: _row(
        "not_counting_down", None, "not_counting_down", "not_counting_down", "not_counting_down"
    ),
    Move: _row("not_started", "not_started", None, "race_over", "race_over"),
    AskPause: _row("not_running", "not_running", None, "race_over", "race_over"),
    GiveUp: _row("not_running", "not_running", None, "race_over", "race_over"),
    Undo: _row("not_running", "not_running", None, "race_over", "race_over"),
    Hint: _row("not_running", "not_running", None, "race_over", "race_over"),
    Interrupt: _ANYTIME,
    Mark: _ANYTIME,
    Leave: _ANYTIME,
    Away: _ANYTIME,
    Back: _ANYTIME,
    Abort: _row(None, None, None, "race_over", "race_over"),
    Tick: _ANYTIME,
}
"""None: allowed in this phase; else the code of the rejection."""


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of phase by a fact."""

    sources: tuple[Phase, ...]
    target: Phase


TRANSITIONS: Final[Mapping[type[Event], Transition]] = {
    CountdownStarted: Transition(("lobby",), "countdown"),
    CalledOff: Transition(("countdown",), "lobby"),
    Went: Transition(("countdown",), "running"),
    Finished: Transition(("running",), "finished"),
    Aborted: Transition(("lobby", "countdown", "running"), "aborted"),
}
"""All other facts leave the phase as it is."""

"""What a race answers to a command: events that are to be stored, or a rejection with its code.

The one door: everything that changes a race goes through `decide`, then `evolve`. `now_ms` is the
race's own clock, 0 when it was created; it comes in from outside and never goes backwards.
"""

from collections.abc import Callable
from typing import Any, Final

from server.race import commands as c
from server.race import lobby, moves, practice, presence
from server.race.events import Aborted, Created, Event, Marked
from server.race.evolve import follow
from server.race.phases import ALLOWED, Answer, Rejection
from server.race.settings import RaceSettings
from server.race.state import Race
from server.race.timing import deadline, due_events, mark_at

__all__ = ["Rejection", "deadline", "decide", "mark_at", "new_race"]


def new_race(race_id: str, settings: RaceSettings, now_ms: int = 0) -> Created:
    """The first event of a race in its lobby, with nobody in it."""
    return Created(at=now_ms, race=race_id, settings=settings)


def decide(race: Race, command: c.Command, now_ms: int, calm_until: int = 0) -> Answer:
    """The events that the command makes, none when there is nothing to do, or the rejection.

    What was due by then comes first, at its own time, so that it does not matter whether a timer
    was late. After a rejection nothing has changed; what is due then waits for the `Tick`.
    `calm_until`: a moment not later than the deadline, before which nothing need be looked for.
    """
    due = due_events(race, now_ms) if now_ms >= calm_until else ()
    if due:
        race = follow(race, due)
    answer = _answer(race, command, now_ms)
    if due and not isinstance(answer, Rejection):
        return due + answer
    return answer


_NAMES_ITS_RACE: Final = (c.Move, c.AskPause, c.GiveUp, c.Undo, c.Hint)


def _answer(race: Race, command: c.Command, now_ms: int) -> Answer:
    if isinstance(command, _NAMES_ITS_RACE) and command.race != race.id:
        return Rejection("stale_race")
    kind = type(command)
    code = ALLOWED[kind][race.phase]
    if code is not None:
        return Rejection(code)
    return _ANSWERS[kind](race, command, now_ms)


def _abort(race: Race, command: c.Abort, now_ms: int) -> tuple[Event, ...]:  # noqa: ARG001
    return (Aborted(at=now_ms, reason=command.reason),)


def _mark(race: Race, command: c.Mark, now_ms: int) -> tuple[Event, ...]:  # noqa: ARG001
    at = mark_at(race)
    return (Marked(at=now_ms),) if at is not None and at <= now_ms else ()


def _tick(race: Race, command: c.Tick, now_ms: int) -> tuple[Event, ...]:  # noqa: ARG001
    return ()


_ANSWERS: Final[dict[type[c.Command], Callable[[Race, Any, int], Answer]]] = {
    c.Join: lobby.join,
    c.Leave: presence.leave,
    c.Ready: lobby.ready,
    c.Configure: lobby.configure,
    c.Start: lobby.start,
    c.CallOff: lobby.call_off,
    c.Move: moves.move,
    c.AskPause: presence.ask_pause,
    c.GiveUp: presence.give_up,
    c.Undo: practice.undo,
    c.Hint: practice.hint,
    c.Away: presence.away,
    c.Back: presence.back,
    c.Abort: _abort,
    c.Interrupt: presence.interrupt,
    c.Mark: _mark,
    c.Tick: _tick,
}

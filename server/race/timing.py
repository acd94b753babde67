"""Deadlines: when the next thing happens by itself, and what happens then.

The shell arms one timer to `deadline` and sends `Tick`. A late tick changes no figure: what is
due happens at the time when it was due, and `decide` applies it before any other command.
"""

from server.engine.cells import to_runs
from server.engine.play import NEW, apply, cleared, open_cell
from server.engine.score import bbbv_done
from server.race.endings import end
from server.race.events import Event, Resumed, Went
from server.race.evolve import follow
from server.race.settings import ALL_AWAY_MS, AWAY_MS, IDLE_MS, MARK_MS
from server.race.state import Race, Racer, pause_left_ms, racing


def deadline(race: Race) -> int | None:
    """Race clock in ms at which a `Tick` would do something; None: nothing is due, ever."""
    if race.phase == "countdown":
        return race.go_at
    if race.phase != "running":
        return None
    due = _all_away_at(race)
    if race.paused_at is not None:
        resumes_at = _resumes_at(race, race.paused_at)
        return resumes_at if due is None or (resumes_at is not None and resumes_at < due) else due
    cutoff_at = _cutoff_at(race)
    if cutoff_at is not None and (due is None or cutoff_at < due):
        due = cutoff_at
    for racer in race.racers.values():
        if racer.outcome is None:
            idle_at = _idle_at(race, racer)
            if due is None or idle_at < due:
                due = idle_at
    return due


def mark_at(race: Race) -> int | None:
    """Race clock in ms at which a `Mark` would note the time; None: the race's time stands.

    Beside `deadline`, since a mark changes no figure: none is missed when it comes late.
    """
    if race.phase != "running" or race.paused_at is not None:
        return None
    return race.at + MARK_MS


def due_events(race: Race, now_ms: int) -> tuple[Event, ...]:
    """All that has happened by itself up to and including `now_ms`, each at its own time."""
    events: tuple[Event, ...] = ()
    while (at_ms := deadline(race)) is not None and at_ms <= now_ms:
        happening = _happening(race, at_ms)
        race = follow(race, happening)
        events += happening
    return events


def _happening(race: Race, at_ms: int) -> tuple[Event, ...]:
    """What is due at `at_ms`, the race's deadline."""
    if race.phase == "countdown":
        return _go(race, at_ms)
    if race.paused_at is not None and _resumes_at(race, race.paused_at) == at_ms:
        return (Resumed(at=at_ms),)
    still = racing(race)
    if race.paused_at is None and _cutoff_at(race) == at_ms:
        return end(race, at_ms, [racer.player for racer in still], "did_not_finish")
    if _all_away_at(race) != at_ms:
        still = [racer for racer in still if _idle_at(race, racer) <= at_ms]
    return end(race, at_ms, [racer.player for racer in still], "idle")


def _go(race: Race, at_ms: int) -> tuple[Event, ...]:
    """GO, with the shared start opened for everybody as move 0 (R1)."""
    board, start = race.board, race.start
    if board is None or start is None:
        return (Went(at=at_ms),)
    change = open_cell(board, NEW, start)
    went = Went(at=at_ms, opened=to_runs(change.opened), done=bbbv_done(board, change.opened))
    if cleared(board, apply(NEW, change, start)):
        return end(race, at_ms, list(race.racers), "cleared", went)
    return (went,)


def _resumes_at(race: Race, paused_at: int) -> int | None:
    """When the present pause ends by itself: as was asked, or since pauses have lasted long enough
    (R13). While nobody is there, and after a restart, the clock waits for a racer (R14)."""
    left_ms = pause_left_ms(race)
    if left_ms is None or race.waiting or _all_away_at(race) is not None:
        return race.resume_at
    # Whoever comes back may find that they have lasted long enough for a while.
    over_at = max(paused_at + left_ms, race.at)
    return over_at if race.resume_at is None else min(over_at, race.resume_at)


def _cutoff_at(race: Race) -> int | None:
    """When the time after the first finisher is over, if no pause comes in between (R11)."""
    if race.cutoff_elapsed_ms is None or race.go_at is None:
        return None
    return race.go_at + race.paused_ms + race.cutoff_elapsed_ms


def _idle_at(race: Race, racer: Racer) -> int:
    """When this racer is out for making no move, or for being away without time limit (R14)."""
    idle_at = racer.moved_at + IDLE_MS
    if racer.away_since is None or race.settings.time_limit:
        return idle_at
    return min(idle_at, racer.away_since + AWAY_MS)


def _all_away_at(race: Race) -> int | None:
    """When the race ends since everybody is away, pauses or not (R14)."""
    last = 0
    for racer in race.racers.values():
        if racer.outcome is None:
            if racer.away_since is None:
                return None
            last = max(last, racer.away_since)
    # Whoever was still there may have given up long after the others went away.
    return max(last + ALL_AWAY_MS, race.at)

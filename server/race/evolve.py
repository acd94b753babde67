"""A race after one more fact. Applies what is written and never judges.

So a later change of the rules leaves stored races as they were (R3). Mines, openings and
hits all come from the facts; the engine gives the numbers around given mines, nothing else.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from server.engine.board import make_board
from server.engine.cells import from_cells, from_runs
from server.engine.deal import commitment
from server.engine.play import Change, Play, apply, with_opened
from server.race import events as e
from server.race.phases import TRANSITIONS
from server.race.state import Race, Racer, elapsed_ms, shape_of


class BrokenLog(ValueError):
    """The events do not begin with exactly one `Created`, or there are none."""


def evolve(race: Race | None, event: e.Event) -> Race:
    """The race after the event; the race given is not changed. Raises `BrokenLog`."""
    if race is None:
        if not isinstance(event, e.Created):
            raise BrokenLog(f"a race begins with {type(event).__name__}")
        return Race(id=event.race, settings=event.settings, at=event.at, seq=1)
    if isinstance(event, e.Moved):
        return _moved(race, event)
    kind = type(event)
    changes = _CHANGES.get(kind)
    if changes is None:
        raise BrokenLog(f"{kind.__name__} inside a race")
    return replace(race, at=event.at, seq=race.seq + 1, **changes(race, event))


def replay(events: Iterable[e.Event]) -> Race:
    """The race that these events made. Raises `BrokenLog`."""
    race = None
    for event in events:
        race = evolve(race, event)
    if race is None:
        raise BrokenLog("no events")
    return race


def follow(race: Race, events: Iterable[e.Event]) -> Race:
    """The race after these further events."""
    for event in events:
        race = evolve(race, event)
    return race


Fields = dict[str, Any]
"""The fields of a race that an event changes, with their new values."""


def _racer(race: Race, player: str, **changes: Any) -> Fields:
    """One racer's fields changed."""
    return {"racers": {**race.racers, player: replace(race.racers[player], **changes)}}


def _phase(event: e.Event, **changes: Any) -> Fields:
    """A new phase, and what else changes."""
    return {"phase": TRANSITIONS[type(event)].target, **changes}


def _joined(race: Race, event: e.Joined) -> Fields:
    return {"racers": {**race.racers, event.player: Racer(player=event.player, bot=event.bot)}}


def _left(race: Race, event: e.Left) -> Fields:
    return {"racers": {key: racer for key, racer in race.racers.items() if key != event.player}}


def _readied(race: Race, event: e.Readied) -> Fields:
    return _racer(race, event.player, ready=event.ready)


def _configured(race: Race, event: e.Configured) -> Fields:  # noqa: ARG001 - as all of them
    return {"settings": event.settings}


def _dealt(race: Race, event: e.Dealt) -> Fields:
    board = None
    if event.mines is not None:
        board = make_board(shape_of(race.settings), from_runs(event.mines))
    return {
        "board": board,
        "ruleset": event.ruleset,
        "seed": event.seed,
        "origin": event.origin,
        "key": event.key,
        "commitment": commitment(bytes.fromhex(event.key)),
        "start": event.start,
        "date_ms": event.date_ms,
        "tries": event.tries,
        "certificate": event.certificate,
    }


def _countdown_started(race: Race, event: e.CountdownStarted) -> Fields:  # noqa: ARG001
    return _phase(event, go_at=event.go_at)


def _called_off(race: Race, event: e.CalledOff) -> Fields:
    return _phase(
        event,
        racers={key: replace(racer, ready=False) for key, racer in race.racers.items()},
        board=None,
        ruleset=0,
        seed=None,
        origin=None,
        key=None,
        commitment=None,
        start=None,
        date_ms=None,
        tries=None,
        certificate=None,
        go_at=None,
    )


def _went(race: Race, event: e.Went) -> Fields:
    play = Play(from_runs(event.opened), 0, 0)
    racers = {
        key: replace(racer, play=play, done=event.done, moved_at=event.at)
        for key, racer in race.racers.items()
    }
    return _phase(event, racers=racers, go_at=event.at)


def _own_dealt(race: Race, event: e.OwnDealt) -> Fields:
    board = make_board(shape_of(race.settings), from_runs(event.mines))
    return _racer(race, event.player, board=board, start=event.start)


def _moved(race: Race, event: e.Moved) -> Race:
    racer = race.racers[event.player]
    play = racer.play
    if event.hit or event.flag is not None:
        change = Change(from_runs(event.opened), from_cells(event.hit), event.flag)
        play = apply(play, change, event.cell)
    elif event.opened:
        play = with_opened(play, from_runs(event.opened))
    return with_move(race, racer, event, play)


def with_move(race: Race, racer: Racer, event: e.Moved, play: Play) -> Race:
    """The race after a move of this racer that led to `play`: what `evolve` makes of the fact, for
    those who have the play already. The whole race at once: nearly all facts of a log are moves."""
    done, at = event.done, event.at
    racers = dict(race.racers)
    racers[event.player] = replace(
        racer,
        play=play,
        before=racer.play if event.hit else None,
        n=event.n,
        clicks=racer.clicks + 1,
        done=done,
        done_at_ms=elapsed_ms(race, at) if done != racer.done else racer.done_at_ms,
        moved_at=at,
    )
    return replace(race, at=at, seq=race.seq + 1, racers=racers)


def _froze(race: Race, event: e.Froze) -> Fields:
    return _racer(race, event.player, frozen_until=event.until)


def _undone(race: Race, event: e.Undone) -> Fields:
    racer = race.racers[event.player]
    play = racer.play
    opened = play.opened & ~from_runs(event.closed)
    return _racer(
        race,
        event.player,
        play=Play(opened, play.flagged, play.exploded & ~from_cells(event.mines)),
        before=None,
        done=event.done,
        done_at_ms=elapsed_ms(race, event.at),
        undone=racer.undone + 1,
        moved_at=event.at,
    )


def _hinted(race: Race, event: e.Hinted) -> Fields:
    hints = race.racers[event.player].hints + 1
    return _racer(race, event.player, hints=hints, moved_at=event.at)


def _pause_asked(race: Race, event: e.PauseAsked) -> Fields:
    return _racer(race, event.player, wants_pause=event.want)


def _paused(race: Race, event: e.Paused) -> Fields:  # noqa: ARG001
    return {"paused_at": event.at, "ever_paused": True, "waiting": event.restart}


def _resume_set(race: Race, event: e.ResumeSet) -> Fields:  # noqa: ARG001
    return {"resume_at": event.resume_at}


def _resumed(race: Race, event: e.Resumed) -> Fields:
    began = event.at if race.paused_at is None else race.paused_at
    length = event.at - began

    def shifted(racer: Racer) -> Racer:
        # What ran when the pause began goes on where it stood (R13); whoever went away during
        # the pause is counted from its end.
        away = racer.away_since
        return replace(
            racer,
            wants_pause=False,
            moved_at=racer.moved_at + length,
            away_since=None if away is None else min(away, began) + length,
            frozen_until=racer.frozen_until + length,
        )

    return {
        "racers": {key: shifted(racer) for key, racer in race.racers.items()},
        "paused_at": None,
        "resume_at": None,
        "waiting": False,
        "paused_ms": race.paused_ms + length,
        "pauses_ms": race.pauses_ms + (0 if race.waiting else length),
    }


def _went_away(race: Race, event: e.WentAway) -> Fields:
    return _racer(race, event.player, away_since=event.at)


def _came_back(race: Race, event: e.CameBack) -> Fields:
    return _racer(race, event.player, away_since=None)


def _marked(race: Race, event: e.Marked) -> Fields:  # noqa: ARG001 - its time says it
    return {}


def _interrupted(race: Race, event: e.Interrupted) -> Fields:  # noqa: ARG001
    return {"interrupted": True}


def _racer_ended(race: Race, event: e.RacerEnded) -> Fields:
    return _racer(
        race, event.player, outcome=event.outcome, time_ms=event.time_ms, wants_pause=False
    )


def _cutoff_set(race: Race, event: e.CutoffSet) -> Fields:  # noqa: ARG001
    return {"cutoff_elapsed_ms": event.elapsed_ms}


def _finished(race: Race, event: e.Finished) -> Fields:  # noqa: ARG001
    placings = tuple(event.placings)
    return _phase(event, placings=placings, ranked=event.ranked, ended_at=event.at)


def _aborted(race: Race, event: e.Aborted) -> Fields:  # noqa: ARG001
    return _phase(event, abort_reason=event.reason, ended_at=event.at)


_CHANGES: Final[dict[type[e.Event], Callable[[Race, Any], Fields]]] = {
    e.Joined: _joined,
    e.Left: _left,
    e.Readied: _readied,
    e.Configured: _configured,
    e.Dealt: _dealt,
    e.CountdownStarted: _countdown_started,
    e.CalledOff: _called_off,
    e.Went: _went,
    e.OwnDealt: _own_dealt,
    e.Froze: _froze,
    e.Undone: _undone,
    e.Hinted: _hinted,
    e.PauseAsked: _pause_asked,
    e.Paused: _paused,
    e.ResumeSet: _resume_set,
    e.Resumed: _resumed,
    e.WentAway: _went_away,
    e.CameBack: _came_back,
    e.Marked: _marked,
    e.Interrupted: _interrupted,
    e.RacerEnded: _racer_ended,
    e.CutoffSet: _cutoff_set,
    e.Finished: _finished,
    e.Aborted: _aborted,
}

"""What comes from people rather than moves: pause (R13), giving up, leaving, away and back (R14).

Only called for commands that the phase allows.
"""

from server.race.commands import AskPause, Away, Back, GiveUp, Interrupt, Leave
from server.race.endings import end
from server.race.events import (
    CalledOff,
    CameBack,
    Event,
    Interrupted,
    Left,
    PauseAsked,
    Paused,
    Resumed,
    ResumeSet,
    WentAway,
)
from server.race.phases import Answer, Rejection
from server.race.settings import RESUME_MS, RETURN_MS
from server.race.state import Race, pause_left_ms, racing


def ask_pause(race: Race, command: AskPause, now_ms: int) -> Answer:
    """A pause begins when all still racing want it, and ends when one of them does not."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    if racer.outcome is not None:
        return Rejection("already_ended")
    if command.want and race.paused_at is None:
        if any(other.outcome == "cleared" for other in race.racers.values()):
            return Rejection("too_late_to_pause")
        if pause_left_ms(race) == 0:
            return Rejection("pauses_used_up")
    if race.waiting or race.resume_at is not None or racer.wants_pause == command.want:
        return ()
    asked = PauseAsked(at=now_ms, player=command.player, want=command.want)
    others = [other for other in racing(race) if other is not racer]
    if race.paused_at is None:
        if command.want and all(other.wants_pause for other in others):
            return (asked, Paused(at=now_ms))
        return (asked,)
    if others:
        return (asked, ResumeSet(at=now_ms, resume_at=now_ms + RESUME_MS))
    return (asked, Resumed(at=now_ms))


def give_up(race: Race, command: GiveUp, now_ms: int) -> Answer:
    """The end of one's own race, in a pause too."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    if racer.outcome is not None:
        return Rejection("already_ended")
    return end(race, now_ms, [command.player], "gave_up")


def leave(race: Race, command: Leave, now_ms: int) -> Answer:
    """A seat freed before GO; after it, the end of this racer's race."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    if race.phase == "running" and racer.outcome is None:
        return end(race, now_ms, [command.player], "removed" if command.removed else "left")
    if race.phase not in {"lobby", "countdown"}:
        return ()
    freed: list[Event] = [Left(at=now_ms, player=command.player)]
    if race.phase == "countdown" and len(race.racers) == 1:
        freed.append(CalledOff(at=now_ms))
    return tuple(freed)


def away(race: Race, command: Away, now_ms: int) -> Answer:
    """The racer has no connection; the seat is held (R14)."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    if racer.away_since is not None or race.ended_at is not None:
        return ()
    return (WentAway(at=now_ms, player=command.player),)


def back(race: Race, command: Back, now_ms: int) -> Answer:
    """The racer has a connection again; a race that waits after a restart goes on: at once when
    all who are still racing are back, else 5 s after the first one (R14)."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    if racer.away_since is None or race.ended_at is not None:
        return ()
    came = CameBack(at=now_ms, player=command.player)
    if not race.waiting or racer.outcome is not None:
        return (came,)
    if all(other.away_since is None for other in racing(race) if other is not racer):
        return (came, Resumed(at=now_ms))
    if race.resume_at is None:
        return (came, ResumeSet(at=now_ms, resume_at=now_ms + RETURN_MS))
    return (came,)


def interrupt(race: Race, command: Interrupt, now_ms: int) -> Answer:  # noqa: ARG001 - as all
    """The server was down: nobody is there, and the clock waits for them (R14)."""
    if race.phase != "running":
        return ()
    events: list[Event] = [Interrupted(at=now_ms)]
    events += [
        WentAway(at=now_ms, player=racer.player)
        for racer in race.racers.values()
        if racer.away_since is None
    ]
    if race.resume_at is not None:
        # Whoever wanted to go on is not there to see it.
        events.append(Resumed(at=now_ms))
    if race.paused_at is None or race.resume_at is not None:
        events.append(Paused(at=now_ms, restart=True))
    return tuple(events)

"""Brings a race in line with its room: who sits takes part, who is away is away; starts it (R9).

`settle` is done at the end of every turn in which something besides plain moves has happened.
"""

from typing import TYPE_CHECKING, Final

from server.race import commands as c
from server.race.state import all_ready

if TYPE_CHECKING:
    from server.rooms.room import Room

AWAY_HOLD_MS: Final = 10_000
"""So long a race does not start by itself without somebody whose line has broken: a server that
restarts, or a phone that looks away, must not cost a seat (R9)."""


def settle(room: "Room") -> None:
    """Let the seated into the lobby and the others out, tell the race who is away or back, and
    start when all are ready and the room wants that."""
    race = room.race
    if not room.awake:
        return
    if race.ended_at is not None:
        room.starting.stop()
        return
    if race.phase == "lobby":
        seated = [person for person in room.members.seated() if person.present]
        kept = {person.player for person in room.members.seated()}
        for player in [player for player in race.racers if player not in kept]:
            room.attempt(c.Leave(player))
        for person in seated:
            if person.player not in room.race.racers:
                room.attempt(c.Join(person.player, person.bot))
    for racer in list(room.race.racers.values()):
        person_there = room.members.find(racer.player)
        present = person_there is not None and person_there.present
        if present == (racer.away_since is not None):
            room.attempt(c.Back(racer.player) if present else c.Away(racer.player))
    room.starting.go_on()
    race = room.race
    if race.phase == "lobby" and race.settings.auto_start and all_ready(race):
        gone = [one.away_since for one in race.racers.values() if one.away_since is not None]
        held_for_ms = max(gone, default=-AWAY_HOLD_MS) + AWAY_HOLD_MS - room.now_ms()
        if held_for_ms > 0:
            room.starting.try_again(held_for_ms)
        else:
            room.starting.begin(anyway=False, by_itself=True)

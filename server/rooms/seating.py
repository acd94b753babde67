"""Brings a race in line with its room: who sits takes part, who is away is away, auto start (R9).

Done at the end of every turn in which something besides plain moves has happened.
"""

from typing import TYPE_CHECKING

from server.race import commands as c
from server.race.state import all_ready

if TYPE_CHECKING:
    from server.rooms.room import Room


def settle(room: "Room") -> None:
    """Let the seated into the lobby and the others out, tell the race who is away or back, and
    start when all are ready and the room wants that."""
    race = room.race
    if not room.awake or race.ended_at is not None:
        return
    if race.phase == "lobby":
        seated = [person for person in room.members.seated() if person.present]
        kept = {person.player for person in room.members.seated()}
        for player in [player for player in race.racers if player not in kept]:
            room.attempt(c.Leave(player))
        for person in seated:
            if person.player not in room.race.racers:
                room.attempt(c.Join(person.player))
    for racer in list(room.race.racers.values()):
        person_there = room.members.find(racer.player)
        present = person_there is not None and person_there.present
        if racer.outcome is None and present == (racer.away_since is not None):
            room.attempt(c.Back(racer.player) if present else c.Away(racer.player))
    race = room.race
    if race.phase == "lobby" and race.settings.auto_start and all_ready(race):
        room.begin(anyway=False)

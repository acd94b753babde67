"""Brings a race in line with its room: who sits takes part, who is away is away; starts it (R9).

`settle` is done at the end of every turn in which something besides plain moves has happened.
"""

from typing import TYPE_CHECKING, Final

from server.race import commands as c
from server.race.state import all_ready

if TYPE_CHECKING:
    from server.rooms.room import Room

DEAL_MS: Final = 2_000
"""Shortest time between two deals of a room."""


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
        if present == (racer.away_since is not None):
            room.attempt(c.Back(racer.player) if present else c.Away(racer.player))
    race = room.race
    if race.phase == "lobby" and race.settings.auto_start and all_ready(race):
        begin(room, anyway=False)


def begin(room: "Room", *, anyway: bool) -> str | None:
    """Deal and start the countdown; who is away is not in the race (R9)."""
    around = room.around
    if around.busy():
        return "busy"
    now = around.clock.monotonic_ms()
    if room.race.phase == "lobby" and now < room.deals.ready_at_ms:
        # An auto start is tried again then.
        room.start_again_at = room.deals.ready_at_ms
        return "too_fast"
    settings, date_ms = room.race.settings, around.clock.date_ms()
    deal = around.dealer.deal(settings, repeated=room.repeated, date_ms=date_ms)
    code = room.attempt(c.Start(deal, anyway))
    if code is None:
        room.deals.spend(now)
    return code

"""The server's own bots in a room: the host adds them, `remove` sends them away (R18).

They are players like others and come in by the door. Here is decided which of them comes; that
they may not crowd a room or the server is decided where they are kept.
"""

from typing import TYPE_CHECKING

from protocol import messages as m
from server.rooms.members import Person, Tie

if TYPE_CHECKING:
    from server.rooms.room import Room


def add_bot(room: "Room", person: Person, wish: m.AddBot) -> str | None:  # noqa: ARG001
    """Ask the first bot of this speed in that is not here yet; or the code of the refusal."""
    bots = room.around.bots
    if room.members.space(watching=False, busy=room.racers_now()) == "full":
        return "room_full"
    there = {one.player for one in room.members if one.present} | set(bots.sent_to(room.code))
    for player, name in bots.of(wish.speed):
        known = room.members.find(player)
        taken = known is None and room.members.name_taken(name, by_other_than=player)
        if player not in there and not taken:
            code = bots.send(room.code, player)
            if code is None:
                room.members.invited.add(player)
            return code
    return "too_many_bots" if bots.of(wish.speed) else "bots_unavailable"


def call_back(room: "Room") -> None:
    """Somebody has come in: bots that are members and were cut off, as by a restart, come too."""
    bots = room.around.bots
    for person in room.members:
        away = person.bot and not person.present and bots.owns(person.player)
        if away and person.player not in bots.sent_to(room.code):
            bots.send(room.code, person.player)


def tie_of_removed(room: "Room", person: Person) -> Tie:
    """How a member stays known whom the host removes: a bot of the server may be added again."""
    room.members.invited.discard(person.player)
    return "left" if room.around.bots.owns(person.player) else "removed"

"""What is done to a room from outside: somebody is forgotten, banned or renamed, or it is closed.

No wish of a member: nobody's rights are asked, but all of it is stored before it is told.
"""

from typing import TYPE_CHECKING

from server.race import commands as c
from server.rooms import membership
from server.rooms.rows import member_row
from server.rulings import CloseRoom

if TYPE_CHECKING:
    from server.rooms.room import Room


def close(room: "Room") -> None:
    """Break off the race, which counts for nothing then, and close all connections. The room is
    done with: whoever holds it must let it go."""
    room.starting.stop()
    room.attempt(c.Abort())
    for peer in room.audience.everybody:
        room.audience.leave(peer.player)
        room.outbox.close(peer, 4412)
    room.outbox.write(CloseRoom(code=room.code))
    retire(room)
    room.outbox.post()


def retire(room: "Room") -> None:
    """Let nothing happen in this room by itself any more; whoever asks for it wakes another."""
    room.broken = True
    room.alarm.stop()
    room.teller.count(None)


def forget(room: "Room", player: str) -> None:
    """Take out whoever is, or was, here and wants to be forgotten."""
    room.rule("forget", lambda: membership.forget(room, player))


def ban(room: "Room", player: str) -> None:
    """Take a member out, as if he had left; his name stays with what he has played."""
    room.rule("ban", lambda: _ban(room, player))


def _ban(room: "Room", player: str) -> None:
    person = room.members.find(player)
    if person is None:
        return
    membership.part(room, person, "left", close=4413)
    if room.members.owner == player and room.members.host is not None:
        room.members.owner = room.members.host
        room.store()


def rename(room: "Room", player: str, name: str) -> None:
    """Give whoever is, or was, here another name; it is clean and not taken."""
    room.rule("rename", lambda: _rename(room, player, name))


def _rename(room: "Room", player: str, name: str) -> None:
    person = room.members.known(player)
    if person is not None and person.name != name:
        person.name, person.renamed_ms = name, room.around.clock.monotonic_ms()
        room.outbox.write(member_row(room.code, person))

"""The turn of a plain move, the server's hot path: one fact, one row, one message.

What comes of it is what a whole turn of the room would do, and a test holds the two together; it
only leaves out looking for what a plain move cannot change.
"""

from typing import TYPE_CHECKING

from protocol import messages as m
from server.race import commands as c
from server.race.moves import plain
from server.records import Append
from server.rooms import wire
from server.rooms.ports import Peer

if TYPE_CHECKING:
    from server.rooms.room import Room


def play(room: "Room", peer: Peer, wish: m.Move) -> bool:
    """Play a move if it makes one fact and nothing else, as nearly all do; False: nothing was
    done, and it takes a whole turn."""
    wakes_at = room.alarm.at
    if wakes_at is None:
        return False
    before = room.race
    now_ms = room.now_ms()
    if now_ms >= room.alarm.calm_until:
        return False
    command = c.Move(peer.player, wish.race, wish.n, wish.kind, wish.cell)
    step = plain(before, command, now_ms)
    if step is None:
        return False
    fact, after = step
    told = wire.moved(after, fact)
    standings_at = room.teller.played(before, after, fact)
    room.race = after
    write = Append(room=room.code, race=before.id, seq=before.seq, events=(fact,))
    if standings_at is None or standings_at >= wakes_at:
        room.outbox.post_one(write, peer, told)
    else:
        # The standings are due, in this turn or at an earlier moment than the alarm's.
        room.outbox.write(write)
        room.outbox.tell((peer,), told)
        room.finish_turn()
    return True

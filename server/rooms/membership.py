"""Coming, going and belonging: what enters, leaves or ends a membership, with its rows and letters.

The newest connection of a player is the one that counts (R14). Members may always come back,
through a lock too; who was removed may not (R15).
"""

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final

from protocol import messages as m
from server.race import commands as c
from server.records import DropMember
from server.rooms import practice, robots
from server.rooms.members import Person, Tie
from server.rooms.ports import Peer
from server.rooms.rows import member_row

if TYPE_CHECKING:
    from server.rooms.room import Room

RENAME_MS: Final = 10_000
"""Longer than it takes from reading a player's name in the store to entering a room."""
_CLOSES: Final[dict[Tie, int]] = {"left": 4410, "removed": 4403}


@dataclass(frozen=True, slots=True)
class Guest:
    """Who wants to come in. `name` is clean; `watch` counts for those who are new."""

    peer: Peer
    name: str
    _: KW_ONLY
    watch: bool
    bot: bool = False


def enter(room: "Room", guest: Guest) -> str | None:
    """Let a connection in and give it a snapshot; else the reason, which the peer is told."""
    peer, name = guest.peer, guest.name
    person = room.members.known(peer.player)
    if person is not None and person.tie == "removed":
        room.outbox.close(peer, 4403)
        return "forbidden"
    if person is None or person.tie == "left":
        watch = guest.watch or practice.taken(room, peer.player)
        code = _refusal(room, guest, watch=watch)
        if code is not None:
            room.outbox.tell((peer,), m.Rejected(code=code, re="hello"))
            return code
        person = room.members.add(
            peer.player, name, watching=watch, busy=room.racers_now(), bot=guest.bot
        )
        room.outbox.write(member_row(room.code, person))
    elif name != person.name and _follows(room, person, name):
        # Else the name known here stays: a clash must not keep a member from the race.
        person.name = name
        room.outbox.write(member_row(room.code, person))
    room.awaken()
    room.members.arrive(person)
    older = room.audience.leave(peer.player)
    if older is not None:
        room.outbox.close(older, 4409)
    # The others hear of it first, then the new one gets everything at once.
    room.catch_up()
    room.audience.enter(peer)
    room.outbox.tell((peer,), room.snapshot(peer.player))
    if not person.bot:
        robots.call_back(room)
    return None


def _follows(room: "Room", person: Person, name: str) -> bool:
    """Whether a member is known by another name from now on: not by one that is taken here, nor by
    the one of before, read in the store just before a renaming got there."""
    if room.members.name_taken(name, by_other_than=person.player):
        return False
    now_ms = room.around.clock.monotonic_ms()
    return person.renamed_ms is None or now_ms - person.renamed_ms > RENAME_MS


def _refusal(room: "Room", guest: Guest, *, watch: bool) -> str | None:
    """Why somebody new cannot come in; else there is a place now."""
    player = guest.peer.player
    if player != room.members.owner and player not in room.members.invited:
        if guest.bot and not room.race.settings.bots:
            return "bots_not_allowed"
        if room.locked:
            return "room_locked"
    if room.members.name_taken(guest.name, by_other_than=player):
        return "name_taken"
    if not make_space(room, watching=watch):
        return "spectators_full" if watch else "room_full"
    return None


def depart(room: "Room", peer: Peer) -> None:
    """The player's connection is gone; membership and seat stay (R14)."""
    room.audience.leave(peer.player)
    person = room.members.find(peer.player)
    if person is not None:
        room.members.depart(person)


def forget(room: "Room", player: str) -> None:
    """The player's own wish: out of the room like one who leaves, with no name left behind."""
    person = room.members.known(player)
    if person is not None:
        # First of all: leaving can end the race, and its results are told at once.
        person.name = ""
        if person.tie == "member":
            part(room, person, "left", close=4411)
        elif person.tie == "removed":
            _drop(room, person)
        if room.members.owner == player and room.members.host is not None:
            room.members.owner = room.members.host
            room.store()


def part(
    room: "Room", person: Person, tie: Tie, close: int | None = None, *, by_host: bool = False
) -> None:
    """End a membership: the race as `left`, or `removed` by the host, the connection with its
    code."""
    if person.player in room.race.racers:
        room.attempt(c.Leave(person.player, removed=by_host))
    room.members.part(person, tie)
    if tie == "removed" or person.player in room.race.racers:
        # A racer's name is needed for the results: that row goes when the next race opens.
        room.outbox.write(member_row(room.code, person))
    else:
        _drop(room, person)
    peer = room.audience.leave(person.player)
    if peer is not None:
        room.outbox.close(peer, close or _CLOSES[tie])


def make_space(room: "Room", *, watching: bool) -> bool:
    """Whether one more can sit or watch; the place of the longest absent member is given away."""
    place = room.members.space(watching=watching, busy=room.racers_now())
    if isinstance(place, Person):
        if place.player in room.race.racers and room.race.phase != "lobby":
            # The results that are being shown need the name.
            room.members.part(place, "left")
            room.outbox.write(member_row(room.code, place))
        else:
            _drop(room, place)
    return place != "full"


def _drop(room: "Room", person: Person) -> None:
    room.members.forget(person.player)
    room.outbox.write(DropMember(room=room.code, player=person.player))

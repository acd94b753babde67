"""The rows that a room hands to the recorder about itself and its members, and how to read them.

Dates are Unix milliseconds. Of a player's secret only the hash passes through here.
"""

import msgspec

from server.race.settings import RaceSettings
from server.records import PutMember, PutPlayer, PutRoom
from server.rooms.members import Person
from server.rooms.ports import Peer


class RoomSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What `PutRoom.settings` holds, as JSON."""

    settings: RaceSettings
    """Of the present race."""
    repeated: bool = False
    """The seed in `settings` is the one of the race before, not one that was typed (R4)."""


def room_row(
    code: str, owner: str, settings: RoomSettings, *, locked: bool, public: bool, date_ms: int
) -> PutRoom:
    """The room's own row."""
    encoded = msgspec.json.encode(settings)
    return PutRoom(
        code=code, owner=owner, locked=locked, public=public, settings=encoded, date_ms=date_ms
    )


def read_settings(encoded: bytes) -> RoomSettings:
    """The settings in a room's row. Raises msgspec.DecodeError."""
    return msgspec.json.decode(encoded, type=RoomSettings)


def member_row(code: str, person: Person) -> PutMember:
    """A person's row in this room."""
    return PutMember(
        room=code,
        player=person.player,
        name=person.name,
        colour=person.colour,
        watching=person.watching,
        removed=person.tie == "removed",
        left=person.tie == "left",
    )


def player_row(peer: Peer, name: str, date_ms: int) -> PutPlayer:
    """The row of a player who takes another name."""
    return PutPlayer(player=peer.player, name=name, token_hash=peer.token_hash, date_ms=date_ms)

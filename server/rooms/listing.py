"""The public list of rooms: those that their host has published, where somebody is, not locked.

Rooms are unlisted unless their host wants otherwise. A line says what a door plate would: level,
host, how many, what is going on; nothing of boards, seeds or players' ids.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from protocol import messages as m
from server.race.settings import MAX_RACERS
from server.rooms.room import Room

MAX_LISTED: Final = 50


class Listed(Struct, frozen=True, kw_only=True):
    """One room of the list."""

    code: str
    level: m.Level
    columns: int
    rows: int
    mines: int
    host: str
    """Name of who acts as host."""
    players: int
    """Seats taken by somebody who is there."""
    seats: int
    watching: int
    phase: m.Phase


def listed(rooms: Iterable[Room]) -> list[Listed]:
    """The rooms to show, at most `MAX_LISTED`: lobbies first, then those with most players."""
    lines = [line for room in rooms if (line := _line(room)) is not None]
    lines.sort(key=lambda line: (line.phase != "lobby", -line.players, line.code))
    return lines[:MAX_LISTED]


def _line(room: Room) -> Listed | None:
    if not room.public or room.locked or room.broken or room.members.host is None:
        return None
    settings = room.race.settings
    there = [person for person in room.members if person.present]
    return Listed(
        code=room.code,
        level=settings.level,
        columns=settings.columns,
        rows=settings.rows,
        mines=settings.mines,
        host=room.members.name_of(room.members.host),
        players=sum(not person.watching for person in there),
        seats=MAX_RACERS,
        watching=sum(person.watching for person in there),
        phase=room.race.phase,
    )

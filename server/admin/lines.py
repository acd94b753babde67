"""What is shown of rooms, players and removed results: lines for people, without any secret.

Names come from anybody: control characters are escaped. Dates are Unix milliseconds.
"""

import time
from collections.abc import Mapping

from server.logs import escape
from server.records import RemovedRow, StoredAccount
from server.rooms.room import Room


def line_of(room: Room) -> str:
    """A room at a glance."""
    there = sum(person.present for person in room.members)
    flags = [flag for flag in ("locked", "public") if getattr(room, flag)]
    size = room.race.settings
    level = f"{size.level} {size.columns}x{size.rows}x{size.mines}"
    words = [f"room {room.code}: {room.race.phase}", level, f"{there} there", *flags]
    return ", ".join(words)


def about_room(room: Room) -> list[str]:
    """A room and its members. Of a race that goes on nothing but its phase and id."""
    lines = [line_of(room), f"race {room.race.id}, before it {room.last_race or 'none'}"]
    for person in room.members:
        kinds = {
            "owner": person.player == room.members.owner,
            "host": person.player == room.members.host,
            "watching": person.watching,
            "bot": person.bot,
            "away": not person.present,
        }
        words = [escape(person.name), *_true(kinds)]
        lines.append(f"player {person.player}: {', '.join(words)}")
    return lines


def removed(row: RemovedRow) -> str:
    """A removed result and why."""
    return (
        f"removed {date(row.date_ms)}: player {row.player} in race {row.race}: {escape(row.reason)}"
    )


def _true(kinds: Mapping[str, bool]) -> list[str]:
    return [kind for kind, is_so in kinds.items() if is_so]


def date(date_ms: int) -> str:
    """In UTC."""
    return time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(date_ms / 1_000))


def about_player(whole: StoredAccount, here: int, *, banned: bool) -> list[str]:
    """A player, his rooms and what was removed. `here`: connections; `banned`: just now."""
    known = whole.player
    kinds = {"a bot": known.bot, "banned": known.banned or banned}
    first = [f"{escape(known.name)}, since {date(known.date_ms)}", *_true(kinds)]
    code = "yes" if whole.has_recovery else "no"
    lines = [
        f"player {known.player}: {', '.join(first)}",
        f"connections: {here}, devices: {whole.devices}, recovery code: {code}",
    ]
    for room in whole.rooms:
        ties = ("owner", "watching", "removed", "left")
        words = [escape(room.name), *(tie for tie in ties if getattr(room, tie))]
        lines.append(f"room {room.room}: {', '.join(words)}")
    return [*lines, *(removed(row) for row in whole.removed)]

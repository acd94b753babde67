"""How orders are called on the command line: `rooms`, `players`, `results`, `announce`.

They read the data directory alone, and nothing else of the settings: only a running server acts.
"""

from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter

from server.admin import orders as o
from server.admin.client import order
from server.exits import finished
from server.options import SettingsFile, kept_in

Directory = Annotated[Path | None, Parameter(env_var="DEMINEUR_DATA")]


def list_rooms(*, data: Directory = None, file: SettingsFile = None) -> int:
    """List the rooms that are awake."""
    return _carry(o.ListRooms(), data, file)


def show_room(code: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Show a room and who belongs to it."""
    return _carry(o.ShowRoom(room=code), data, file)


def close_room(code: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Close a room for good: its race is broken off, its link leads nowhere, results stay."""
    return _carry(o.ShutRoom(room=code), data, file)


def show_player(player: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Show a player: name, rooms, ban, removed results."""
    return _carry(o.ShowPlayer(player=player), data, file)


def rename(player: str, name: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Give a player another name in all rooms."""
    return _carry(o.Rename(player=player, name=name), data, file)


def ban(player: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Close a player's connections and let none of them in any more."""
    return _carry(o.Ban(player=player), data, file)


def unban(player: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Let a banned player in again."""
    return _carry(o.Unban(player=player), data, file)


def remove_player(player: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Remove a player for good: name, tokens, memberships, results."""
    return _carry(o.RemovePlayer(player=player), data, file)


def remove_result(
    race: str, player: str, /, *, reason: str, data: Directory = None, file: SettingsFile = None
) -> int:
    """Take a player's result of a race out of all boards, best times and statistics.

    Parameters
    ----------
    race
        Its id, as it stands in the link of its page.
    player
        The player's id.
    reason
        Kept and listed with it; the player can read it.
    data
        Where everything is kept.
    """
    return _carry(o.DropResult(race=race, player=player, reason=reason), data, file)


def removed(*, data: Directory = None, file: SettingsFile = None) -> int:
    """List the results that were removed, and why."""
    return _carry(o.ListRemoved(), data, file)


def announce(text: str, /, *, data: Directory = None, file: SettingsFile = None) -> int:
    """Show a line of text to everybody who is connected."""
    return _carry(o.Announce(text=text), data, file)


def _carry(wanted: o.Order, data: Path | None, file: Path | None) -> int:
    return finished(lambda: order(kept_in(data, file), wanted), plain=True)


rooms: Final = App(name="rooms", help="See and close rooms of the running server.", config=())
rooms.command(list_rooms, name="list")
rooms.command(show_room, name="show")
rooms.command(close_room, name="close")

players: Final = App(name="players", help="See, rename, ban and remove players.", config=())
players.command(show_player, name="show")
players.command(rename, name="rename")
players.command(ban, name="ban")
players.command(unban, name="unban")
players.command(remove_player, name="remove")

results: Final = App(name="results", help="Take results out of all lists.", config=())
results.command(remove_result, name="remove")
results.command(removed, name="removed")

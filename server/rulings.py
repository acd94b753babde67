"""Rows of what whoever runs the server decides about rooms, players and results.

They are handed to the store like all others (`server.records`). Dates are Unix milliseconds.
"""

from typing import Literal

from msgspec import Struct

Ruling = Literal[
    "room_closed",
    "player_renamed",
    "player_banned",
    "player_unbanned",
    "player_removed",
    "result_removed",
    "announced",
]


class BanPlayer(Struct, frozen=True, kw_only=True, tag=True):
    """A player may not come in any more, or may again; all that is stored about them stays."""

    player: str
    banned: bool


class TakeName(Struct, frozen=True, kw_only=True, tag=True):
    """A name that a player does not get back by saying it in a hello, as pages do by themselves."""

    player: str
    name: str


class CloseRoom(Struct, frozen=True, kw_only=True, tag=True):
    """Nobody finds the room any more. Its races and their results stay."""

    code: str


class RemoveResult(Struct, frozen=True, kw_only=True, tag=True):
    """One racer's result counts nowhere any more, also when results are rebuilt."""

    race: str
    player: str
    reason: str
    date_ms: int


class NoteRuling(Struct, frozen=True, kw_only=True, tag=True):
    """What was decided, kept for whoever asks later."""

    ruling: Ruling
    about: str
    """Room, player or race; of a player the id alone, never the name."""
    reason: str = ""
    """For a removed result, or the text of what was announced."""
    date_ms: int


Rulings = BanPlayer | TakeName | CloseRoom | RemoveResult | NoteRuling

"""`export`: a finished race out of a data directory, as a replay or in another form.

Reads one moment of the database and changes nothing; the server may be running.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from protocol.replay import Replay, encode_replay
from server.exits import Refusal
from server.keeping.reading import reading
from server.proof.rawvf import NotThere, rawvf
from server.proof.steps import UnknownPlayer, player_of
from server.records import StoredRace
from server.rooms.replays import MovesGone, check_length, replay_of
from server.store import sqlite_read

Form = Literal["json", "rawvf"]


def export(race: str, directory: Path, *, form: Form = "json", player: str | None = None) -> str:
    """The race as a document, or one player's game as RAWVF (`player`: name, id or place).

    Raises:
        Refusal: no such finished race, or the form cannot say it.
        StoreUnusable: the database cannot be read.
    """
    stored, names = _read(race, directory)
    try:
        check_length(stored, sys.maxsize)
    except MovesGone:
        raise Refusal(f"the moves of {race} are no longer kept") from None
    document = replay_of(stored, names)
    if form == "json":
        return encode_replay(document).decode() + "\n"
    return _rawvf(document, player)


def _rawvf(document: Replay, player: str | None) -> str:
    try:
        return rawvf(document, player_of(document, player))
    except (NotThere, UnknownPlayer) as wrong:
        raise Refusal(str(wrong)) from None


def _read(race: str, directory: Path) -> tuple[StoredRace, Mapping[str, str]]:
    with reading(directory) as connection:
        names = sqlite_read.names(connection, race)
        stored = None if names is None else sqlite_read.race(connection, race)
    if stored is None or names is None:
        raise Refusal(f"{race} is no race that is finished here")
    return stored, names

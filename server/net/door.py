"""What all sessions of a server share: its parts, and the counters of what an address may do."""

from dataclasses import dataclass
from typing import Protocol

from protocol import messages as m
from server.clock import Clock
from server.config import Config
from server.net.identity import Identities
from server.net.limits import Window
from server.net.notes import Notes
from server.records import StoredAccount
from server.rooms.ports import Recorder
from server.rooms.room import Room


class Rooms(Protocol):
    """The rooms as sessions see them (`server.rooms.registry`)."""

    async def find(self, code: str) -> Room | None:
        """The room with this code, woken if it sleeps."""
        ...

    async def create(self, owner: str, settings: m.Settings, challenge: str | None = None) -> str:
        """The code of a new room, maybe against a finished race. Raises Refused."""
        ...

    def forget(self, player: str) -> None:
        """Take a player out of all rooms."""
        ...

    def is_banned(self, player: str) -> bool:
        """Whether a player was banned just now."""
        ...

    def is_forgotten(self, player: str) -> bool:
        """Whether a player was forgotten just now."""
        ...


class Accounts(Protocol):
    """The part of the store that knows all about a player."""

    async def account(self, player: str, skip: int, limit: int) -> StoredAccount | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What all sessions of a server share."""

    config: Config
    clock: Clock
    recorder: Recorder
    identities: Identities
    accounts: Accounts
    rooms: Rooms
    notes: Notes
    new_rooms: Window
    new_players: Window
    failed_joins: Window

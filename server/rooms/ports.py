"""What rooms need from outside, as protocols: rooms import no network, store, clock or randomness.

Everything here is handed in by the composition root; tests hand in fakes.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from protocol.messages import BotSpeed
from server.records import StoredRace, StoredRoom, Write
from server.rooms.boards import Dealer
from server.rooms.crowd import Crowd
from server.workshop.tasks import Workshop


class Clock(Protocol):
    """Two clocks: one that only goes forward, and the date."""

    def monotonic_ms(self) -> int: ...

    def date_ms(self) -> int:
        """Unix milliseconds; for dates in leaderboards only."""
        ...


class Recorder(Protocol):
    """Stores groups of writes and then lets things be told (`server/store/recorder.py`)."""

    @property
    def full(self) -> bool:
        """Too much waits for its commit: nothing new should be begun now."""
        ...

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None:
        """Queue `writes`; `then` runs after their commit, strictly in the order of appending."""
        ...


class Peer(Protocol):
    """One connection of a player whom the network has recognised by the secret token."""

    @property
    def player(self) -> str: ...

    @property
    def token_hash(self) -> bytes:
        """SHA-256 of the secret token, for the player's row."""
        ...

    def send(self, frame: bytes) -> None:
        """Send one text frame, without waiting. After the connection's end: nothing."""
        ...

    def close(self, code: int, reason: str) -> None:
        """Close after what was sent before, without waiting. `gone` may still follow."""
        ...


class RoomStore(Protocol):
    """The part of the store that wakes rooms."""

    async def room(self, code: str) -> StoredRoom | None: ...

    async def facts(self, race: str) -> StoredRace | None:
        """A finished race, without its moves."""
        ...

    async def unfinished(self) -> list[str]:
        """Codes of the rooms whose newest race went and is not over."""
        ...


class Bots(Protocol):
    """The server's own bots, which hosts can add to their rooms (R18). They come by the door like
    anybody else, a moment later."""

    def of(self, speed: BotSpeed) -> Sequence[tuple[str, str]]:
        """Ids and names of those that race at this speed, in the order of choice."""
        ...

    def owns(self, player: str) -> bool:
        """Whether this player is one of them."""
        ...

    def sent_to(self, room: str) -> Collection[str]:
        """Those that are in this room, or on their way."""
        ...

    def send(self, room: str, player: str) -> str | None:
        """Have this one come to the room; or the code of the refusal."""
        ...


class NoBots:
    """A server without bots of its own."""

    def of(self, speed: BotSpeed) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        return ()

    def owns(self, player: str) -> bool:  # noqa: ARG002
        return False

    def sent_to(self, room: str) -> Collection[str]:  # noqa: ARG002
        return ()

    def send(self, room: str, player: str) -> str | None:  # noqa: ARG002
        return "bots_unavailable"


Schedule = Callable[[int | None], None]
"""Arm the room's one timer for a moment of `Clock.monotonic_ms`; replaces the one before.
None disarms it."""

Timers = Callable[[Callable[[], None]], Schedule]
"""Makes a room's timer: given `Room.tick`, gives its `Schedule`."""

Letters = Callable[[int], str]
"""That many random letters of `protocol.codes.ID_ALPHABET`: room codes, race ids, seeds."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """All that a room is handed, the same for all rooms of a server."""

    clock: Clock
    recorder: Recorder
    timers: Timers
    dealer: Dealer
    letters: Letters
    workshop: Workshop
    busy: Callable[[], bool] = lambda: False
    """Whether no new race may begin: the server is about to stop."""
    refused: Callable[[str], None] = lambda _code: None
    """Is told the code of every wish that a room refuses, for figures."""
    crowd: Crowd = field(default_factory=Crowd)
    """All who listen to races, counted by the rooms."""
    bots: Bots = field(default_factory=NoBots)

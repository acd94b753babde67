"""Who is there: from the token of a hello to a player, new or known.

The token is the whole identity: whoever has it is the player. Only its SHA-256 is kept anywhere;
it has 256 random bits, so it needs no salt and cannot be guessed. It must never be logged.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from protocol.messages import Hello
from server.clock import Clock
from server.records import PutPlayer
from server.rooms import names
from server.rooms.ports import Letters, Recorder
from server.rooms.wire import Refused
from server.store.base import Store

PLAYER_ID_CHARS: Final = 10


class UnknownToken(Exception):
    """Nobody has this token."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A player as a connection knows him."""

    player: str
    token_hash: bytes
    name: str
    new_token: str | None = None
    """The secret of a player who was made just now: to be told once, in `welcome`."""

    def __repr__(self) -> str:
        return f"Identity({self.player})"


class Identities:
    """Recognises players and makes new ones."""

    def __init__(
        self,
        store: Store,
        recorder: Recorder,
        clock: Clock,
        letters: Letters,
        new_token: Callable[[], str],
    ) -> None:
        self._store = store
        self._recorder = recorder
        self._clock = clock
        self._letters = letters
        self._new_token = new_token

    async def recognise(
        self, hello: Hello, before: Identity | None
    ) -> tuple[Identity, tuple[PutPlayer, ...]]:
        """The player who says hello, and what is to be stored before he is welcomed.

        `before`: who the connection was found to be by an earlier hello that led nowhere; a hello
        without a token is his. Raises UnknownToken, Refused: name_invalid, busy.
        """
        if hello.token is None and before is not None:
            known: Identity | None = replace(before, new_token=None)
        elif hello.token is not None:
            known = await self._by_token(hello.token)
        else:
            known = None
        name = hello.name if hello.name is not None or known is None else known.name
        try:
            name = names.clean(name or "")
        except names.NameInvalid:
            raise Refused("name_invalid") from None
        if known is not None and known.name == name:
            return known, ()
        if self._recorder.full:
            raise Refused("busy")
        who = self._new(name) if known is None else replace(known, name=name)
        row = PutPlayer(
            player=who.player,
            name=name,
            token_hash=who.token_hash,
            date_ms=self._clock.date_ms(),
        )
        return who, (row,)

    async def _by_token(self, token: str) -> Identity:
        token_hash = hash_token(token)
        stored = await self._store.player_by_token(token_hash)
        if stored is None:
            raise UnknownToken
        return Identity(stored.player, token_hash, stored.name)

    def _new(self, name: str) -> Identity:
        token = self._new_token()
        return Identity(self._letters(PLAYER_ID_CHARS), hash_token(token), name, token)


def hash_token(token: str) -> bytes:
    """What is kept of a token: 32 bytes."""
    return hashlib.sha256(token.encode()).digest()

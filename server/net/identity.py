"""Who is there: from the token or recovery code of a hello to a player, new or known.

A token is the whole identity: whoever has one is the player. Only its SHA-256 is kept anywhere; it
has 256 random bits (a code 86), so it needs no salt and cannot be guessed. Never to be logged.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from protocol.codes import ID_CHARS, RECOVERY_CHARS
from protocol.messages import Hello, PlayerKind
from server.clock import Clock
from server.net.written import in_groups, read_code
from server.records import DropRecovery, PutPlayer, PutRecovery, PutToken, Write
from server.rooms.ports import Letters, Recorder
from server.rooms.wanted import Refused
from server.store.base import Store


class Banned(Exception):
    """Whoever runs the server does not let this player in."""


class UnknownToken(Exception):
    """Nobody has this token."""


class UnknownCode(Exception):
    """Nobody has this recovery code, or it was used."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A player as a connection knows him."""

    player: str
    token_hash: bytes
    name: str
    new_token: str | None = None
    """A secret that was made just now: to be told once, in `welcome`."""
    bot: bool = False
    """A program that has said so when it was new (R18)."""
    used_code: bytes | None = None
    """Hash of the recovery code by which the player came."""
    taken_name: str | None = None
    """Not given again because of a hello (`server.rulings.TakeName`)."""

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
        self._used: set[bytes] = set()
        """Codes used since the start: the store may not have heard of it yet."""

    async def recognise(
        self, hello: Hello, before: Identity | None
    ) -> tuple[Identity, tuple[Write, ...]]:
        """The player who says hello, and what is to be stored before he is welcomed.

        `before`: who the connection was found to be by an earlier hello that led nowhere; a hello
        without a token is his. Raises UnknownToken, UnknownCode, Banned, Refused: name_invalid,
        busy.
        """
        from server.rooms import names  # noqa: PLC0415 - see server.later

        writes: tuple[Write, ...] = ()
        known: Identity | None
        if hello.recovery is not None:
            known, code_hash = await self._by_code(hello.recovery)
            writes = (
                PutToken(player=known.player, token_hash=known.token_hash),
                DropRecovery(player=known.player, code_hash=code_hash),
            )
        elif hello.token is None and before is not None:
            known = replace(before, new_token=None, used_code=None)
        elif hello.token is not None:
            known = await self._by_token(hello.token)
        else:
            known = None
        name = hello.name if hello.name is not None or known is None else known.name
        try:
            name = names.clean(name or "")
        except names.NameInvalid:
            raise Refused("name_invalid") from None
        if known is not None and known.taken_name and names.alike(name, known.taken_name):
            name = known.name
        if known is not None and known.name == name and not writes:
            return known, ()
        if self._recorder.full:
            raise Refused("busy")
        if known is not None and known.name == name:
            return known, writes
        who = replace(known, name=name) if known is not None else self._new(name, hello.kind)
        row = PutPlayer(
            player=who.player,
            name=name,
            token_hash=who.token_hash,
            date_ms=self._clock.date_ms(),
            bot=who.bot,
        )
        return who, (row, *writes)

    def use_up(self, who: Identity) -> None:
        """To be called when it is sure that the player is welcome; from then on the recovery code
        is nobody's. Raises UnknownCode when somebody else has just been welcomed by it."""
        if who.used_code is not None:
            if who.used_code in self._used:
                raise UnknownCode
            self._used.add(who.used_code)

    def new_code(self, player: str) -> tuple[str, PutRecovery]:
        """A recovery code as people read it, and what is to be stored before it is told."""
        code = self._letters(RECOVERY_CHARS)
        return in_groups(code), PutRecovery(player=player, code_hash=hash_token(code))

    async def _by_code(self, written: str) -> tuple[Identity, bytes]:
        """The player, with a new token, and what is stored of the code."""
        code = read_code(written, RECOVERY_CHARS)
        if code is None:
            raise UnknownCode
        code_hash = hash_token(code)
        stored = await self._store.player_by_recovery(code_hash)
        if stored is None:
            raise UnknownCode
        if stored.banned:
            raise Banned
        token = self._new_token()
        who = Identity(
            stored.player,
            hash_token(token),
            stored.name,
            token,
            stored.bot,
            code_hash,
            stored.taken_name,
        )
        return who, code_hash

    async def _by_token(self, token: str) -> Identity:
        token_hash = hash_token(token)
        stored = await self._store.player_by_token(token_hash)
        if stored is None:
            raise UnknownToken
        if stored.banned:
            raise Banned
        return Identity(
            stored.player, token_hash, stored.name, bot=stored.bot, taken_name=stored.taken_name
        )

    def _new(self, name: str, kind: PlayerKind) -> Identity:
        token = self._new_token()
        player = self._letters(ID_CHARS)
        return Identity(player, hash_token(token), name, token, kind == "bot")


def hash_token(token: str) -> bytes:
    """What is kept of a token or code: 32 bytes."""
    return hashlib.sha256(token.encode()).digest()

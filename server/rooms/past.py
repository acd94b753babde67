"""Races that are over, made anew from their stored facts: results, and replays.

For pages about finished races; of any other race nothing is told (R6). The same page is asked for
again and again, so answers are kept as they were encoded.
"""

import asyncio
import gzip
from collections.abc import Mapping
from typing import Final, Protocol

import msgspec

from protocol.messages import Results
from protocol.replay import encode_replay
from server.race.evolve import replay
from server.records import StoredRace
from server.rooms import wire
from server.rooms.answers import Answers
from server.rooms.replays import check_length, replay_of

KEPT_BYTES: Final = 4 * 2**20
"""All kept answers together; most have a few kilobytes, one with large own boards a megabyte."""
KEPT_REPLAY_BYTES: Final = 8 * 2**20
"""All kept replays together, packed; most have some ten kilobytes."""
PACKING: Final = 6
"""Level of gzip; a replay becomes about a fifth, and a higher level gives hardly more."""


class PastStore(Protocol):
    """The part of the store that is read here."""

    async def facts(self, race: str) -> StoredRace | None: ...

    async def race(self, race: str) -> StoredRace | None: ...

    async def names(self, race: str) -> Mapping[str, str] | None: ...


class PastRaces:
    """Finished races as JSON: the fields of `results`."""

    def __init__(self, store: PastStore, kept_bytes: int = KEPT_BYTES) -> None:
        self._store = store
        self._answers: Answers[bytes] = Answers(kept_bytes)

    async def answer(self, race: str) -> bytes | None:
        """The results of a finished race; None for any other."""
        names = await self._store.names(race)
        if names is None:
            return None
        kept = self._answers.get(race, names)
        if kept is not None:
            return kept
        stored = await self._store.facts(race)
        if stored is None:
            return None
        # Boards of many own first taps take long to make: beside the loop, which races meanwhile.
        answer = await asyncio.to_thread(_encoded, stored, names)
        self._answers.keep(race, names, answer)
        return answer


class PastReplays:
    """Finished races as replay documents, packed with gzip."""

    def __init__(self, store: PastStore, kept_bytes: int = KEPT_REPLAY_BYTES) -> None:
        self._store = store
        self._answers: Answers[bytes] = Answers(kept_bytes)
        self._one_at_a_time = asyncio.Lock()

    async def answer(self, race: str) -> bytes | None:
        """The packed document of a finished race; None for any other. Raises `TooManyMoves`,
        `MovesGone`."""
        names = await self._store.names(race)
        if names is None:
            return None
        # A long race takes megabytes while it is made: once, whoever else asks waits for it.
        async with self._one_at_a_time:
            kept = self._answers.get(race, names)
            if kept is not None:
                return kept
            facts = await self._store.facts(race)
            if facts is None:
                return None
            check_length(facts)
            stored = await self._store.race(race)
            if stored is None:
                return None
            # Its moves may have been dropped between the two.
            check_length(stored)
            # Beside the loop too.
            answer = await asyncio.to_thread(_packed, stored, names)
            self._answers.keep(race, names, answer)
            return answer


def past_race(stored: StoredRace, names: Mapping[str, str]) -> Results:
    """The results of a finished race, given with or without its moves; who is not named has an
    empty name. Raises ValueError for a race that is not finished."""
    # Moves make plays, which results do not show: places and figures are facts of their own.
    return wire.results(replay(stored.events), lambda player: names.get(player, ""))


def _encoded(stored: StoredRace, names: Mapping[str, str]) -> bytes:
    return msgspec.json.encode(msgspec.structs.asdict(past_race(stored, names)))


def _packed(stored: StoredRace, names: Mapping[str, str]) -> bytes:
    return gzip.compress(encode_replay(replay_of(stored, names)), PACKING, mtime=0)

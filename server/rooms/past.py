"""The results of a race that is over, made anew from its stored facts.

For pages about finished races; of any other race nothing is told (R6). The same page is asked for
again and again, so answers are kept as they were encoded: facts never change, only names do.
"""

from collections import OrderedDict
from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

import msgspec

from protocol.messages import Results
from server.race.evolve import replay
from server.records import StoredRace
from server.rooms import wire

KEPT_BYTES: Final = 4 * 2**20
"""All kept answers together; most have a few kilobytes, one with large own boards a megabyte."""


class PastStore(Protocol):
    """The part of the store that is read here."""

    async def facts(self, race: str) -> StoredRace | None: ...

    async def names(self, race: str) -> Mapping[str, str] | None: ...


class Kept(NamedTuple):
    """An answer, and the names that stand in it."""

    names: Mapping[str, str]
    answer: bytes


class PastRaces:
    """Finished races as JSON: the fields of `results`."""

    def __init__(self, store: PastStore, kept_bytes: int = KEPT_BYTES) -> None:
        self._store = store
        self._space_bytes = kept_bytes
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        """Least recently asked for first."""

    async def answer(self, race: str) -> bytes | None:
        """The results of a finished race; None for any other."""
        names = await self._store.names(race)
        if names is None:
            return None
        kept = self._kept.get(race)
        if kept is not None and kept.names == names:
            self._kept.move_to_end(race)
            return kept.answer
        stored = await self._store.facts(race)
        if stored is None:
            return None
        answer = msgspec.json.encode(msgspec.structs.asdict(past_race(stored, names)))
        self._keep(race, Kept(names, answer))
        return answer

    def _keep(self, race: str, kept: Kept) -> None:
        before = self._kept.pop(race, None)
        self._space_bytes += len(before.answer) if before else 0
        self._kept[race] = kept
        self._space_bytes -= len(kept.answer)
        while self._space_bytes < 0:
            _, dropped = self._kept.popitem(last=False)
            self._space_bytes += len(dropped.answer)


def past_race(stored: StoredRace, names: Mapping[str, str]) -> Results:
    """The results of a finished race, given with or without its moves; who is not named has an
    empty name. Raises ValueError for a race that is not finished."""
    # Moves make plays, which results do not show: places and figures are facts of their own.
    return wire.results(replay(stored.events), lambda player: names.get(player, ""))

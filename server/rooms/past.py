"""The results of a race that is over, made anew from its stored log.

For pages about finished races; of any other race nothing is told (R6).
"""

from typing import Protocol

from protocol.messages import Results
from server.race.evolve import replay
from server.records import StoredPlayer, StoredRace
from server.rooms import wire


class PastStore(Protocol):
    """The part of the store that is read here."""

    async def race(self, race: str) -> StoredRace | None: ...

    async def player(self, player: str) -> StoredPlayer | None: ...


async def past_race(store: PastStore, race_id: str) -> Results | None:
    """The results of a finished race; None for any other."""
    stored = await store.race(race_id)
    if stored is None or not stored.events:
        return None
    race = replay(stored.events)
    if race.phase != "finished":
        return None
    names = {}
    for placing in race.placings:
        player = await store.player(placing.player)
        names[placing.player] = "" if player is None else player.name
    return wire.results(race, lambda player: names[player])

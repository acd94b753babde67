"""Racing against a finished race: on its board, with its racers as ghosts.

Here are settings alone; how far the ghosts were at what time stands in that race's replay, which
everybody can read. So the board is none that is new to all: such a race is unranked (R4, R16).
"""

from msgspec.structs import replace

from server.engine.deal import RULESET
from server.race.evolve import replay
from server.race.settings import RaceSettings
from server.race.state import Race
from server.records import StoredRace
from server.rooms.boards import Dealer
from server.rooms.wanted import Refused


def challenging(stored: StoredRace | None, wanted: RaceSettings, dealer: Dealer) -> RaceSettings:
    """The wanted settings, made those of a room against this race, given with or without its moves.

    Raises:
        Refused: no_such_race: there is none, it was practice, or its board does not come again.
    """
    if stored is None:
        raise Refused("no_such_race")
    race = replay(stored.events)
    played = race.settings
    against = replace(
        wanted,
        level=played.level,
        columns=played.columns,
        rows=played.rows,
        mines=played.mines,
        start=played.start,
        mine_hit=played.mine_hit,
        guess_free=played.guess_free,
        seed=race.seed,
        practice=False,
        challenge=race.id,
    )
    again = race.key is not None and dealer.deals_again(against, race.tries, race.key)
    if not can_be_raced(race) or race.ruleset != RULESET or not again:
        raise Refused("no_such_race")
    return against


def can_be_raced(race: Race) -> bool:
    """Whether the racers of this race can be ghosts."""
    return race.phase == "finished" and not race.settings.practice


def kept(settings: RaceSettings, before: RaceSettings) -> RaceSettings:
    """Settings that a host wishes for instead of those before: the ghosts stay as long as the
    board does."""
    same = _board(settings) == _board(before)
    return replace(settings, challenge=before.challenge if same else None)


def _board(settings: RaceSettings) -> RaceSettings:
    """What the board depends on, the rest left as it is at first."""
    return RaceSettings(
        level=settings.level,
        columns=settings.columns,
        rows=settings.rows,
        mines=settings.mines,
        start=settings.start,
        guess_free=settings.guess_free,
        seed=settings.seed,
    )


def for_rematch(race: Race, *, same: bool, ghosts: bool) -> RaceSettings:
    """The settings of the race after this one: with a fresh board, or the same one.

    Raises:
        Refused: no_such_race: `ghosts` of a race that nobody can race against.
    """
    if not same:
        return replace(race.settings, seed=None, challenge=None)
    challenge = race.settings.challenge
    if ghosts:
        if not can_be_raced(race):
            raise Refused("no_such_race")
        challenge = race.id
    return replace(race.settings, seed=race.seed or race.settings.seed, challenge=challenge)

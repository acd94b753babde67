"""What the lobby and the countdown answer: seats, ready marks, settings, start, call-off (R9).

Only called for commands that the phase allows.
"""

from server.engine.cells import to_runs
from server.engine.deal import RULESET, layout
from server.race.commands import CallOff, Configure, Deal, Join, Ready, Start
from server.race.events import (
    CalledOff,
    Configured,
    CountdownStarted,
    Dealt,
    Joined,
    Left,
    Readied,
)
from server.race.phases import Answer, Rejection
from server.race.settings import COUNTDOWN_MS, MAX_RACERS, RaceSettings
from server.race.state import Race, all_ready


def join(race: Race, command: Join, now_ms: int) -> Answer:
    """A seat in this race."""
    if command.player in race.racers:
        return Rejection("already_racing")
    if len(race.racers) >= MAX_RACERS:
        return Rejection("race_full")
    return (Joined(at=now_ms, player=command.player, bot=command.bot),)


def ready(race: Race, command: Ready, now_ms: int) -> Answer:
    """The ready mark set or taken."""
    racer = race.racers.get(command.player)
    if racer is None:
        return Rejection("not_racing")
    if racer.ready == command.ready:
        return ()
    return (Readied(at=now_ms, player=command.player, ready=command.ready),)


def configure(race: Race, command: Configure, now_ms: int) -> Answer:
    """Other settings for this race."""
    if command.settings == race.settings:
        return ()
    return (Configured(at=now_ms, settings=command.settings),)


def start(race: Race, command: Start, now_ms: int) -> Answer:
    """The deal and the countdown; who is away gives the seat up (R9). Without a deal nothing.

    Raises:
        ValueError: the deal does not fit the settings: the caller's mistake.
    """
    absent = [racer.player for racer in race.racers.values() if racer.away_since is not None]
    if len(absent) == len(race.racers):
        return Rejection("nobody_to_race")
    if race.settings.practice and len(race.racers) - len(absent) > 1:
        return Rejection("practice_alone")
    if not command.anyway and not all_ready(race):
        return Rejection("not_all_ready")
    if command.deal is None:
        return ()
    return (
        *(Left(at=now_ms, player=player) for player in absent),
        _dealt(race.settings, command.deal, now_ms),
        CountdownStarted(at=now_ms, go_at=now_ms + COUNTDOWN_MS),
    )


def call_off(race: Race, command: CallOff, now_ms: int) -> Answer:  # noqa: ARG001 - as all
    """Back to the lobby; the board is thrown away."""
    return (CalledOff(at=now_ms),)


def _dealt(settings: RaceSettings, deal: Deal, now_ms: int) -> Dealt:
    """The board as a fact; with own first taps only its key is fixed (R2, R4)."""
    if (settings.start == "own") != (deal.start is None):
        raise ValueError("a shared start needs a start cell, own first taps have none")
    mines = None
    if deal.start is not None:
        laid = layout(
            RULESET, deal.key, settings.columns, settings.rows, settings.mines, deal.start
        )
        mines = to_runs(laid)
    return Dealt(
        at=now_ms,
        ruleset=RULESET,
        seed=deal.seed,
        origin=deal.origin,
        key=deal.key.hex(),
        start=deal.start,
        mines=mines,
        date_ms=deal.date_ms,
        tries=deal.tries,
        certificate=deal.certificate,
    )

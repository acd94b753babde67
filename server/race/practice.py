"""Practice (R17): alone in a race, a mine is taken back, and a hint shows the next deduction.

Only called for commands that the phase allows. The race does not think: advice comes in as data.
"""

from server.engine.cells import scan, to_runs
from server.engine.score import bbbv_done
from server.race.commands import Hint, Undo
from server.race.events import Hinted, Undone
from server.race.phases import Answer, Rejection
from server.race.state import Race, Racer, board_of, stuck


def undo(race: Race, command: Undo, now_ms: int) -> Answer:
    """The move that hit a mine taken back, with all that it opened."""
    racer = _practising(race, command.player)
    if isinstance(racer, Rejection):
        return racer
    board, before, play = board_of(race, racer.player), racer.before, racer.play
    if board is None or before is None:
        return Rejection("nothing_to_undo")
    return (
        Undone(
            at=now_ms,
            player=racer.player,
            closed=to_runs(play.opened & ~before.opened),
            mines=list(scan(play.exploded & ~before.exploded)),
            done=bbbv_done(board, before.opened),
        ),
    )


def hint(race: Race, command: Hint, now_ms: int) -> Answer:
    """The advice as a fact, since hints are counted; without any, whether one would be given."""
    racer = _practising(race, command.player)
    if isinstance(racer, Rejection):
        return racer
    if stuck(race, racer):
        return Rejection("stuck")
    if board_of(race, command.player) is None:
        return Rejection("first_tap_needed")
    advice = command.advice
    if advice is None:
        return ()
    return (
        Hinted(
            at=now_ms,
            player=command.player,
            rule=advice.rule,
            numbers=list(advice.numbers),
            safe=list(scan(advice.safe)),
            mined=list(scan(advice.mined)),
            cell=advice.cell,
            risk=advice.risk,
        ),
    )


def _practising(race: Race, player: str) -> Racer | Rejection:
    """The racer, if this is practice; the race goes on, since the only racer's end is its end."""
    racer = race.racers.get(player)
    if racer is None:
        return Rejection("not_racing")
    if not race.settings.practice:
        return Rejection("not_practice")
    if race.paused_at is not None:
        return Rejection("paused")
    return racer

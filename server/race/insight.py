"""The look back at a finished race: everybody's figures, mines that were hit, guesses.

Pure, and the same for the same log: work is counted, not timed. What was hit is explained first;
then all moves are judged in order as far as the work of a racer goes (`complete`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from server.engine.board import Board, make_board
from server.engine.cells import Cells, Shape, everything, grown, scan
from server.engine.enumeration import MAX_STATES
from server.engine.odds import Odds, odds
from server.engine.play import Play
from server.engine.sight import sight_of
from server.race.events import Event
from server.race.figures import Figures, figures
from server.race.footsteps import Step, Walk, walked
from server.race.hindsight import Moment, moment, plainly_safe, targets
from server.race.state import board_of, elapsed_ms

WORK: Final = 200_000
"""Units for a whole race, shared evenly; a unit is a number that borders on hidden cells, looked
at once: 5 to 8 µs of CPU, so one to two seconds for the largest races."""
COUNTED: Final = 8
"""States and products of odds that a unit is worth, should they be more than the numbers say: on
crowded boards, and where many cells are open one by one."""
TOO_MUCH: Final = MAX_STATES // COUNTED
"""Units of odds that were given up."""
REASONED: Final = 3
"""Reasons take so many times the work of odds."""
MOMENTS: Final = 24
"""So many moments of a racer are explained; all are counted."""


class RacerInsight(Struct, frozen=True, kw_only=True):
    """One racer, looked back at."""

    figures: Figures
    colour: int
    """By the order of joining, as in replays."""
    complete: bool
    """All moves were judged; else the counts are lower bounds."""
    needless: int
    """Guesses made although a cell was certainly safe."""
    needed: int
    """Guesses made when nothing was certainly safe."""
    moments: list[Moment]
    """In order of time; mines that were hit before everything else, then needless guesses."""


class Insight(Struct, frozen=True, kw_only=True):
    """A finished race, looked back at."""

    race: str
    columns: int
    rows: int
    mines: int
    length_ms: int
    racers: list[RacerInsight]
    """By place."""


def insight(events: Iterable[Event], work: int = WORK) -> Insight:
    """The look back at a finished race, from its whole log.

    Raises:
        BrokenLog: no log, or that of a race which is not finished (R6).
    """
    seen = walked(events)
    race = seen.race
    share = work // max(1, len(race.racers))
    colours = {player: colour for colour, player in enumerate(race.racers)}
    racers = []
    for line in figures(seen):
        player = line.placing.player
        judge = _Judge(board_of(race, player) or _NONE, share)
        judge.go_through(seen.walks[player])
        racers.append(
            RacerInsight(
                figures=line,
                colour=colours[player],
                complete=judge.complete,
                needless=judge.needless,
                needed=judge.needed,
                moments=sorted(judge.moments, key=lambda one: one.n),
            )
        )
    return Insight(
        race=race.id,
        columns=race.settings.columns,
        rows=race.settings.rows,
        mines=race.settings.mines,
        length_ms=elapsed_ms(race, race.at),
        racers=racers,
    )


_NONE: Final = make_board(Shape(1, 1), 0)
"""For a racer who never made a first tap (R2), and so no move."""


@dataclass(slots=True)
class _Judge:
    """Goes through the moves of one racer with so much work to spend."""

    board: Board
    work: int
    complete: bool = True
    needless: int = 0
    needed: int = 0
    moments: list[Moment] = field(default_factory=list)

    def go_through(self, walk: Walk) -> None:
        # An own first tap is protected (G4): nothing could be seen before it, nothing was risked.
        walk = [step for step in walk if step.opened and step.before.opened]
        for place, step in enumerate(step for step in walk if step.move.hit):
            # What a race ended by is explained whatever it takes; of mines that were survived
            # there may be any number (R10, R17).
            if self._has_space(step, free=place == 0):
                self._explain(step, self._odds(step), free=place == 0)
        # What could be known so far: it only grows, as nothing certain is ever undone.
        safe = 0
        needed: list[tuple[Step, Odds]] = []
        for step in walk:
            if not _doubtful(self.board, step, safe):
                continue
            self.work -= _rim(self.board, step.before)
            known = self._odds(step) if self.work >= 0 else None
            if known is None:
                self.complete = False
                continue
            safe |= known.safe
            if not _doubtful(self.board, step, safe):
                continue
            if known.safe:
                self.needless += 1
                if not step.move.hit:
                    self._explain(step, known)
            else:
                self.needed += 1
                if not step.move.hit and len(needed) < MOMENTS:
                    needed.append((step, known))
        for step, known in needed:
            self._explain(step, known)

    def _odds(self, step: Step) -> Odds | None:
        known = odds(sight_of(self.board, step.before))
        units = TOO_MUCH if known is None else known.work // COUNTED
        self.work -= max(0, units - _rim(self.board, step.before))
        return known

    def _has_space(self, step: Step, *, free: bool = False) -> bool:
        """Whether the step can be explained, and is worth looking at for it."""
        if len(self.moments) >= MOMENTS:
            return False
        return free or REASONED * _rim(self.board, step.before) <= self.work

    def _explain(self, step: Step, known: Odds | None, *, free: bool = False) -> None:
        if self._has_space(step, free=free):
            self.work -= 0 if free else REASONED * _rim(self.board, step.before)
            self.moments.append(moment(self.board, step, known))


def _doubtful(board: Board, step: Step, safe: Cells) -> bool:
    """Whether the move opened a cell that is not among the safe ones, nor plainly one of them."""
    return any(
        not plainly_safe(board, step.before, cell) for cell in scan(targets(board, step) & ~safe)
    )


def _rim(board: Board, play: Play) -> int:
    """Open numbers that border on hidden cells, and one."""
    hidden = everything(board.shape) & ~play.opened
    return 1 + (play.opened & grown(board.shape, hidden)).bit_count()

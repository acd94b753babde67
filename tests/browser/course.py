"""A board as the server's log has it, and moves that clear it: what a test knows beside the page.

Cells are row-major indices. The page is never asked where a mine is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from server.engine import play as rules
from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_runs, scan, square
from server.engine.play import NEW, MoveKind, Play
from server.race import events as facts
from server.store.base import Store


class Step(NamedTuple):
    kind: MoveKind
    cell: int


@dataclass(frozen=True)
class Course:
    """One race's board with a shared start."""

    race: str
    board: Board
    start: int

    @property
    def beginning(self) -> Play:
        """What everybody has after GO: the start's opening."""
        return Play(rules.open_cell(self.board, NEW, self.start).opened, 0, 0)

    def shown(self, play: Play) -> str:
        """The board as a page has to show it, one character per cell: `.`, `F`, `0`–`8`."""
        return "".join(
            str(number) if play.opened >> cell & 1 else "F" if play.flagged >> cell & 1 else "."
            for cell, number in enumerate(self.board.numbers)
        )

    def after(self, steps: Sequence[Step]) -> Play:
        play = self.beginning
        for kind, cell in steps:
            play = rules.apply(play, rules.move(self.board, play, kind, cell), cell)
        return play

    def safe(self, play: Play) -> list[int]:
        """Hidden cells without a mine, those that open alone first."""
        hidden = self.board.safe & ~play.opened
        return [*scan(hidden & self.board.lone), *scan(hidden & ~self.board.lone)]

    def mined(self, play: Play) -> list[int]:
        """Mines without a flag."""
        return list(scan(self.board.mines & ~play.flagged))

    def steps(self) -> list[Step]:
        """Moves that clear the board: one tap, then flags and chords wherever they lead on."""
        play = self.beginning
        steps: list[Step] = []
        while not rules.cleared(self.board, play):
            for kind, cell in self._next(play, first=not steps):
                steps.append(Step(kind, cell))
                play = rules.apply(play, rules.move(self.board, play, kind, cell), cell)
        return steps

    def _next(self, play: Play, *, first: bool) -> Iterator[Step]:
        chords = [cell for cell in scan(play.opened) if self._around(cell) & self._hidden(play)]
        if first or not chords:
            yield Step("open", self.safe(play)[0])
            return
        cell = max(chords, key=lambda one: (self._around(one) & self._hidden(play)).bit_count())
        for mine in scan(self._around(cell) & self.board.mines & ~play.flagged):
            yield Step("flag", mine)
        yield Step("chord", cell)

    def _around(self, cell: int) -> int:
        return square(self.board.shape, cell)

    def _hidden(self, play: Play) -> int:
        """Safe cells that are not open."""
        return self.board.safe & ~play.opened


async def course_in(store: Store, link: str) -> Course:
    """The board of the newest race of a room, by the room's link."""
    room = await store.room(link.partition("r=")[2])
    assert room is not None
    return course_of(room.events)


def course_of(log: Sequence[facts.Event]) -> Course:
    """The board of a race that has been dealt with a shared start, from its events."""
    race, shape = "", Shape(0, 0)
    found: Course | None = None
    for event in log:
        match event:
            case facts.Created(settings=settings, race=race):
                shape = Shape(settings.columns, settings.rows)
            case facts.Configured(settings=settings):
                shape = Shape(settings.columns, settings.rows)
            case facts.Dealt(mines=list(mines), start=int(start)):
                found = Course(race, make_board(shape, from_runs(mines)), start)
            case _:
                pass
    assert found is not None, "the race has not been dealt"
    return found

"""Plays a stored race over again by the engine, and says where the log contradicts the rules.

What each racer's board shows after each move is kept, to be compared with what clients saw.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_cells, from_runs, scan
from server.engine.play import Change, Play, apply, move
from server.race import events as e
from server.race.evolve import evolve
from server.race.ranking import placings
from server.race.state import Race, elapsed_ms

STANDSTILL_MS: Final = 50
"""The clock goes on from the last event; this much may pass until that is noted (R14)."""


@dataclass
class Part:
    """One racer's part of a race."""

    shape: Shape
    board: Board | None = None
    plays: dict[int, Play] = field(default_factory=dict)
    """After each move, by its number; 0 is before the first, GO included."""
    moves: dict[int, list[e.Moved]] = field(default_factory=dict)
    """Everything stored under a number: one move, if all is well."""
    elapsed_ms: dict[int, int] = field(default_factory=dict)
    """What the race's display read at each move."""
    ends: list[e.RacerEnded] = field(default_factory=list)

    taken_back: dict[int, Play] = field(default_factory=dict)
    """In practice: what a move that hit a mine had made, by its number (R17)."""

    def shows(self, n: int) -> str | None:
        """The board after move `n` as clients write it; None when there is no such move."""
        if n not in self.plays:
            return None
        return grid_text(self.shape, self.board, self.plays[n])

    def showed(self, n: int) -> str | None:
        """The board after move `n` until it was taken back; None when it was not."""
        if n not in self.taken_back:
            return None
        return grid_text(self.shape, self.board, self.taken_back[n])


@dataclass
class Folded:
    """A race made of its log, and what was wrong on the way."""

    events: Sequence[e.Event]
    shape: Shape = field(default=Shape(1, 1))
    parts: dict[str, Part] = field(default_factory=dict)
    went: list[e.Went] = field(default_factory=list)
    finished: list[e.Finished] = field(default_factory=list)
    commitments: set[str] = field(default_factory=set)
    called_off: int = 0
    interrupted: int = 0
    problems: list[str] = field(default_factory=list)


def grid_text(shape: Shape, board: Board | None, play: Play) -> str:
    """`.` hidden, `F` flag, digits open, `*` a mine that was hit."""
    cells = ["."] * shape.size
    for cell in scan(play.opened):
        cells[cell] = "?" if board is None else str(board.numbers[cell])
    for cell in scan(play.flagged):
        cells[cell] = "F"
    for cell in scan(play.exploded):
        cells[cell] = "*"
    return "".join(cells)


def fold(events: Sequence[e.Event]) -> Folded:
    """The race that these events made."""
    folded = Folded(events)
    race: Race | None = None
    at = 0
    for event in events:
        before = race
        try:
            race = evolve(race, event)
        except Exception as broken:  # noqa: BLE001 - whatever it is, it is what we look for
            folded.problems.append(f"broken: {event} cannot be applied: {broken!r}")
            break
        if event.at < at:
            folded.problems.append(f"clock: {event} after {at}")
        if isinstance(event, e.Interrupted) and event.at - at > STANDSTILL_MS:
            folded.problems.append(f"clock: the downtime counted {event.at - at} ms")
        at = event.at
        folded.problems += _follow(folded, before, race, event)
    for player, part in folded.parts.items():
        if folded.finished and len(part.ends) != 1:
            folded.problems.append(f"results: {player} has ended {len(part.ends)} times")
    if len(folded.went) > 1 or (folded.finished and not folded.went):
        folded.problems.append(f"go: {len(folded.went)} times")
    return folded


def _follow(folded: Folded, before: Race | None, race: Race, event: e.Event) -> Iterator[str]:
    """Take one event in. Gives what is wrong with it."""
    if folded.finished:
        yield f"results: {event} after the end"
    match event:
        case e.Dealt():
            folded.commitments.add(race.commitment or "")
            folded.shape = Shape(race.settings.columns, race.settings.rows)
        case e.CalledOff():
            folded.called_off += 1
        case e.Went():
            folded.went.append(event)
            for player in race.racers:
                opened = Play(from_runs(event.opened), 0, 0)
                folded.parts[player] = Part(folded.shape, race.board, {0: opened})
        case e.OwnDealt():
            part = folded.parts[event.player]
            part.board = make_board(folded.shape, from_runs(event.mines))
        case e.Moved():
            yield from _moved(folded, race, event)
        case e.Undone():
            yield from _undone(folded.parts[event.player], event)
        case e.RacerEnded():
            folded.parts[event.player].ends.append(event)
        case e.Interrupted():
            folded.interrupted += 1
        case e.Finished():
            folded.finished.append(event)
            if before is not None:
                yield from _finished(folded, before, event)
        case _:
            pass


def _moved(folded: Folded, race: Race, event: e.Moved) -> Iterator[str]:
    part = folded.parts.get(event.player)
    if part is None:
        yield f"broken: {event} of somebody who does not race"
        return
    if event.n in part.moves:
        yield f"doubled: move {event.n} of {event.player} is stored twice"
    elif event.n <= max(part.plays):
        yield f"broken: move {event.n} of {event.player} after {max(part.plays)}"
    if part.ends:
        yield f"broken: move {event.n} of {event.player} after the end"
    part.moves.setdefault(event.n, []).append(event)
    play = part.plays[max(part.plays)]
    change = Change(from_runs(event.opened), from_cells(event.hit), event.flag)
    if part.board is None or change != move(part.board, play, event.kind, event.cell):
        yield f"broken: {event} is not what the rules say"
    part.elapsed_ms[event.n] = elapsed_ms(race, event.at)
    part.plays[event.n] = apply(play, change, event.cell)


def _undone(part: Part, event: e.Undone) -> Iterator[str]:
    *_, before, last = sorted(part.plays)
    play = part.plays[last]
    opened = play.opened & ~from_runs(event.closed)
    back = Play(opened, play.flagged, play.exploded & ~from_cells(event.mines))
    if back != part.plays[before] or back == play:
        yield f"broken: {event} is not the board of before move {last}"
    part.taken_back[last], part.plays[last] = play, back


def _finished(folded: Folded, before: Race, event: e.Finished) -> Iterator[str]:
    if placings(before) != event.placings:
        yield "ranking: another one comes out when the race is played again"
    racers = sorted(placing.player for placing in event.placings)
    if racers != sorted(folded.parts):
        yield f"results: of {racers}, but {sorted(folded.parts)} raced"
    if event.ranked and folded.interrupted:
        yield "results: an interrupted race is ranked"

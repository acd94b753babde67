"""From the facts of a finished race to its replay document: beside `wire` the only such place.

A replay tells everything, boards, keys and moves of all; so of a race that can still be played it
tells nothing (R6). Times in it are elapsed: from GO, pauses left out; `at` is the race's own clock.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import asdict

from protocol.parts import Result
from protocol.replay import (
    MAX_MOVES,
    Replay,
    ReplayMove,
    ReplayPause,
    ReplayPlayer,
    ReplayUndo,
)
from server.engine.cells import to_runs
from server.race import events as e
from server.race.evolve import replay
from server.race.state import Racer, elapsed_ms
from server.records import StoredRace
from server.rooms import wire


class TooManyMoves(Exception):
    """The race is too long for a document (`MAX_MOVES` of `protocol.replay` or `insight`)."""


class MovesGone(Exception):
    """The moves of the race were dropped, being old: what is told of it is in its results."""


class Course:
    """How a race went in elapsed time: the moves of each racer, the opening at GO, pauses."""

    def __init__(self, events: Iterable[e.Event]) -> None:
        self.opened: list[int] = []
        self.done = 0
        self.moves: dict[str, list[ReplayMove]] = {}
        self.taken_back: dict[str, list[ReplayUndo]] = {}
        self.pauses: list[ReplayPause] = []
        self._zero_at = 0
        """Race clock of an elapsed time of 0, as if the pauses until now had been before GO."""
        self._paused_at: int | None = None
        for event in events:
            self._take(event)

    def _take(self, event: e.Event) -> None:
        match event:
            case e.Moved():
                self.moves.setdefault(event.player, []).append(self._move(event))
            case e.Undone():
                undo = event.at - self._zero_at, self.moves[event.player][-1][1]
                self.taken_back.setdefault(event.player, []).append(undo)
            case e.Went():
                self.opened, self.done = event.opened, event.done
                self._zero_at = event.at
            case e.Paused():
                self._paused_at = event.at
            case e.Resumed() | e.Finished() if self._paused_at is not None:
                # A race can end in the middle of a pause.
                length_ms = event.at - self._paused_at
                self.pauses.append((self._paused_at - self._zero_at, length_ms))
                self._zero_at += length_ms
                self._paused_at = None
            case _:
                pass

    def _move(self, event: e.Moved) -> ReplayMove:
        return (
            event.at - self._zero_at,
            event.n,
            event.kind,
            event.cell,
            event.opened,
            event.hit,
            event.flag,
            event.done,
        )


def replay_of(stored: StoredRace, names: Mapping[str, str]) -> Replay:
    """The replay of a finished race, given with its moves; who is not named has an empty name.

    Raises:
        ValueError: the race is not finished: nothing may be revealed.
    """
    # Moves make plays, which a replay does not show: final figures are facts of their own.
    race = replay(event for event in stored.events if not isinstance(event, e.Moved))
    told = wire.results(race, lambda player: names.get(player, ""))
    course = Course(stored.events)
    colours = {player: colour for colour, player in enumerate(race.racers)}
    return Replay(
        race=told.race,
        settings=told.settings,
        date_ms=race.date_ms or 0,
        ruleset=race.ruleset,
        seed=told.seed,
        origin=told.origin,
        key=told.key,
        commitment=told.commitment,
        label=told.label,
        tries=told.tries,
        certificate=told.certificate,
        start=race.start,
        laid=None if race.board is None else to_runs(race.board.mines),
        opened=course.opened,
        done=course.done,
        pauses=course.pauses,
        cutoff_ms=race.cutoff_elapsed_ms,
        length_ms=elapsed_ms(race, race.at),
        ranked=told.ranked,
        interrupted=race.interrupted,
        players=[
            _player(
                race.racers[row.player],
                row,
                colours[row.player],
                course,
            )
            for row in told.rows
        ],
    )


def check_length(facts: StoredRace, most: int = MAX_MOVES) -> None:
    """Return when a finished race, given with or without its moves, is short enough for a document.

    Raises:
        TooManyMoves, MovesGone: see there.
    """
    if facts.trimmed:
        raise MovesGone(facts.race)
    for event in facts.events:
        if isinstance(event, e.Finished):
            moves = sum(placing.clicks for placing in event.placings)
            if moves > most:
                raise TooManyMoves(f"race {facts.race} has {moves} moves")


def _player(racer: Racer, row: Result, colour: int, course: Course) -> ReplayPlayer:
    return ReplayPlayer(
        colour=colour,
        start=racer.start,
        laid=None if racer.board is None else to_runs(racer.board.mines),
        moves=course.moves.get(row.player, []),
        taken_back=course.taken_back.get(row.player, []),
        # The same figures: one unknown here makes this fail.
        **asdict(row),
    )

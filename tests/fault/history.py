"""Holds what clients saw against what the server has kept: nothing lost, doubled or made up.

A move is acknowledged by `moved` or by a snapshot with its number; a promise is whatever was told.
Problems are lines of text that begin with the kind of promise that was broken.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from server.engine.cells import from_cells, from_runs
from server.race import events as e
from tests.fault.folding import Folded, Part, fold
from tests.fault.players import Journal
from tests.fault.stored import StoredLog

Move = tuple[str, int]
"""Race and number: with its player, one move."""

_PLACED: Final = ("player", "place", "outcome", "time_ms", "progress", "clicks", "bbbv_done")


@dataclass
class Verdict:
    """What came out."""

    problems: list[str] = field(default_factory=list)
    acknowledged: int = 0
    refused: int = 0
    promises: int = 0
    """Frames that were held against the log."""

    def count(self, kind: str) -> int:
        """How many problems of one kind there are."""
        return sum(problem.startswith(f"{kind}:") for problem in self.problems)


def check(journals: Iterable[Journal], log: StoredLog, remade: StoredLog | None = None) -> Verdict:
    """Everything that must hold. `remade`: the log after its results were rebuilt."""
    verdict = Verdict()
    verdict.problems += [f"damage: {damage}" for damage in log.damage]
    races = {race: fold(events) for race, events in log.races.items()}
    for race, folded in races.items():
        verdict.problems += [f"{problem} [race {race}]" for problem in folded.problems]
    if log.results != log.derived_results():
        verdict.problems.append("results: the rows are not those of the log")
    if remade is not None and remade.results != log.results:
        verdict.problems.append("results: rebuilding makes other rows")
    for journal in journals:
        reader = _Reader(journal, log, races)
        found = list(reader.read())
        verdict.problems += [f"{problem} [player {journal.player}]" for problem in found]
        verdict.acknowledged += len(reader.acknowledged)
        verdict.refused += len(reader.refused())
        verdict.promises += reader.promises
    return verdict


class _Reader:
    """Goes through one journal in order."""

    def __init__(self, journal: Journal, log: StoredLog, races: dict[str, Folded]) -> None:
        self._journal = journal
        self._log = log
        self._races = races
        self.acknowledged: set[Move] = set()
        self.promises = 0
        self._sent: Counter[Move] = Counter()
        self._content: dict[Move, tuple[str, int]] = {}
        self._rejections: Counter[Move] = Counter()
        self._unanswered: list[Move] = []
        """Of the present connection, in order of sending."""
        self._known: defaultdict[str, int] = defaultdict(int)
        """Highest number that the client knows to be applied, by race."""
        self._heard_go: Counter[str] = Counter()
        self._running: set[str] = set()
        """Races that the client knows to have begun."""

    def read(self) -> Iterator[str]:
        """All problems of this journal."""
        connection = 0
        for frame in self._journal.frames:
            if frame.connection != connection:
                connection, self._unanswered = frame.connection, []
            message = json.loads(frame.text)
            if frame.by == "client":
                self._say(message)
            else:
                self.promises += 1
                yield from self._hear(message)
        for race, number in sorted(self.refused()):
            if self._stored(race, number):
                yield f"refused: move {number} of race {race} is in the log all the same"
        if self._journal.grid is not None:
            yield from self._compare(self._journal.race, self._journal.n, self._journal.grid)

    def refused(self) -> set[Move]:
        """Moves that were refused each time they were sent."""
        return {
            move for move, count in self._rejections.items() if count == self._sent[move]
        } - self.acknowledged

    def _say(self, message: dict[str, Any]) -> None:
        if message["t"] == "move":
            move = message["race"], message["n"]
            self._sent[move] += 1
            self._content[move] = message["kind"], message["cell"]
            self._unanswered.append(move)

    def _hear(self, message: dict[str, Any]) -> Iterator[str]:
        tag = message["t"]
        if tag == "welcome" and message["player"] not in self._log.players:
            yield f"lost: player {message['player']}"
        elif tag == "created" and message["room"] not in self._log.rooms:
            yield f"lost: room {message['room']}"
        elif tag == "rejected" and message["n"] is not None:
            self._answered(message["n"], None)
        elif tag == "snapshot":
            yield from self._snapshot(message)
        race = message.get("race") or (message.get("view") or {}).get("race")
        if not isinstance(race, str):
            return
        folded = self._races.get(race)
        if folded is None:
            yield f"lost: race {race}, told of by {tag}"
        elif tag == "moved":
            yield from self._moved(folded, message)
        else:
            yield from self._told(folded, race, message)

    def _answered(self, number: int, race: str | None) -> None:
        """Find the move that an answer belongs to: the first with this number that has none."""
        for move in self._unanswered:
            if move[1] == number and race in (None, move[0]):
                self._unanswered.remove(move)
                if race is None:
                    self._rejections[move] += 1
                return

    def _moved(self, folded: Folded, message: dict[str, Any]) -> Iterator[str]:
        move = race, number = message["race"], message["n"]
        self._answered(number, race)
        self.acknowledged.add(move)
        self._known[race] = max(self._known[race], number)
        if self._content.get(move) != (message["kind"], message["cell"]):
            yield f"made up: {message} answers no move that was sent"
        stored = self._stored(race, number)
        if not stored:
            yield f"lost: move {number} of race {race} was acknowledged"
        elif (wrong := _difference(folded.parts[self._journal.player], stored[0], message)) != "":
            yield f"made up: move {number} of race {race}: {wrong}"

    def _snapshot(self, message: dict[str, Any]) -> Iterator[str]:
        view = message["view"]
        own = view and view["own"]
        if not own or view["phase"] in {"lobby", "countdown"}:
            return
        race, number = view["race"], own["n"]
        if number < self._known[race]:
            yield f"lost: known up to move {self._known[race]}, then only {number} [race {race}]"
        self._known[race] = max(self._known[race], number)
        self._running.add(race)
        self.acknowledged |= {move for move in self._sent if move == (race, number)}
        yield from self._compare(race, number, own["grid"])

    def _compare(self, race: str, number: int, grid: str) -> Iterator[str]:
        """A board on the client's side with the one of the log after the same move."""
        folded = self._races.get(race)
        part = None if folded is None else folded.parts.get(self._journal.player)
        if race not in self._running:
            # GO may be stored and not told yet
            if set(grid) != {"."}:
                yield f"made up: cells are open before GO [race {race}]"
        elif part is None:
            yield f"lost: a board [race {race}]"
        elif number not in part.plays:
            yield f"lost: move {number} stands in a snapshot [race {race}]"
        elif grid not in {shown := part.shows(number), part.showed(number)}:
            yield f"grid: after move {number} it is {grid}, by the log {shown} [race {race}]"

    def _told(self, folded: Folded, race: str, message: dict[str, Any]) -> Iterator[str]:
        """Everything else that was told of a race must have happened."""
        tag = message["t"]
        view = message.get("view")
        if view and view["commitment"] not in folded.commitments:
            yield f"lost: the deal with commitment {view['commitment']} [race {race}]"
        if tag == "go":
            self._heard_go[race] += 1
            self._running.add(race)
            if len(folded.went) != 1 or self._heard_go[race] > 1:
                yield f"go: heard {self._heard_go[race]}, stored {len(folded.went)} [race {race}]"
        elif tag == "ended":
            yield from self._ended(folded, race, message["standing"])
        elif tag == "results":
            yield from _compared_results(folded, race, message)
        elif tag == "aborted" and message["reason"] == "called_off" and not folded.called_off:
            yield f"lost: a call-off [race {race}]"

    def _ended(self, folded: Folded, race: str, line: dict[str, Any]) -> Iterator[str]:
        part = folded.parts.get(line["player"])
        ends = [(end.outcome, end.time_ms) for end in part.ends] if part else []
        if ends != [(line["outcome"], line["time_ms"])]:
            yield f"lost: the end of {line['player']}: told {line}, stored {ends} [race {race}]"

    def _stored(self, race: str, number: int) -> Sequence[e.Moved]:
        """What the log has under this player's number."""
        folded = self._races.get(race)
        part = None if folded is None else folded.parts.get(self._journal.player)
        return [] if part is None else part.moves.get(number, [])


def _difference(part: Part, stored: e.Moved, message: dict[str, Any]) -> str:
    """Where a told move differs from the stored one; empty when nowhere."""
    numbers = b"" if part.board is None else part.board.numbers
    shown: dict[int, str] = {
        cell: digit
        for first, digits in message["cells"]
        for cell, digit in enumerate(digits, start=first)
        if digit != "."
    }
    if (stored.kind, stored.cell) != (message["kind"], message["cell"]):
        return f"stored is {stored}"
    if from_cells(shown) != from_runs(stored.opened):
        return f"cells {sorted(shown)} were shown, stored are {stored.opened}"
    if any(digit != str(numbers[cell]) for cell, digit in shown.items()):
        return f"wrong numbers {shown}"
    if (message["hit"], message["flag"]) != (stored.hit, stored.flag):
        return f"hit or flag: {message}, stored is {stored}"
    if message["elapsed_ms"] != part.elapsed_ms[stored.n]:
        return f"at {message['elapsed_ms']} ms, stored is {part.elapsed_ms[stored.n]}"
    return ""


def _compared_results(folded: Folded, race: str, message: dict[str, Any]) -> Iterator[str]:
    if len(folded.finished) != 1:
        yield f"lost: results were told, stored {len(folded.finished)} times [race {race}]"
        return
    told = [tuple(row[name] for name in _PLACED) for row in message["rows"]]
    kept = [
        tuple(getattr(placing, name) for name in _PLACED) for placing in folded.finished[0].placings
    ]
    if told != kept:
        yield f"results: told {told}, stored {kept} [race {race}]"

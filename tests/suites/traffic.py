"""Searches the frames that one client received for anything it must not know yet (R6).

The event log is the truth: `leaks` folds it and checks every frame that came before the race's end
was told. Positions may stand in few fields; each must speak of cells which the receiver opened
by then, with their true numbers. Everything else must be numbers about people.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_runs, scan
from server.race import events as facts

FREE = {"welcome", "created", "room", "rejected", "error", "pong", "pause_state", "aborted"}
"""Messages that hold no position at all, whatever their fields."""
SECRET_FIELDS = {
    *("key", "boards", "laid", "tries", "certificate"),
    *("flags_right", "flags_wrong", "bbbv", "bbbv_done"),
}
POSITION_FIELDS = {"cells", "hit", "cell", "grid", "start", "flag"}


def walk(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every named value of a decoded frame."""
    yield name, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from walk(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner, name)


class Knowledge:
    """What one player may know of one race, move by move, folded from its log."""

    def __init__(self, player: str, log: Sequence[facts.Event]) -> None:
        self.opened: dict[int, set[int]] = {}
        self.hits: dict[int, set[int]] = {}
        self.board: Board | None = None
        self.start: int | None = None
        self.key = ""
        opened: set[int] = set()
        hits: set[int] = set()
        shape = Shape(0, 0)
        racing = False
        for event in log:
            match event:
                case facts.Created(settings=settings) | facts.Configured(settings=settings):
                    shape = Shape(settings.columns, settings.rows)
                case facts.Joined(player=who) if who == player:
                    racing = True
                case facts.Left(player=who) if who == player:
                    racing = False
                case facts.Dealt(key=key, mines=mines, start=start):
                    self.key, self.start = key, start
                    opened, hits = set(), set()
                    if mines is not None:
                        self.board = make_board(shape, from_runs(mines))
                case facts.Went(opened=runs) if racing:
                    opened |= set(scan(from_runs(runs)))
                    self.opened[0], self.hits[0] = set(opened), set()
                case facts.OwnDealt(player=who, mines=own, start=first) if who == player:
                    self.board, self.start = make_board(shape, from_runs(own)), first
                case facts.Moved(player=who, n=n, opened=runs, hit=hit) if who == player:
                    opened |= set(scan(from_runs(runs)))
                    hits |= set(hit)
                    self.opened[n], self.hits[n] = set(opened), set(hits)
                case _:
                    pass

    def at(self, n: int) -> tuple[set[int], set[int]]:
        """Cells opened and mines hit after the player's move `n` (the last one not above it)."""
        last = max((number for number in self.opened if number <= n), default=None)
        return (set(), set()) if last is None else (self.opened[last], self.hits[last])

    def number(self, cell: int) -> str:
        return "?" if self.board is None else str(self.board.numbers[cell])


def _position_leaks(frame: dict[str, Any], known: Knowledge) -> Iterator[str]:
    tag = frame["t"]
    if tag in ("go", "moved"):
        opened, hits = known.at(frame.get("n", 0))
        for first, digits in frame["cells"]:
            for offset, digit in enumerate(digits):
                cell = first + offset
                if digit == ".":
                    continue
                if cell not in opened or digit != known.number(cell):
                    yield f"{tag}: cell {cell} shown as {digit}"
        if not set(frame.get("hit", [])) <= hits:
            yield f"{tag}: mines {frame['hit']}"
        return
    view = frame.get("view")
    if not view:
        return
    if view["start"] is not None and view["start"] != known.start:
        yield f"{tag}: start {view['start']}"
    if view["own"]:
        opened, hits = known.at(view["own"]["n"])
        if view["phase"] == "countdown":
            opened, hits = set(), set()
        for cell, shown in enumerate(view["own"]["grid"]):
            allowed = shown in ".F" or (shown == "*" and cell in hits)
            if not allowed and (cell not in opened or shown != known.number(cell)):
                yield f"{tag}: grid cell {cell} shown as {shown}"


def leaks(
    player: str, frames: Sequence[str], logs: Mapping[str, Sequence[facts.Event]]
) -> list[str]:
    """What `frames`, received by `player` in order, told too early; empty when all is well."""
    found: list[str] = []
    over: set[str] = set()
    known = {race: Knowledge(player, log) for race, log in logs.items()}
    for text in frames:
        frame = json.loads(text)
        tag = frame["t"]
        if tag == "results":
            over.add(frame["race"])
        elif tag == "snapshot" and frame.get("results"):
            over.add(frame["results"]["race"])
        found += [
            f"{tag}: the key of race {secret}"
            for secret, knowledge in known.items()
            if secret not in over and knowledge.key and knowledge.key in text
        ]
        race = frame.get("race") or (frame.get("view") or {}).get("race")
        if race is None or race in over or tag in FREE:
            continue
        if race not in known:
            found.append(f"{tag}: race {race} has no log to compare with")
            continue
        for name, value in walk(frame):
            if name in SECRET_FIELDS or (name == "mines" and not isinstance(value, int)):
                found.append(f"{tag}: field {name}")
        if tag in ("standings", "ended"):
            found += [f"{tag}: field {n}" for n, _ in walk(frame) if n in POSITION_FIELDS]
        found += _position_leaks(frame, known[race])
    return found

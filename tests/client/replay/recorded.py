"""Replays for tests: races played by the engine with pinned dice, and what each board shows when.

Documents are plain JSON, as a page reads them. Boards are text, one character per cell: `.` hidden,
`F` flag, `0`–`8` open, `*` a mine that was hit.
"""

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any

from server.engine import play as rules
from server.engine.board import Board, make_board
from server.engine.cells import Shape, from_runs, scan, square, to_runs
from server.engine.deal import RULESET, layout, start_cell
from server.engine.play import MoveKind, Play
from server.engine.score import bbbv_done, flags, percent

Document = dict[str, Any]
IDS = ("BBBBBBBBBB", "CCCCCCCCCC", "DDDDDDDDDD", "FFFFFFFFFF", "GGGGGGGGGG", "HHHHHHHHHH")
NAMES = ("Ada", "Bo שרה", "Παύλος", "Dee", "Eve", "")


class Racer:
    """Somebody who plays a board with pinned dice: mostly well, now and then without effect."""

    def __init__(self, board: Board, beginning: Play, seed: str) -> None:
        self.board = board
        self.play = beginning
        self.dice = random.Random(seed)
        self.moves: list[list[Any]] = []
        self.now_ms = 0

    def move(self, kind: MoveKind, cell: int) -> bool:
        """Whether the move hit a mine."""
        change = rules.move(self.board, self.play, kind, cell)
        self.play = rules.apply(self.play, change, cell)
        self.now_ms += self.dice.choice((0, 1, 250, 400, 700, 1300))
        done = bbbv_done(self.board, self.play.opened)
        hit = list(scan(change.hit))
        number = len(self.moves) + 1
        self.moves.append(
            [self.now_ms, number, kind, cell, to_runs(change.opened), hit, change.flag, done]
        )
        return bool(hit)

    def race(self, most: int) -> str:
        """Up to so many moves; gives the outcome. The last of them may be on a mine."""
        for _ in range(most):
            if rules.cleared(self.board, self.play):
                return "cleared"
            self.move(*self._next())
        mine = next(scan(self.board.mines & ~self.play.flagged))
        return "out" if self.move("open", mine) else "did_not_finish"

    def _next(self) -> tuple[MoveKind, int]:
        board, play = self.board, self.play
        hidden = list(scan(board.safe & ~play.opened))
        luck = self.dice.random()
        if luck < 0.2:
            return "flag", self.dice.choice(list(scan(board.mines)))
        if luck < 0.3:
            return "chord", self.dice.choice(list(scan(play.opened)) or hidden)
        if luck < 0.35:
            return "flag", self.dice.choice(hidden)
        flagged = [cell for cell in hidden if play.flagged >> cell & 1]
        if flagged and luck < 0.7:
            return "flag", flagged[0]
        # Next to what is open, as people play.
        near = [cell for cell in hidden if square(board.shape, cell) & play.opened]
        return "open", self.dice.choice(near or hidden)


def recorded(
    seed: str,
    level: str = "beginner",
    size: tuple[int, int, int] = (9, 9, 10),
    moves: Sequence[int] = (400, 12, 9),
    *,
    shared: bool = True,
) -> Document:
    """A finished race of one player per number of `moves`, the most that each of them makes."""
    columns, rows, mines = size
    shape = Shape(columns, rows)
    key = hashlib.sha256(seed.encode()).digest()
    tap = start_cell(RULESET, key, columns, rows)
    board = make_board(shape, layout(RULESET, key, columns, rows, mines, tap))
    opened = rules.open_cell(board, rules.NEW, tap).opened if shared else 0
    players = []
    for index, most in enumerate(moves):
        own = tap if shared else (tap + 7 * index) % shape.size
        laid = make_board(shape, layout(RULESET, key, columns, rows, mines, own))
        racer = Racer(laid, Play(opened, 0, 0), f"{seed} {index}")
        if not shared:
            racer.move("open", own)
        outcome = racer.race(most)
        done = bbbv_done(laid, racer.play.opened)
        right, wrong = flags(laid, racer.play)
        players.append(
            {
                "player": IDS[index], "name": NAMES[index], "colour": index, "place": 0,
                "outcome": outcome, "time_ms": racer.now_ms, "bbbv": laid.bbbv,
                "progress": percent(done, laid.bbbv), "bbbv_done": done,
                "clicks": len(racer.moves), "flags_right": right, "flags_wrong": wrong,
                "hints": 0, "undone": 0, "taken_back": [], "moves": racer.moves,
                "start": None if shared else own,
                "laid": None if shared else to_runs(laid.mines),
            }
        )  # fmt: skip
    for player in players:
        player["place"] = 1 + sum(order(other) < order(player) for other in players)
    players.sort(key=lambda player: int(str(player["place"])))
    return {
        "format": "demineur-replay", "version": 1, "race": "RRRRRRRRRR",
        "settings": {"level": level, "columns": columns, "rows": rows, "mines": mines},
        "date_ms": 1_700_000_000_000, "ruleset": RULESET, "seed": "SEED", "origin": "fresh",
        "key": key.hex(), "commitment": hashlib.sha256(key).hexdigest(),
        "label": "guessing_may_be_needed", "start": tap if shared else None,
        "laid": to_runs(board.mines) if shared else None, "opened": to_runs(opened),
        "done": bbbv_done(board, opened), "pauses": [[1000, 5000]], "cutoff_ms": None,
        "length_ms": max(int(str(player["time_ms"])) for player in players), "ranked": True,
        "interrupted": False, "players": players,
    }  # fmt: skip


def order(player: Document, at: int | None = None) -> tuple[float, ...]:
    """Smaller is better (R12): at the end, or at a race time."""
    over = at is None or at >= player["time_ms"]
    if player["outcome"] == "cleared" and over:
        return (0, player["time_ms"])
    done, since = 0, 0
    for move in player["moves"]:
        if (at is None or move[0] <= at) and move[7] != done:
            done, since = move[7], move[0]
    return (1, -done / player["bbbv"], since)


def shape_of(document: Document) -> Shape:
    return Shape(document["settings"]["columns"], document["settings"]["rows"])


def board_of(document: Document, player: Document) -> Board:
    """The board that a player of a document had; without mines if there never was a first tap."""
    laid = document["laid"] or player["laid"] or []
    return make_board(shape_of(document), from_runs(laid))


def states(document: Document, player: Document) -> Iterator[tuple[int, str]]:
    """Time and board after each step of a player, the opening at GO first."""
    board = board_of(document, player)
    shown = ["."] * board.shape.size

    def opened(runs: Sequence[int]) -> None:
        for cell in scan(from_runs(runs)):
            shown[cell] = str(board.numbers[cell])

    back = {number: at for at, number in player["taken_back"]}
    opened(document["opened"])
    yield 0, "".join(shown)
    for at, number, _, cell, runs, hit, flag, _ in player["moves"]:
        before = list(shown)
        opened(runs)
        for mine in hit:
            shown[mine] = "*"
        if flag is not None:
            shown[cell] = "F" if flag else "."
        yield at, "".join(shown)
        if number in back:
            shown[:] = before
            yield back[number], "".join(shown)


def shown_at(document: Document, player: Document, at: int) -> str:
    """A player's board at a race time, moves of that very millisecond included."""
    *_, last = (shown for time, shown in states(document, player) if time <= at)
    return last


def revealed(document: Document, player: Document, shown: str) -> str:
    """The same with all mines, `m`, and wrong flags, `x`."""
    mines = board_of(document, player).mines
    return "".join(
        "m" if one == "." and mines >> cell & 1
        else "x" if one == "F" and not mines >> cell & 1
        else one
        for cell, one in enumerate(shown)
    )  # fmt: skip

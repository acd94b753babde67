"""A verifier of replays as an outsider would write it, from protocol/VERIFY.md alone.

Nothing of the server or its protocol is imported; boards and moves stand in `boards` beside it.
`python -m tests.verify.third_party FILE [COMMITMENT]`.
"""

import hashlib
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.verify.boards import Board, Player, cells_of, mines_of, runs, shared_start

LEVELS = {
    "beginner": (9, 9, 10),
    "intermediate": (16, 10, 25),
    "hard": (20, 12, 40),
    "expert": (30, 16, 60),
    "extreme": (40, 20, 60),
    "marathon": (80, 40, 240),
}
PENALTY_MS = 10_000


class Wrong(Exception):
    """The document does not hold; the text says where."""


def need(holds: bool, what: str) -> None:
    if not holds:
        raise Wrong(what)


def same(found: Any, expected: Any, what: str) -> None:
    # JSON knows true and 1 as different things; Python does not.
    need(
        json.dumps(found) == json.dumps(expected),
        f"{what}: {found} stands there, {expected} follows",
    )


def whole(value: Any, what: str) -> int:
    need(type(value) is int, f"{what} is no whole number")
    return int(value)


class Document:
    """One replay that is being checked."""

    def __init__(self, replay: dict[str, Any]) -> None:
        self.replay = replay
        settings = replay["settings"]
        same(replay["format"], "demineur-replay", "format")
        same(replay["version"], 1, "version")
        same(replay["ruleset"], 1, "ruleset")
        size = [whole(settings[name], name) for name in ("columns", "rows", "mines")]
        self.columns, self.rows, self.mines = size
        need(5 <= self.columns <= 100 and 5 <= self.rows <= 60, "size of the board")
        need(1 <= self.mines <= self.columns * self.rows - 9, "number of mines")
        if settings["level"] != "custom":
            same(size, list(LEVELS[settings["level"]]), "size of the level")
        self.shared = settings["start"] == "shared"
        need(self.shared or settings["start"] == "own", "kind of start")
        self.penalty = settings["mine_hit"] == "penalty"
        need(self.penalty or settings["mine_hit"] == "out", "what a mine does")
        self.practice = settings.get("practice", False)
        need(not self.practice or len(replay["players"]) == 1, "practice is for one")
        self.key = bytes.fromhex(replay["key"])
        same(replay["key"], self.key.hex(), "way of writing the key")
        need(len(self.key) == 32, "length of the key")
        same(replay["commitment"], hashlib.sha256(self.key).hexdigest(), "commitment")

    def board(self, tap: int, laid: list[int]) -> Board:
        mines = mines_of(self.key, self.columns, self.rows, self.mines, tap)
        same(laid, runs(mines), "mines")
        return Board(self.columns, self.rows, mines)

    def check(self) -> None:
        replay = self.replay
        common = None
        opened, done = list[int](), 0
        if self.shared:
            start = shared_start(self.key, self.columns, self.rows)
            same(replay["start"], start, "start")
            common = self.board(start, replay["laid"])
            player = Player(common)
            opened, _, _, done = player.move("open", start)
        else:
            same([replay["start"], replay["laid"]], [None, None], "common start and mines")
        same(replay["opened"], opened, "opened at GO")
        same(replay["done"], done, "done at GO")
        reached = [self.player(one, common) for one in replay["players"]]
        self.race(reached)

    def player(self, one: dict[str, Any], common: Board | None) -> int:
        """Check one player; when the share was reached."""
        who, moves = one["player"], one["moves"]
        board, start = common, None
        if common is not None:
            same([one["start"], one["laid"]], [None, None], f"{who}: own start and mines")
            start = self.replay["start"]
        elif moves:
            same(one["start"], whole(moves[0][3], "cell"), f"{who}: own start")
            same(moves[0][2], "open", f"{who}: kind of the first move")
            need(0 <= one["start"] < self.columns * self.rows, f"{who}: start is on the board")
            board = self.board(one["start"], one["laid"])
        else:
            same([one["start"], one["laid"]], [None, None], f"{who}: own start and mines")
        if board is None:
            figures = (0, 0, 0, 0, 0, 0)
            names = ("clicks", "bbbv", "bbbv_done", "progress", "flags_right", "flags_wrong")
            same([one[name] for name in names], list(figures), f"{who}: figures")
            need(one["outcome"] not in ("cleared", "out"), f"{who}: outcome without a board")
            self.end(one, cleared=False, hit=False, last_ms=0)
            return 0
        return self.moves(one, Player(board), start)

    def taken_back(self, one: dict[str, Any]) -> dict[int, int]:
        """By number of the move: when it was taken back."""
        undone = one["taken_back"]
        same(one["undone"], len(undone), f"{one['player']}: mines taken back")
        if not self.practice:
            same([one["undone"], one["hints"]], [0, 0], f"{one['player']}: help in a race")
        hits = {n for _, n, _, _, _, hit, _, _ in one["moves"] if hit}
        need({n for _, n in undone} <= hits, f"{one['player']}: takes back what hit no mine")
        need(len({n for _, n in undone}) == len(undone), f"{one['player']}: takes back twice")
        need(undone == sorted(undone), f"{one['player']}: order of what was taken back")
        return {n: whole(elapsed_ms, "taking back") for elapsed_ms, n in undone}

    def moves(self, one: dict[str, Any], player: Player, start: int | None) -> int:
        who, board, time_ms = one["player"], player.board, whole(one["time_ms"], "time")
        if start is not None:
            player.move("open", start)
        done = board.done(player.opened)
        last_ms, last_n, ready_ms, reached_ms = 0, 0, 0, 0
        hit, over = False, player.opened == board.free
        back = self.taken_back(one)
        for elapsed_ms, n, kind, cell, *told in one["moves"]:
            at = f"{who}, move {n}"
            need(not over, f"{at}: after the end")
            need(whole(n, at) > last_n, f"{at}: numbers rise")
            need(whole(elapsed_ms, at) >= max(last_ms, ready_ms), f"{at}: too early")
            need(elapsed_ms <= time_ms, f"{at}: after the player's time")
            need(0 <= whole(cell, at) < self.columns * self.rows, f"{at}: off the board")
            result = player.move(kind, cell)
            same(told, result, at)
            last_ms, last_n = elapsed_ms, n
            if result[3] != done:
                done, reached_ms = result[3], elapsed_ms
            if n in back:
                ready_ms = back[n]
                need(elapsed_ms <= ready_ms <= time_ms, f"{at}: taken back at another time")
                done = player.take_back(cells_of(result[0]), set(result[1]))
            elif result[1]:
                hit = not self.practice
                ready_ms = elapsed_ms + PENALTY_MS
                over = self.practice or not self.penalty
            over = over or player.opened == board.free
        self.end(one, player.opened == board.free, hit and not self.penalty, last_ms)
        same(one["clicks"], len(one["moves"]), f"{who}: clicks")
        same([one["bbbv"], one["bbbv_done"]], [board.bbbv, done], f"{who}: 3BV")
        same(one["progress"], 100 * done // board.bbbv, f"{who}: progress")
        right = len(player.flagged & board.mines)
        flags = [right, len(player.flagged) - right]
        same([one["flags_right"], one["flags_wrong"]], flags, f"{who}: flags")
        return reached_ms

    def end(self, one: dict[str, Any], cleared: bool, hit: bool, last_ms: int) -> None:
        who, outcome, time_ms = one["player"], one["outcome"], whole(one["time_ms"], "time")
        same(outcome == "cleared", cleared, f"{who}: cleared")
        same(outcome == "out", hit, f"{who}: out")
        if cleared or hit:
            same(time_ms, last_ms, f"{who}: time")
        elif outcome == "did_not_finish":
            same(time_ms, self.replay["cutoff_ms"], f"{who}: time")
        else:
            need(outcome in ("gave_up", "left", "removed", "idle"), f"{who}: outcome {outcome}")
            need(time_ms >= 0, f"{who}: time before GO")

    def race(self, reached: list[int]) -> None:
        replay, players = self.replay, self.replay["players"]
        times = [one["time_ms"] for one in players]
        cutoff_ms = None
        cleared = [one["time_ms"] for one in players if one["outcome"] == "cleared"]
        if cleared and replay["settings"]["time_limit"]:
            first = min(cleared)
            cutoff_ms = first + max(30_000, first // 2)
            need(max(times) <= cutoff_ms, "somebody's time is after the time limit")
            if max(times) == first and replay["cutoff_ms"] is None:
                cutoff_ms = None
        same(replay["cutoff_ms"], cutoff_ms, "time limit")
        same(replay["length_ms"], max(times), "length of the race")
        before = 0
        for at, length in replay["pauses"]:
            need(before <= whole(at, "pause") <= max(times), "pause outside the race")
            need(whole(length, "pause") >= 0, "pause backwards")
            before = at
        keys = [worth(one, ms) for one, ms in zip(players, reached, strict=True)]
        for one, key in zip(players, keys, strict=True):
            same(one["place"], 1 + sum(other < key for other in keys), f"{one['player']}: place")
        order = [(one["place"], one["colour"]) for one in players]
        need(order == sorted(order), "order of the players")
        same(sorted(one["colour"] for one in players), list(range(len(players))), "colours")
        if replay["ranked"]:
            settings = replay["settings"]
            need(replay["origin"] == "fresh", "ranked on a known seed")
            need(self.shared and not self.penalty, "ranked with these options")
            need(settings["level"] != "custom", "ranked at a size of its own")
            need(not self.practice, "ranked practice")
            need(not replay["pauses"] and not replay["interrupted"], "ranked though it was paused")


def worth(one: dict[str, Any], reached_ms: int) -> tuple[int, Fraction, int]:
    """Smaller is better; equal ones share a place."""
    if one["outcome"] == "cleared":
        return 0, Fraction(0), one["time_ms"]
    if one["outcome"] == "removed":
        return 2, Fraction(0), 0
    return 1, -Fraction(one["bbbv_done"], one["bbbv"] or 1), reached_ms


def verify(replay: dict[str, Any], commitment: str | None = None) -> None:
    """Return when the document holds. Raises `Wrong`."""
    try:
        document = Document(replay)
        if commitment is not None:
            same(replay["commitment"], commitment, "the commitment that was noted")
        document.check()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as broken:
        raise Wrong(f"not a replay: {broken!r}") from broken


if __name__ == "__main__":
    try:
        verify(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")), *sys.argv[2:3])
    except Wrong as wrong:
        sys.exit(f"refused: {wrong}")
    print("accepted")

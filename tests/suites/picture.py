"""What a client knows: room, race, own grid, pending moves; folded from frames, no connection.

Written from protocol/PROTOCOL.md alone, so that it proves that page: it must not import `protocol`
or `server`. Messages are plain dicts; unknown tags and fields are ignored, as that page asks.
"""

from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]


@dataclass
class Grid:
    """The player's own board: `.` hidden, `F` flag, `0`–`8` open, `*` a mine that was hit."""

    columns: int
    rows: int
    mines: int
    cells: list[str]

    def __str__(self) -> str:
        return "".join(self.cells)

    def open(self, runs: list[Any]) -> None:
        """Take over opened cells; a dot says nothing about its cell."""
        for first, text in runs:
            for cell, digit in enumerate(text, start=first):
                if digit != ".":
                    self.cells[cell] = digit

    def moved(self, message: Message) -> None:
        self.open(message["cells"])
        for cell in message["hit"]:
            self.cells[cell] = "*"
        if message["flag"] is not None:
            self.cells[message["cell"]] = "F" if message["flag"] else "."

    def where(self, characters: str) -> list[int]:
        """Cells that show one of these characters, ascending."""
        return [cell for cell, shown in enumerate(self.cells) if shown in characters]

    def around(self, cell: int) -> list[int]:
        """The up to eight neighbours."""
        row, column = divmod(cell, self.columns)
        return [
            r * self.columns + c
            for r in range(max(0, row - 1), min(self.rows, row + 2))
            for c in range(max(0, column - 1), min(self.columns, column + 2))
            if (r, c) != (row, column)
        ]

    @property
    def counter(self) -> int:
        """Mines minus flags and hit mines; may be below zero (G7)."""
        return self.mines - len(self.where("F*"))


@dataclass
class State:
    """The newest of what was told; None until it was."""

    room: Message | None = None
    view: Message | None = None
    standings: list[Message] = field(default_factory=list)
    results: Message | None = None
    outcome: str | None = None
    """Of the client's own race."""
    paused: bool = False


@dataclass
class Picture:
    """The whole client state. Call `take` for every message received, `sent` for every one sent."""

    player: str = ""
    token: str | None = None
    state: State = field(default_factory=State)
    grid: Grid | None = None
    n: int = 0
    """Number of the last move that was applied."""
    pending: dict[int, Message] = field(default_factory=dict)
    """Moves without an answer, by number, in order of sending."""
    race: str = ""
    used: int = 0
    """Highest number that was given to a move of this race."""
    commitment: str = ""
    """Of the board that `n` and `pending` speak of."""
    set_back: int = 0
    """How often the server knew less than it had told: somebody put older data in its place."""

    def number(self) -> int:
        """The number for the next move."""
        return max(self.n, self.used) + 1

    def sent(self, message: Message) -> None:
        if message["t"] == "move":
            self.pending[message["n"]] = message
            self.used = max(self.used, message["n"])

    def take(self, message: Message) -> None:
        """Fold one message of the server in."""
        taker = getattr(self, f"_{message['t']}", None)
        if taker is not None:
            taker(message)

    def _welcome(self, message: Message) -> None:
        self.player = message["player"]
        self.token = message["token"] or self.token

    def _snapshot(self, message: Message) -> None:
        self._room(message)
        self._view(message["view"])
        self.state.results = message["results"]

    def _room(self, message: Message) -> None:
        room = self.state.room = message["room"]
        if room["race"] != self.race:
            self.race, self.n, self.used, self.pending = room["race"], 0, 0, {}
            self.state.view, self.state.standings, self.grid = None, [], None
            self.state.outcome, self.state.paused = None, False

    def _countdown(self, message: Message) -> None:
        self.state.results = None
        self._view(message["view"])

    def _view(self, view: Message | None) -> None:
        self.state.view = view
        self.state.standings = view["standings"] if view else []
        self.state.paused = bool(view and view["paused"])
        own = view["own"] if view else None
        self.state.outcome = own["outcome"] if own else None
        if self._knows_less(view):
            self.set_back, self.pending = self.set_back + 1, {}
        if view is None or own is None:
            self.grid, self.n, self.pending = None, 0, {}
            return
        if view["race"] != self.race:
            self.race, self.used, self.pending = view["race"], 0, {}
        self.grid = Grid(view["columns"], view["rows"], view["mines"], list(own["grid"]))
        self.n, self.commitment = own["n"], view["commitment"]
        self.pending = {n: move for n, move in self.pending.items() if n > self.n}

    def _knows_less(self, view: Message | None) -> bool:
        """Whether moves of this very race that were acknowledged, or its board, are gone."""
        if view is None:
            return self.n > 0 and (self.state.room or {}).get("phase") == "lobby"
        if view["race"] != self.race or view["own"] is None:
            return False
        other_board = self.commitment not in {"", view["commitment"]}
        return bool(view["own"]["n"] < self.n or (other_board and (self.n or self.pending)))

    def _go(self, message: Message) -> None:
        if self.state.view is not None:
            self.state.view = self.state.view | {"phase": "running", "go_in_ms": None}
        if self.grid is not None:
            self.grid.open(message["cells"])

    def _moved(self, message: Message) -> None:
        self.pending.pop(message["n"], None)
        self.n = max(self.n, message["n"])
        if self.grid is not None and message["race"] == self.race:
            self.grid.moved(message)
            if self.state.view is not None and self.state.view["start"] is None:
                self.state.view = self.state.view | {"start": message["cell"]}

    def _rejected(self, message: Message) -> None:
        if message["n"] is not None:
            self.pending.pop(message["n"], None)

    def _standings(self, message: Message) -> None:
        self.state.standings = message["rows"]

    def _ended(self, message: Message) -> None:
        ended = message["standing"]
        if ended["player"] == self.player:
            self.state.outcome = ended["outcome"]
        self.state.standings = [
            ended if row["player"] == ended["player"] else row for row in self.state.standings
        ]

    def _pause_state(self, message: Message) -> None:
        self.state.paused = message["paused"]

    def _results(self, message: Message) -> None:
        self.state.results = message

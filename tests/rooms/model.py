"""A client's picture of room and race, built from what it is told and nothing else.

Written from the descriptions of the messages; after any history it must agree with the server.
"""

from msgspec.structs import replace

from protocol import messages as m
from protocol.runs import unpacked


class Client:
    """What one connection has learned."""

    def __init__(self) -> None:
        self.room: m.RoomState | None = None
        self.view: m.RaceView | None = None
        self.results: m.Results | None = None

    def learn(self, message: m.ServerMessage) -> None:
        match message:
            case m.Snapshot():
                self.room, self.view, self.results = message.room, message.view, message.results
            case m.Room(room=room):
                if self.view is not None and self.view.race != room.race:
                    self.view, self.results = None, None
                self.room = room
            case m.Countdown(view=view):
                self.view, self.results = view, None
            case m.Go(cells=cells):
                self._change(phase="running", go_in_ms=None)
                self._paint(cells, [])
            case m.Moved():
                self._moved(message)
            case m.Standings(rows=rows):
                self._change(standings=rows)
            case m.Ended(standing=standing):
                self._ended(standing)
            case m.PauseState():
                self._change(paused=message.paused, wanting_pause=message.wanting)
                self._own(wants_pause=None)
            case m.Results():
                self.results = message
                self._change(phase="finished")
            case m.Aborted(reason=reason):
                if reason == "called_off":
                    self.view = None
                else:
                    self._change(phase="aborted")
            case _:
                pass

    def _change(self, **changes: object) -> None:
        if self.view is not None:
            self.view = replace(self.view, **changes)

    def _own(self, **changes: object) -> None:
        if self.view is not None and self.view.own is not None:
            if "wants_pause" in changes:
                changes.pop("wants_pause")
            self._change(own=replace(self.view.own, **changes))

    def _paint(self, cells: list[m.Run], hit: list[int]) -> None:
        if self.view is None or self.view.own is None:
            assert not cells
            return
        grid = list(self.view.own.grid)
        for cell, number in unpacked(cells):
            assert grid[cell] == ".", "opened twice"
            grid[cell] = str(number)
        for cell in hit:
            grid[cell] = "*"
        self._own(grid="".join(grid))

    def _moved(self, move: m.Moved) -> None:
        assert self.view is not None
        assert self.view.own is not None
        assert move.n > self.view.own.n
        self._paint(move.cells, move.hit)
        if move.flag is not None:
            grid = list(self.view.own.grid)
            grid[move.cell] = "F" if move.flag else "."
            self._own(grid="".join(grid))
        self._own(n=move.n)

    def _ended(self, standing: m.Standing) -> None:
        assert self.view is not None
        rows = self.view.standings
        self._change(standings=[standing if row.player == standing.player else row for row in rows])

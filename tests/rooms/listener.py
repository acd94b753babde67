"""Connections that check every frame against what is stored at the moment it arrives.

A room survives connections that fail, so faults are collected for the test to look at.
"""

from protocol import messages as m
from protocol.codec import decode_server
from server.race import events as e
from server.race.evolve import evolve
from server.race.state import Race
from server.records import Append
from server.rooms import wire
from tests.rooms.fakes import FakePeer
from tests.rooms.model import Client
from tests.rooms.world import World


class Log:
    """The stored events, folded as they are committed."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._read = 0
        self.faults: list[str] = []
        self.races: dict[str, Race] = {}
        self.events: dict[str, list[e.Event]] = {}

    def now(self) -> dict[str, Race]:
        for write in self._world.recorder.stored[self._read :]:
            self._read += 1
            if isinstance(write, Append):
                for event in write.events:
                    self.races[write.race] = evolve(self.races.get(write.race), event)
                    self.events.setdefault(write.race, []).append(event)
        return self.races


class Listener(FakePeer):
    """A connection that checks each frame against what is stored at that moment."""

    def __init__(self, player: str, log: Log, heard: list[str]) -> None:
        super().__init__(player)
        self.log = log
        self.heard = heard
        self.client = Client()

    def send(self, frame: bytes) -> None:
        if self.closed is not None:
            return
        super().send(frame)
        self.heard.append(frame.decode())
        message = decode_server(frame.decode())
        try:
            self.client.learn(message)
            self._check(message)
        except (AssertionError, KeyError) as fault:
            # A room survives connections that fail, so the fault is kept for the test.
            self.log.faults.append(f"{type(message).__name__}: {fault!r}")

    def _check(self, message: m.ServerMessage) -> None:
        races = self.log.now()
        match message:
            case m.Snapshot(room=room, view=view):
                stored = races[room.race]
                assert room.phase == stored.phase
                if view is not None and view.own is not None:
                    assert view.own.n == stored.racers[self.player].n
                    told = wire.view(stored, self.player, stored.at)
                    assert told is not None
                    assert told.own is not None
                    assert view.own.grid == told.own.grid
            case m.Room(room=room):
                assert room.phase == races[room.race].phase
            case m.Moved(race=race, n=n):
                assert races[race].racers[self.player].n >= n
            case m.Ended(race=race, standing=standing):
                assert races[race].racers[standing.player].outcome == standing.outcome
            case m.Go(race=race):
                assert races[race].phase in {"running", "finished"}
            case m.Results(race=race):
                assert races[race].phase == "finished"
            case _:
                pass

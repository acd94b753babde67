"""A room with everything around it, to tell stories with: players are numbers, 0 is the owner."""

from collections.abc import Sequence

from protocol import messages as m
from server.race.decide import new_race
from server.race.events import Event, Finished
from server.race.evolve import evolve
from server.records import (
    Append,
    DropMember,
    PutMember,
    PutRoom,
    StoredMember,
    StoredRoom,
    Write,
)
from server.rooms.boards import Dealer
from server.rooms.members import Members
from server.rooms.ports import Bots, NoBots, Surroundings
from server.rooms.registry import wake
from server.rooms.room import Room
from server.rooms.wanted import race_settings
from server.workshop.inline import InlineWorkshop
from tests.rooms.fakes import FakePeer, FakeRecorder, FakeTimers, Letters, ManualClock, pid

SECRET = b"a secret of the tests, 32 bytes."
CODE = "BCDFGHJK"


class World:
    """One room and what surrounds it. Players are numbers; `enter(0)` is the owner's entering."""

    def __init__(
        self, settings: m.Settings | None = None, *, salt: str = "", bots: Bots | None = None
    ) -> None:
        self.clock = ManualClock()
        self.recorder = FakeRecorder()
        self.timers = FakeTimers()
        self.letters = Letters(salt)
        self.draining = False
        self.around = Surroundings(
            clock=self.clock,
            recorder=self.recorder,
            timers=self.timers,
            dealer=self.make_dealer(),
            letters=self.letters,
            workshop=InlineWorkshop(),
            busy=lambda: self.draining,
            bots=bots or NoBots(),
        )
        wanted = race_settings(settings or m.Settings())
        created = new_race(self.letters(10), wanted)
        self.room = Room(CODE, self.around, Members(pid(0)), evolve(None, created))
        self.room.awaken()
        self.room.store()
        self.room.outbox.write(Append(room=CODE, race=created.race, seq=0, events=(created,)))
        self.room.outbox.post()
        self.peers: dict[int, FakePeer] = {}
        self.answers: list[str | None] = []

    def make_dealer(self) -> Dealer:
        """Whose boards are there at once."""
        return Dealer(SECRET, self.letters, InlineWorkshop())

    def enter(
        self, number: int, name: str | None = None, *, watch: bool = False, bot: bool = False
    ) -> FakePeer:
        """A new connection of this player."""
        peer = FakePeer(pid(number))
        answer = self.room.enter(peer, name or f"Player {number}", watch=watch, bot=bot)
        self.answers.append(answer)
        if answer is None:
            self.peers[number] = peer
        return peer

    def gone(self, number: int) -> None:
        self.room.gone(self.peers[number])

    def say(self, number: int, message: m.ClientMessage) -> list[m.ServerMessage]:
        """What this player's connection is told because of the message."""
        peer = self.peers[number]
        before = len(peer.frames)
        self.room.receive(peer, message)
        return peer.got[before:]

    def code(self, number: int, message: m.ClientMessage) -> str | None:
        """The code of the rejection, if it is one."""
        for answer in self.say(number, message):
            if isinstance(answer, m.Rejected):
                return answer.code
        return None

    def advance(self, ms: int) -> None:
        """Let time pass, timers firing on the way."""
        end = self.clock.now_ms + ms
        while (at := self.timers.next_at()) is not None and at <= end:
            self.clock.now_ms = max(self.clock.now_ms, at)
            self.timers.fire(self.clock.now_ms)
        self.clock.now_ms = end

    def lobby(self, players: int) -> None:
        """This many players in the lobby, all ready."""
        for number in range(players):
            self.enter(number)
        for number in range(players):
            self.say(number, m.Ready(ready=True))

    def race(self, players: int, watchers: int = 0) -> None:
        """This many players in a race that runs, and spectators numbered after them."""
        self.lobby(players)
        for number in range(players, players + watchers):
            self.enter(number, watch=True)
        self.say(0, m.Start())
        self.advance(3_000)
        assert self.room.race.phase == "running"

    def move(
        self, number: int, n: int, cell: int, kind: m.MoveKind = "open"
    ) -> list[m.ServerMessage]:
        return self.say(number, m.Move(race=self.room.race.id, n=n, kind=kind, cell=cell))

    def clear_board(self, number: int) -> None:
        """Play the rest of the player's board without a mistake."""
        race = self.room.race
        board = race.board or race.racers[pid(number)].board
        assert board is not None
        while self.room.race.racers[pid(number)].outcome is None:
            racer = self.room.race.racers[pid(number)]
            left = board.safe & ~racer.play.opened
            zeros = left & board.zeros
            cell = ((zeros or left) & -(zeros or left)).bit_length() - 1
            self.move(number, racer.n + 1, cell)

    def hit_mine(self, number: int) -> None:
        race = self.room.race
        board = race.board or race.racers[pid(number)].board
        assert board is not None
        racer = race.racers[pid(number)]
        free = board.mines & ~racer.play.exploded
        self.move(number, racer.n + 1, (free & -free).bit_length() - 1)

    def stored_events(self, race: str) -> list[Event]:
        return [
            event
            for write in self.recorder.stored
            if isinstance(write, Append) and write.race == race
            for event in write.events
        ]

    def stored_room(self) -> StoredRoom:
        """The room as a store would give it back now."""
        return stored_room(self.recorder.stored)

    def restart(self) -> None:
        """Kill the server and start it anew: what was not committed never happened."""
        self.recorder.lose()
        self.timers.armed.clear()
        self.peers.clear()
        self.room = wake(self.stored_room(), self.around)


def stored_room(writes: Sequence[Write]) -> StoredRoom:
    """What a store gives back after these writes to one room."""
    row: PutRoom | None = None
    members: dict[str, PutMember] = {}
    races: dict[str, list[Event]] = {}
    for write in writes:
        match write:
            case PutRoom():
                row = write
            case PutMember():
                members[write.player] = write
            case DropMember():
                members.pop(write.player, None)
            case Append():
                log = races.setdefault(write.race, [])
                assert write.seq == len(log), "a gap in the log"
                log += write.events
    assert row is not None
    finished = [race for race, log in races.items() if isinstance(log[-1], Finished)]
    newest = list(races)[-1] if races else None
    return StoredRoom(
        code=row.code,
        owner=row.owner,
        locked=row.locked,
        public=row.public,
        settings=row.settings,
        members=tuple(
            StoredMember(
                player=member.player,
                name=member.name,
                colour=member.colour,
                watching=member.watching,
                removed=member.removed,
                left=member.left,
            )
            for member in members.values()
        ),
        race=newest,
        events=tuple(races[newest]) if newest else (),
        last_race=finished[-1] if finished else None,
    )

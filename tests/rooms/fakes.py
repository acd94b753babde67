"""Rooms without network, store or time: fake peers, recorder, clock, letters, and a small world."""

import hashlib
import json
from collections.abc import Callable, Sequence
from typing import Any

from protocol import messages as m
from protocol.codec import decode_server
from protocol.codes import ID_ALPHABET
from server.race.decide import new_race
from server.race.evolve import evolve
from server.race.events import Event
from server.records import (
    Append,
    DropMember,
    PutMember,
    PutPlayer,
    PutRoom,
    StoredMember,
    StoredRoom,
    Write,
)
from server.rooms import wire
from server.rooms.boards import Dealer
from server.rooms.members import Members
from server.rooms.ports import Schedule, Surroundings
from server.rooms.room import Room

SECRET = b"a secret of the tests, 32 bytes."
CODE = "BCDFGHJK"


def pid(number: int) -> str:
    """The id of a player in tests: ten letters."""
    letters = ""
    for _ in range(10):
        number, digit = divmod(number, len(ID_ALPHABET))
        letters = ID_ALPHABET[digit] + letters
    return letters


class ManualClock:
    def __init__(self) -> None:
        self.now_ms = 1_000_000

    def monotonic_ms(self) -> int:
        return self.now_ms

    def date_ms(self) -> int:
        return 1_700_000_000_000 + self.now_ms


class FakeRecorder:
    """Commits on demand: at once, or when `commit` is called."""

    def __init__(self) -> None:
        self.full = False
        self.held = False
        self.stored: list[Write] = []
        self._waiting: list[tuple[list[Write], Callable[[], None]]] = []

    def append(self, writes: Sequence[Write], then: Callable[[], None]) -> None:
        self._waiting.append((list(writes), then))
        if not self.held:
            self.commit()

    def commit(self, turns: int | None = None) -> None:
        while self._waiting and turns != 0:
            writes, then = self._waiting.pop(0)
            self.stored += writes
            then()
            turns = None if turns is None else turns - 1

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def lose(self) -> None:
        """The process was killed: what is not committed never happened."""
        self._waiting.clear()


class FakeTimers:
    """One timer a room; fires when the world's clock is advanced past it."""

    def __init__(self) -> None:
        self.armed: dict[int, tuple[int, Callable[[], None]]] = {}
        self._made = 0

    def __call__(self, tick: Callable[[], None]) -> Schedule:
        self._made += 1
        number = self._made

        def schedule(at_ms: int | None) -> None:
            self.armed.pop(number, None)
            if at_ms is not None:
                self.armed[number] = (at_ms, tick)

        return schedule

    def next_at(self) -> int | None:
        return min((at for at, _ in self.armed.values()), default=None)

    def fire(self, now_ms: int) -> None:
        for number, (at, tick) in sorted(self.armed.items()):
            if at <= now_ms:
                del self.armed[number]
                tick()


class FakePeer:
    """A connection that keeps every frame it is sent."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.token_hash = hashlib.sha256(player.encode()).digest()
        self.frames: list[bytes] = []
        self.closed: tuple[int, str] | None = None

    def send(self, frame: bytes) -> None:
        if self.closed is None:
            self.frames.append(frame)

    def close(self, code: int, reason: str) -> None:
        if self.closed is None:
            self.closed = (code, reason)

    @property
    def got(self) -> list[m.ServerMessage]:
        return [decode_server(frame.decode()) for frame in self.frames]

    def tags(self) -> list[str]:
        return [json.loads(frame)["t"] for frame in self.frames]

    def last(self, kind: type[Any]) -> Any:
        """The last message of a kind. Fails when there is none."""
        return [message for message in self.got if isinstance(message, kind)][-1]

    def clear(self) -> None:
        self.frames.clear()


class Letters:
    """Never the same letters twice, and the same ones in every run."""

    def __init__(self, salt: str = "") -> None:
        self._salt = salt
        self._count = 0

    def __call__(self, length: int) -> str:
        self._count += 1
        digest = hashlib.sha256(f"{self._salt}{self._count}".encode()).digest()
        return "".join(ID_ALPHABET[byte % 20] for byte in digest[:length])


class World:
    """One room and what surrounds it. Players are numbers; `enter(0)` is the owner's entering."""

    def __init__(self, settings: m.Settings | None = None, *, salt: str = "") -> None:
        self.clock = ManualClock()
        self.recorder = FakeRecorder()
        self.timers = FakeTimers()
        self.letters = Letters(salt)
        self.draining = False
        self.around = Surroundings(
            clock=self.clock,
            recorder=self.recorder,
            timers=self.timers,
            dealer=Dealer(SECRET, self.letters),
            letters=self.letters,
            busy=lambda: self.draining,
        )
        wanted = wire.race_settings(settings or m.Settings())
        created = new_race(self.letters(10), wanted)
        self.room = Room(CODE, self.around, Members(pid(0)), evolve(None, created))
        self.room.awaken()
        self.room.store()
        self.room.outbox.write(Append(room=CODE, race=created.race, seq=0, events=(created,)))
        self.room.outbox.post()
        self.peers: dict[int, FakePeer] = {}
        self.answers: list[str | None] = []

    def enter(self, number: int, name: str | None = None, *, watch: bool = False) -> FakePeer:
        """A new connection of this player."""
        peer = FakePeer(pid(number))
        answer = self.room.enter(peer, name or f"Player {number}", watch=watch)
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

    def race(self, players: int) -> None:
        """This many players in a race that runs."""
        self.lobby(players)
        self.say(0, m.Start())
        self.advance(3_000)
        assert self.room.race.phase == "running"

    def move(self, number: int, n: int, cell: int, kind: m.MoveKind = "open") -> list[m.ServerMessage]:
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


def stored_room(writes: Sequence[Write]) -> StoredRoom:
    """What a store gives back after these writes to one room."""
    row: PutRoom | None = None
    members: dict[str, PutMember] = {}
    names: dict[str, str] = {}
    races: dict[str, list[Event]] = {}
    for write in writes:
        match write:
            case PutRoom():
                row = write
            case PutMember():
                members[write.player] = write
            case DropMember():
                members.pop(write.player, None)
            case PutPlayer():
                names[write.player] = write.name
            case Append():
                log = races.setdefault(write.race, [])
                assert write.seq == len(log), "a gap in the log"
                log += write.events
    assert row is not None
    finished = [race for race, log in races.items() if type(log[-1]).__name__ == "Finished"]
    newest = list(races)[-1] if races else None
    return StoredRoom(
        code=row.code,
        owner=row.owner,
        locked=row.locked,
        settings=row.settings,
        members=tuple(
            StoredMember(
                player=member.player,
                name=names.get(member.player, f"Stored {member.player}"),
                colour=member.colour,
                watching=member.watching,
                removed=member.removed,
            )
            for member in members.values()
        ),
        race=newest,
        events=tuple(races[newest]) if newest else (),
        last_race=finished[-1] if finished else None,
    )

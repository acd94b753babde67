"""One room: a synchronous actor that owns members, connections and the present race.

Every turn runs decide → evolve → recorder; what it says leaves when it is stored. Times: monotonic
ms of the clock, and the race's own clock, which is that minus `_epoch`. Must never await.
"""

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final, TypeVar

from protocol import messages as m
from protocol.codec import encode_server
from protocol.codes import ID_CHARS
from server.race import commands as c
from server.race import events as e
from server.race.decide import Rejection, decide, new_race
from server.race.evolve import evolve, follow
from server.race.settings import RaceSettings
from server.race.state import Race
from server.records import Append, DropMember
from server.rooms import membership, wire
from server.rooms.alarm import Alarm, weakly
from server.rooms.audience import Audience
from server.rooms.bulletin import Bulletin
from server.rooms.members import Members
from server.rooms.moving import play
from server.rooms.outbox import Outbox
from server.rooms.ports import Peer, Surroundings
from server.rooms.rows import RoomSettings, room_row
from server.rooms.rulings import retire
from server.rooms.seating import settle
from server.rooms.starting import Starting
from server.rooms.telling import Teller
from server.rooms.wishes import grant

_LIVE: Final = frozenset({"countdown", "running"})
_TICK: Final = "tick"
_PLAIN: Final = frozenset({e.Moved, e.OwnDealt, e.Froze, e.Marked})
"""Facts that change nothing but one racer's play: no presence, no phase, no earlier deadline."""

_log: Final = logging.getLogger(__name__)
T = TypeVar("T")


class Room:
    """Made by `registry`; called by sessions and by its own timer."""

    __slots__ = (
        "__weakref__", "_bulletin", "_changed", "_epoch", "alarm", "around", "audience", "broken",
        "code", "last_race", "locked", "members", "outbox", "public", "race", "repeated",
        "starting", "teller",
    )  # fmt: skip

    def __init__(
        self,
        code: str,
        around: Surroundings,
        members: Members,
        race: Race,
        *,
        locked: bool = False,
        public: bool = False,
        repeated: bool = False,
        last_race: str | None = None,
    ) -> None:
        self.code = code
        self.around = around
        self.members = members
        self.race = race
        self.locked = locked
        self.public = public
        self.repeated = repeated
        self.last_race = last_race
        self.audience = Audience()
        self.outbox = Outbox(around.clock, around.recorder)
        self.broken = False
        """Given up after a bug; the log has everything that was told."""
        self.teller = Teller(self.audience, around.crowd, self.outbox, members.name_of)
        self._epoch: int | None = None
        """Monotonic ms at which the race's own clock read 0; None while the room sleeps."""
        self.alarm = Alarm(around.timers(weakly(self.tick)))
        self._bulletin = Bulletin()
        self.starting = Starting(self)
        self._changed = False
        """Something besides plain moves has happened in this turn."""

    # --- called from outside ---------------------------------------------------------------

    def enter(self, peer: Peer, name: str, *, watch: bool, bot: bool = False) -> str | None:
        """A connection comes in; answered with a snapshot, and replaces an older one. None, or why
        it stays outside: the code that the peer is told, or `forbidden`: removed by the host.

        `watch` counts for those who are new; `name` is clean and handed to the recorder already.
        """
        if self.around.recorder.full:
            peer.send(encode_server(m.Rejected(code="busy", re="hello")))
            return "busy"
        guest = membership.Guest(peer, name, watch=watch, bot=bot)
        return self._turn("hello", peer, lambda: membership.enter(self, guest))

    def gone(self, peer: Peer) -> None:
        """A connection has ended. The late end of one that was replaced changes nothing."""
        if self.audience.holds(peer):
            self._turn("gone", None, lambda: membership.depart(self, peer))

    def rule(self, what: str, work: Callable[[], None]) -> None:
        """A turn of somebody outside the room."""
        if not self.broken:
            self._turn(what, None, work)

    def receive(self, peer: Peer, message: m.ClientMessage) -> None:
        """A message of a connection that has entered; of any other it is ignored."""
        if not self.audience.holds(peer):
            return
        if isinstance(message, m.Ping):  # asks for the server, not for its disk
            peer.send(encode_server(m.Pong()))
        elif self.around.recorder.full:
            self.around.refused("busy")
            peer.send(encode_server(wire.rejected("busy", message)))
        elif not (isinstance(message, m.Move) and self._played(peer, message)):
            self._turn(message, peer, partial(self._answer, peer, message))

    def tick(self) -> None:
        """The timer has fired, or something may be due."""
        self.alarm.went_off()
        if self._epoch is not None and not self.broken:
            self._turn(_TICK, None, self._let_time_pass)

    @property
    def idle(self) -> bool:
        """Whether the room can sleep: nobody is in it, no race goes on, all is stored and told."""
        live = self.starting.laying or (self.awake and self.race.phase in _LIVE)
        return not (self.audience.everybody or live or self.outbox.unreleased)

    # --- one turn --------------------------------------------------------------------------

    def _turn(self, what: object, peer: Peer | None, work: Callable[[], T]) -> T | None:
        self._changed = what is not _TICK and not isinstance(what, m.Move)
        try:
            done = work()
            self.finish_turn()
        except Exception:  # noqa: BLE001 - our bug: other rooms live on
            self._rescue(what, peer)
            return None
        return done

    def _played(self, peer: Peer, wish: m.Move) -> bool:
        """Whether that was a plain move, whose turn is over now."""
        self._changed = False
        try:
            return play(self, peer, wish)
        except Exception:  # noqa: BLE001 - as in any turn
            self._rescue(wish, peer)
            return True

    def _answer(self, peer: Peer, message: m.ClientMessage) -> None:
        person = self.members.find(peer.player)
        if person is None:
            raise LookupError(f"connection without member {peer.player}")
        code = grant(self, person, message)
        if code == "repeated":
            # The move was applied before; what it did is in the snapshot.
            self.outbox.tell((peer,), self.snapshot(peer.player))
        elif code is not None:
            self.around.refused(code)
            self.outbox.tell((peer,), wire.rejected(code, message))

    def _let_time_pass(self) -> None:
        self.attempt(c.Tick())
        self.attempt(c.Mark())
        self._changed |= any(at <= self.around.clock.monotonic_ms() for at in self._too_early())

    def finish_turn(self) -> None:
        """Settle, tell the standings if they are due, arm the alarm, hand over what was written."""
        if self._changed:
            self.starting.again_at = None
            self.catch_up()
            self.teller.count(self.race)
        if self._epoch is not None:
            now = self.around.clock.monotonic_ms()
            self.teller.standings(self.race, now - self._epoch, now)
            soon = (self.teller.standings_due(), *self._too_early())
            self.alarm.arm(self.race, self._epoch, soon, changed=self._changed)
        self.outbox.post()

    def _rescue(self, what: object, peer: Peer | None) -> None:
        """After a bug: end the race and tell; if even that fails, give the room up."""
        _log.exception("room %s, race %s, seq %d: %r", self.code, self.race.id, self.race.seq, what)
        self._changed = True
        present = {*self.audience.everybody, *(() if peer is None else (peer,))}
        try:
            if self._epoch is not None:
                self.attempt(c.Abort())
            if peer is not None:
                self.outbox.close(peer, 1011)
                if self.audience.holds(peer):
                    membership.depart(self, peer)
            self.finish_turn()
        except Exception:  # noqa: BLE001 - memory is thrown away, the log stays
            _log.exception("room %s is given up, to be woken from its log", self.code)
            retire(self)
            self.outbox.discard()
            for one in present:
                self.audience.leave(one.player)
                self.outbox.close(one, 1011)
            self.outbox.post()

    def _too_early(self) -> list[int]:
        """Monotonic ms at which what came too early is caught up with."""
        return [at for at in (self._bulletin.later_ms, self.starting.again_at) if at is not None]

    # --- for wishes and membership ---------------------------------------------------------

    def attempt(self, command: c.Command) -> str | None:
        """Ask the race: store and tell what happens, or give the code of its rejection."""
        now_ms = self.now_ms()
        answer = decide(self.race, command, now_ms, 0 if self._changed else self.alarm.calm_until)
        if isinstance(answer, Rejection):
            return answer.code
        if answer:
            before = self.race
            self.race = follow(before, answer)
            self._changed = self._changed or not all(type(fact) in _PLAIN for fact in answer)
            self.outbox.write(Append(room=self.code, race=before.id, seq=before.seq, events=answer))
            if self.race.phase == "finished":
                self.last_race = before.id
            self.teller.tell(before, self.race, answer, now_ms)
        return None

    def open_race(self, settings: RaceSettings, *, repeated: bool) -> None:
        """The next race, in its lobby; `seating` lets the seated in."""
        for player in self.members.forget_left():
            self.outbox.write(DropMember(room=self.code, player=player))
        created = new_race(self.around.letters(ID_CHARS), settings)
        self.race, self.repeated = evolve(None, created), repeated
        self._epoch = self.around.clock.monotonic_ms()
        self.teller.begin()
        self.store()
        self.outbox.write(Append(room=self.code, race=self.race.id, seq=0, events=(created,)))

    def catch_up(self) -> None:
        """Settle, then tell everybody the room's state if it is not what they know."""
        settle(self)
        state = self._state()
        if self._bulletin.is_due(state, self.around.clock.monotonic_ms()):
            self.outbox.tell(self.audience.everybody, m.Room(room=state))

    def snapshot(self, player: str) -> m.Snapshot:
        """All that this player may know now."""
        over = self.race.phase == "finished"
        results = wire.results(self.race, self.members.name_of) if over else None
        view, state = wire.view(self.race, player, self.now_ms()), self._state()
        self.teller.showed(view)
        self._bulletin.showed(state)
        return m.Snapshot(room=state, view=view, results=results)

    def rouse(self) -> None:
        """Woken from the store: a race that was under way is taken up, somebody here or not."""
        if self.race.phase in _LIVE:
            self._turn("rouse", None, self.awaken)

    def awaken(self) -> None:
        """Let the race's clock go on where it stood when the room was last awake; a race that ran
        is paused until a racer is back (R14)."""
        if self._epoch is not None:
            return
        self._epoch = self.around.clock.monotonic_ms() - self.race.at
        if self.race.phase == "running":
            self.attempt(c.Interrupt())
        elif self.race.phase == "countdown":
            self.attempt(c.CallOff())

    @property
    def awake(self) -> bool:
        """Whether the race's clock may run: somebody has entered since the room was woken."""
        return self._epoch is not None

    def racers_now(self) -> Collection[str]:
        """Who takes part in a race that goes on: their places and colours are kept."""
        return self.race.racers if self.race.phase in _LIVE else ()

    def store(self) -> None:
        """Store the room's row."""
        kept = RoomSettings(settings=self.race.settings, repeated=self.repeated)
        owner, date_ms = self.members.owner, self.around.clock.date_ms()
        shut = {"locked": self.locked, "public": self.public}
        self.outbox.write(room_row(self.code, owner, kept, **shut, date_ms=date_ms))

    def _state(self) -> m.RoomState:
        flags = {"locked": self.locked, "public": self.public, "laying": self.starting.laying}
        return wire.room_state(
            self.code, self.members, self.race, last_race=self.last_race, **flags
        )

    def now_ms(self) -> int:
        """The race's own clock. It stands while the room sleeps."""
        if self._epoch is None:
            return self.race.at
        return self.around.clock.monotonic_ms() - self._epoch

"""The rooms that are awake, by code: made, found, woken from the store, let sleep (R15).

The one place of this package that waits. Waking is single-flight: who asks for a room that is just
being woken waits for the same room. Ages are monotonic ms.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from protocol import messages as m
from protocol.codes import ID_CHARS, ROOM_CHARS
from server.race.decide import new_race
from server.race.evolve import evolve, replay
from server.records import Append, StoredRoom
from server.rooms import rulings
from server.rooms.challenge import challenging
from server.rooms.members import Members
from server.rooms.ports import Clock, RoomStore, Schedule, Surroundings, Timers
from server.rooms.room import Room
from server.rooms.rows import RoomSettings, read_settings
from server.rooms.wanted import Refused, race_settings

__all__ = ["Refused", "Registry", "loop_timers", "wake"]

MAX_ROOMS: Final = 10_000
"""Rooms awake at a time."""
IDLE_MS: Final = 60_000
"""A room that was idle for so long sleeps at the next `sweep`."""

_log: Final = logging.getLogger(__name__)


def loop_timers(clock: Clock) -> Timers:
    """Timers on the running event loop."""

    def timer(tick: Callable[[], None]) -> Schedule:
        handle: asyncio.TimerHandle | None = None

        def schedule(at_ms: int | None) -> None:
            nonlocal handle
            if handle is not None:
                handle.cancel()
                handle = None
            if at_ms is not None:
                delay_s = max(0, at_ms - clock.monotonic_ms()) / 1000
                handle = asyncio.get_running_loop().call_later(delay_s, tick)

        return schedule

    return timer


class Registry:
    """All rooms of a server. `store` wakes them, `around` is handed to each."""

    def __init__(
        self,
        store: RoomStore,
        around: Surroundings,
        *,
        max_rooms: int = MAX_ROOMS,
        idle_ms: int = IDLE_MS,
    ) -> None:
        self._store = store
        self._around = around
        self._max_rooms = max_rooms
        self._idle_ms = idle_ms
        self._awake: dict[str, Room] = {}
        self._waking: dict[str, asyncio.Task[Room | None]] = {}
        self._idle_since: dict[str, int] = {}
        self._forgotten: set[str] = set()
        """Since the start; those of before have neither token nor membership in the store."""
        self._banned: set[str] = set()
        self._closed: set[str] = set()
        """Since the start; those of before are the store's."""

    @property
    def rooms(self) -> tuple[Room, ...]:
        """The rooms that are awake."""
        return tuple(self._awake.values())

    async def create(self, owner: str, settings: m.Settings, challenge: str | None = None) -> str:
        """Make a room; its code, once the room is stored. The owner enters like anybody else.

        `challenge`: a finished race whose board and ghosts the room is for.

        Raises Refused: settings_invalid, seed_invalid, no_such_race, busy.
        """
        wanted = race_settings(settings)
        if challenge is not None:
            stored = await self._store.facts(challenge)
            wanted = challenging(stored, wanted, self._around.dealer)
        if self._around.recorder.full or self._around.busy() or not self._has_space():
            raise Refused("busy")
        code = await self._free_code()
        created = new_race(self._around.letters(ID_CHARS), wanted)
        repeated = challenge is not None
        race = evolve(None, created)
        room = Room(code, self._around, Members(owner), race, repeated=repeated)
        self._awake[code] = room
        room.awaken()
        room.store()
        room.outbox.write(Append(room=code, race=created.race, seq=0, events=(created,)))
        room.outbox.post()
        await self._stored()
        return code

    async def find(self, code: str) -> Room | None:
        """The room with this code, awake; None when there is none. Enter it without waiting in
        between: an idle room may sleep again. Raises Refused: busy."""
        room = self._awake.get(code)
        if room is not None and not room.broken:
            return room
        if code in self._closed:
            return None
        if code not in self._waking:
            if not self._has_space():
                raise Refused("busy")
            self._waking[code] = asyncio.get_running_loop().create_task(self._wake(code))
        # Whoever asked first may be cancelled; the others still wait for the same room.
        room = await asyncio.shield(self._waking[code])
        return None if code in self._closed else room

    async def close(self, code: str) -> bool:
        """Close a room for good: nobody finds it any more; whether there was one. All its people
        are told once that is stored. Raises Refused: busy."""
        room = await self.find(code)
        if room is None:
            return False
        self._closed.add(code)
        self._forget(code)
        rulings.close(room)
        return True

    async def wake_unfinished(self) -> None:
        """Wake all rooms whose race went and is not over, so that it comes to an end even if nobody
        returns to it (R14). One after another: whoever asks for a room meanwhile goes first."""
        for code in await self._store.unfinished():
            try:
                await self.find(code)
            except Refused:
                _log.warning("no space for all rooms with a race that is not over")
                return
            except Exception:  # noqa: BLE001 - the other rooms are none the worse for it
                _log.exception("room %s cannot be woken", code)

    def forget(self, player: str) -> None:
        """Take a player out of all rooms, by his own wish; those that sleep are the store's."""
        self._forgotten.add(player)
        for room in self.rooms:
            rulings.forget(room, player)

    def is_forgotten(self, player: str) -> bool:
        """Whether this player was forgotten while the server ran."""
        return player in self._forgotten

    def ban(self, player: str) -> None:
        """Take a player out of all rooms that are awake; others he cannot enter any more."""
        self._banned.add(player)
        for room in self.rooms:
            rulings.ban(room, player)

    def unban(self, player: str) -> None:
        """Let a player come in again, once the store knows."""
        self._banned.discard(player)

    def is_banned(self, player: str) -> bool:
        """Whether this player was banned while the server ran."""
        return player in self._banned

    def owns(self, player: str) -> bool:
        """Whether this player is one of the server's own bots."""
        return self._around.bots.owns(player)

    async def rename(self, player: str, name: str, codes: Iterable[str]) -> str | None:
        """Give a player another name in these rooms and all that are awake; None, or the code of a
        room where somebody else has that name: then nothing has changed. Raises Refused: busy."""
        known = [room.code for room in self.rooms if room.members.known(player) is not None]
        rooms = [await self.find(code) for code in dict.fromkeys([*codes, *known])]
        there = [room for room in rooms if room is not None]
        for room in there:
            member = room.members.find(player) is not None
            if member and room.members.name_taken(name, by_other_than=player):
                return room.code
        for room in there:
            rulings.rename(room, player, name)
        return None

    def sweep(self) -> int:
        """Let rooms sleep that have been idle for long; how many. To be called now and then."""
        now = self._around.clock.monotonic_ms()
        slept = 0
        for code, room in list(self._awake.items()):
            if not room.idle and not room.broken:
                self._idle_since.pop(code, None)
            elif room.broken or now - self._idle_since.setdefault(code, now) >= self._idle_ms:
                self._forget(code)
                slept += 1
        return slept

    async def _wake(self, code: str) -> Room | None:
        try:
            if code in self._awake:
                self._forget(code)
            # A room that was given up may have been swept already; the log must have all of it.
            await self._stored()
            stored = await self._store.room(code)
            if stored is None:
                return None
            room = wake(stored, self._around)
            self._awake[code] = room
            for member in stored.members:
                # Read just before the store forgot them.
                if member.player in self._forgotten:
                    rulings.forget(room, member.player)
            return room
        finally:
            del self._waking[code]

    async def _stored(self) -> None:
        """Return when everything handed to the recorder so far is stored."""
        stored = asyncio.Event()
        self._around.recorder.append((), stored.set)
        await stored.wait()

    async def _free_code(self) -> str:
        while True:
            code = self._around.letters(ROOM_CHARS)
            taken = code in self._awake or code in self._waking
            if not taken and await self._store.room(code) is None and code not in self._awake:
                return code

    def _has_space(self) -> bool:
        if len(self._awake) + len(self._waking) >= self._max_rooms:
            self.sweep()
        return len(self._awake) + len(self._waking) < self._max_rooms

    def _forget(self, code: str) -> None:
        del self._awake[code]
        self._idle_since.pop(code, None)


def wake(stored: StoredRoom, around: Surroundings) -> Room:
    """A room as it slept: nobody is there. A race that ran is paused until a racer enters; one that
    cannot be read or replayed is left alone, and the room has a new one."""
    kept = _settings(stored)
    created = new_race(around.letters(ID_CHARS), kept.settings)
    race = evolve(None, created)
    members = Members.stored(stored.owner, stored.members)
    try:
        race = replay(stored.events)
    except Exception:  # noqa: BLE001 - whatever is wrong with a log, it must not lock the room
        _log.exception("room %s: race %s cannot be replayed", stored.code, stored.race)
    room = Room(
        stored.code,
        around,
        members,
        race,
        locked=stored.locked,
        public=stored.public,
        repeated=kept.repeated,
        last_race=stored.last_race,
    )
    if race.id == created.race:
        room.outbox.write(Append(room=stored.code, race=race.id, seq=0, events=(created,)))
        room.outbox.post()
    room.rouse()
    return room


def _settings(stored: StoredRoom) -> RoomSettings:
    try:
        return read_settings(stored.settings)
    except msgspec.DecodeError:
        _log.exception("room %s: its settings cannot be read", stored.code)
        return RoomSettings(settings=race_settings(m.Settings()))

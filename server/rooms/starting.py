"""How a room's race is started: the start is allowed, a board is ordered, the countdown begins.

The board may take its time: meanwhile everybody is told that the mines are being laid, and the room
lives on. What was ordered is dropped when it is not wanted any more. Times: monotonic ms.
"""

from typing import TYPE_CHECKING, Final
from weakref import ref

from server.race import commands as c
from server.race.settings import RaceSettings
from server.rooms.pace import Pace

if TYPE_CHECKING:
    from server.rooms.room import Room

DEAL_MS: Final = 2_000
"""Shortest time between two deals of a room."""


class _Order:
    """One board that was asked for."""

    def __init__(self, race: str, settings: RaceSettings, *, anyway: bool) -> None:
        self.race = race
        self.settings = settings
        self.anyway = anyway
        self.deal: c.Deal | None = None
        """None while it is waited for."""
        self.late = False
        """The turn in which it was asked for is over."""


class Starting:
    """The starts of one room."""

    def __init__(self, room: "Room") -> None:
        # no ring: a room that is let go is gone at once, and not when the collector comes by
        self._room_if_any = ref(room)
        self._pace = Pace(DEAL_MS)
        self._order: _Order | None = None
        self.again_at: int | None = None
        """When a start that came too early, or is held up, is to be tried again."""

    @property
    def _room(self) -> "Room":
        room = self._room_if_any()
        if room is None:
            raise LookupError("the room of this start is gone")
        return room

    @property
    def laying(self) -> bool:
        """Whether a board is waited for."""
        return self._order is not None

    def try_again(self, in_ms: int) -> None:
        """Settle the room again then, if nothing happens in it before."""
        self.again_at = self._room.around.clock.monotonic_ms() + in_ms

    def begin(self, *, anyway: bool, by_itself: bool = False) -> str | None:
        """Order a board and start the countdown with it; who is away is not in the race (R9). The
        code of a refusal, or None.

        While the board is waited for, a host's start stands; one `by_itself` needs all ready still.
        """
        room, around = self._room, self._room.around
        if around.busy():
            return "busy"
        if self._order is not None:
            self._order.anyway |= not by_itself
            return None
        now = around.clock.monotonic_ms()
        if room.race.phase == "lobby" and now < self._pace.ready_at_ms:
            # An auto start is tried again then.
            self.again_at = self._pace.ready_at_ms
            return "too_fast"
        code = room.attempt(c.Start(None, anyway))
        if code is not None:
            return code
        self._pace.spend(now)
        settings = room.race.settings
        order = self._order = _Order(room.race.id, settings, anyway=not by_itself)

        def arrived(deal: c.Deal) -> None:
            order.deal = deal
            if order.late:
                self.again_at = around.clock.monotonic_ms()
                room.tick()

        around.dealer.deal(
            settings,
            repeated=room.repeated,
            date_ms=around.clock.date_ms(),
            then=arrived,
            # A host who orders and calls off must not keep the workshop busy for nobody.
            wanted=lambda: self._order is order,
        )
        order.late = True
        return self.go_on()

    def go_on(self) -> str | None:
        """Start the countdown if the board is there; forget it if it is not wanted any more. The
        code of the race's refusal, or None."""
        room, order = self._room, self._order
        if order is None:
            return None
        asked = (order.race, order.settings) == (room.race.id, room.race.settings)
        if not asked or room.around.busy():
            self._order = None
            return None
        # Without the board this only asks whether the race could start.
        code = room.attempt(c.Start(order.deal, order.anyway))
        if order.deal is not None or code is not None:
            self._order = None
        return code

    def stop(self) -> None:
        """Forget what was ordered."""
        self._order = None

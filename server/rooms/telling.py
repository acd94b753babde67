"""Which events of a race are told to whom (R6), and standings at the pace of the crowd (R7).

Cells go to the player who opened them, numbers to everybody. Standings leave when a figure in them
has changed, and at no other time: else their timing would tell what nobody may know.
"""

from collections.abc import Callable, Sequence
from typing import Final

from protocol import messages as m
from server.engine.score import percent
from server.race import events as e
from server.race.ranking import bbbv_of
from server.race.state import Race, Racer
from server.rooms import wire
from server.rooms.audience import Audience
from server.rooms.crowd import Crowd
from server.rooms.outbox import Outbox
from server.rooms.ports import Peer

_PAUSES: Final = (e.PauseAsked, e.Paused, e.ResumeSet, e.Resumed)
_FIGURES: Final = (e.Went, e.RacerEnded, e.WentAway, e.CameBack)


class Teller:
    """Writes the letters about one room's races."""

    __slots__ = (
        "_audience",
        "_crowd",
        "_listening",
        "_name_of",
        "_outbox",
        "_stale",
        "_told",
        "_told_at",
    )

    def __init__(
        self, audience: Audience, crowd: Crowd, outbox: Outbox, name_of: Callable[[str], str]
    ) -> None:
        self._audience = audience
        self._crowd = crowd
        self._listening = 0
        """How many of the crowd are this room's."""
        self._outbox = outbox
        self._name_of = name_of
        self._told: list[m.Standing] = []
        self._told_at: int | None = None
        self._stale = False

    def begin(self) -> None:
        """Another race: nothing has been told of it."""
        self._told, self._told_at, self._stale = [], None, False

    def tell(self, before: Race, race: Race, events: Sequence[e.Event], now_ms: int) -> None:
        """Tell what has happened from `before` to `race`. `now_ms`: the race's own clock."""
        pauses = False
        for event in events:
            match event:
                case e.Moved():
                    self._moved(before, race, event)
                case e.Hinted():
                    self._outbox.tell(self._of(event.player), wire.hinted(race, event))
                case e.RacerEnded():
                    self._everybody(wire.ended(race, event, now_ms))
                case e.CountdownStarted():
                    self._countdown(race, now_ms)
                case e.Went():
                    racers, others = self._audience.split(race.racers)
                    self._outbox.tell(racers, wire.go(race, event, racing=True))
                    self._outbox.tell(others, wire.go(race, event, racing=False))
                case e.CalledOff():
                    self._everybody(m.Aborted(race=race.id, reason="called_off"))
                case e.Finished():
                    self._everybody(wire.results(race, self._name_of))
                case e.Aborted():
                    self._everybody(m.Aborted(race=race.id, reason=event.reason))
                case _:
                    pass
            pauses = pauses or isinstance(event, _PAUSES) or _wanted_pause(before, event)
            self._stale = self._stale or isinstance(event, _FIGURES)
        if pauses and race.phase == "running":
            self._everybody(wire.pause_state(race, now_ms))

    def showed(self, view: m.RaceView | None) -> None:
        """One connection was shown this. If the others know other figures, all are told anew, even
        should the figures return to what those know."""
        if view is not None and view.standings != self._told:
            self._told, self._stale = [], True

    def count(self, race: Race | None) -> None:
        """Tell the crowd who listens to this race now; None: it is over with this room."""
        runs = race is not None and race.phase == "running"
        listening = len(self._audience.everybody) if runs else 0
        self._crowd.change(listening - self._listening)
        self._listening = listening

    def standings_due(self) -> int | None:
        """Monotonic ms at which `standings` should be called; None: nothing waits."""
        if not self._stale:
            return None
        return 0 if self._told_at is None else self._told_at + self._crowd.gap_ms

    def standings(self, race: Race, now_ms: int, monotonic_ms: int) -> None:
        """Tell the standings if it is time and a figure has changed."""
        if race.phase != "running":
            self._stale = False
        due = self.standings_due()
        if due is None or monotonic_ms < due:
            return
        self._stale = False
        rows = wire.rows(race)
        if rows != self._told:
            self._told, self._told_at = rows, monotonic_ms
            self._everybody(wire.told_standings(race, rows, now_ms))

    def _everybody(self, message: m.ServerMessage) -> None:
        self._outbox.tell(self._audience.everybody, message)

    def _of(self, player: str) -> tuple[Peer, ...]:
        peer = self._audience.of(player)
        return () if peer is None else (peer,)

    def _countdown(self, race: Race, now_ms: int) -> None:
        racers, others = self._audience.split(race.racers)
        shown = None
        # Nobody has opened anything yet, so all racers see the same.
        for peers, viewer in ((racers, next(iter(race.racers), None)), (others, None)):
            shown = wire.view(race, viewer, now_ms)
            if shown is not None:
                self._outbox.tell(peers, m.Countdown(view=shown))
        self._told = [] if shown is None else shown.standings

    def played(self, before: Race, race: Race, event: e.Moved) -> int | None:
        """A plain move, which its racer is told of elsewhere: when `standings` is to be called."""
        if not self._stale:
            old, new = before.racers[event.player], race.racers[event.player]
            if old.done == new.done or not _figures_change(race, old, new):
                return None
            self._stale = True
        return self.standings_due()

    def _moved(self, before: Race, race: Race, event: e.Moved) -> None:
        self._outbox.tell(self._of(event.player), wire.moved(race, event))
        self.played(before, race, event)


def _wanted_pause(before: Race, event: e.Event) -> bool:
    """Whether a wish for a pause is gone because its racer's race has ended (R13)."""
    return isinstance(event, e.RacerEnded) and before.racers[event.player].wants_pause


def _figures_change(race: Race, old: Racer, new: Racer) -> bool:
    """Whether a racer's progress from `old` to `new` may change a figure of the standings: its own
    percentage, or a place."""
    bbbv = bbbv_of(race, new)
    if percent(old.done, bbbv) != percent(new.done, bbbv):
        return True
    low, high = old.done / bbbv, new.done / bbbv
    return any(
        low <= other.done / theirs <= high
        for other in race.racers.values()
        if other.player != new.player and (theirs := bbbv_of(race, other))
    )

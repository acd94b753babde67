"""One bot in one room, without any I/O: messages of the server go in, messages for it come out.

It gets ready, races, agrees to pauses, plays again, and holds nobody up. Times are milliseconds of
a monotonic clock that is handed in; `due_ms` says when to call `act`.
"""

from random import Random
from typing import Final, Literal

from protocol import messages as m
from server.bot.choice import Chooser, Tap
from server.bot.pace import pause_ms
from server.bot.shown import Shown

READY_MS: Final = 1_200
LOOK_AT_RESULTS_MS: Final = 3_000
AGAIN_MS: Final = 1_000
"""After a refusal that is about time."""
GIVE_UP_MS: Final = 8_000
"""So long it goes on when all people are done: nobody waits for a bot."""
ALONE_MS: Final = 20_000
"""So long it waits for people; a page that is loaded anew takes less."""

Errand = Literal["tap", "ready", "rematch", "give_up", "leave", "pause"]
_LATER: Final = frozenset({"too_fast", "busy", "frozen", "paused", "not_started"})


class Player:
    """A bot from its first `snapshot` on. `races`: so many and then it leaves, None: any number;
    `sociable`: it leaves a room without people."""

    def __init__(
        self, speed: m.BotSpeed, *, races: int | None = None, sociable: bool = False, seed: str = ""
    ) -> None:
        self.races_left = races
        self.leaving = False
        self.me = ""
        self.results: list[m.Results] = []
        """Of the races in which it took part; the last one only."""
        self._speed = speed
        self._sociable = sociable
        self._seed = seed
        self._luck = Random(seed)  # noqa: S311 - a pace, no secret
        self._room: m.RoomState | None = None
        self._due: dict[Errand, int] = {}
        self._race = ""
        self._shown: Shown | None = None
        self._chooser = Chooser(self._luck)
        self._tap: Tap | None = None
        self._n = 0
        self._going = False
        """Its own race is running."""
        self._paused = False
        self._wants_pause = False
        self._rivals: set[str] = set()
        """People who are still racing."""

    @property
    def due_ms(self) -> int | None:
        """When something is to be done; None: when something comes."""
        return min(self._due.values(), default=None)

    def hear(self, message: m.ServerMessage, now_ms: int) -> list[m.ClientMessage]:
        """What it says at once to a message of the server."""
        match message:
            case m.Welcome():
                self.me = message.player
            case m.Snapshot():
                self._due.clear()
                self._enter(message.room, now_ms)
                self._see(message.view, now_ms)
            case m.Room():
                self._enter(message.room, now_ms)
            case m.Countdown():
                self._see(message.view, now_ms)
            case m.Go() if self._shown is not None:
                self._shown.learn(message.cells)
                self._go_on(now_ms)
            case m.Moved() if self._shown is not None:
                self._shown.learn(message.cells, message.hit)
                self._tap = None
                self._go_on(now_ms + message.frozen_in_ms)
            case m.Rejected():
                self._refused(message, now_ms)
            case m.PauseState():
                self._pause(message, now_ms)
            case m.Ended():
                self._ended(message.standing.player, now_ms)
            case m.Results():
                self._over(message)
            case m.Aborted():
                self._stop()
            case _:
                pass
        return []

    def act(self, now_ms: int) -> list[m.ClientMessage]:
        """What it says because the time has come."""
        said: list[m.ClientMessage] = []
        for errand in [errand for errand, at_ms in self._due.items() if at_ms <= now_ms]:
            del self._due[errand]
            said += self._do(errand)
        return said

    # -- in the room --------------------------------------------------------------------------

    def _enter(self, room: m.RoomState, now_ms: int) -> None:
        """The room as it is now."""
        before, self._room = self._room, room
        if self.races_left == 0:
            return
        own = next((one for one in room.members if one.player == self.me), None)
        people = any(one.present and not one.bot for one in room.members)
        if people or not self._sociable:
            self._due.pop("leave", None)
        else:
            self._due.setdefault("leave", now_ms + ALONE_MS)
        if own is None:
            return
        if room.phase == "lobby" and not (own.watching or own.ready):
            self._due.setdefault("ready", now_ms + self._about(READY_MS))
        elif room.phase != "lobby":
            self._due.pop("ready", None)
        over = room.phase in ("finished", "aborted") and not own.watching
        if over and not people:
            # Where people are, one of them opens the next lobby: they may still be looking.
            self._due.setdefault("rematch", now_ms + LOOK_AT_RESULTS_MS)
        elif not over or people:
            self._due.pop("rematch", None)
        if before is not None and before.race != room.race:
            self._stop()

    def _do(self, errand: Errand) -> list[m.ClientMessage]:
        match errand:
            case "tap":
                return self._move()
            case "ready":
                return [m.Ready(ready=True)]
            case "rematch":
                return [m.Rematch()]
            case "give_up":
                return [m.GiveUp(race=self._race)] if self._going else []
            case "pause":
                return [m.Pause(race=self._race, want=self._wants_pause)] if self._going else []
            case "leave":
                return self._leave()

    def _leave(self) -> list[m.ClientMessage]:
        self.leaving = True
        self._due.clear()
        return [m.Leave()]

    def _about(self, ms: int) -> int:
        return round(ms * self._luck.uniform(0.5, 1.5))

    # -- in the race --------------------------------------------------------------------------

    def _see(self, view: m.RaceView | None, now_ms: int) -> None:
        """A race from its countdown on, or as it is after coming back."""
        self._stop()
        if view is None or view.own is None:
            return
        self._race, self._n = view.race, max(view.own.n, 0)
        self._shown = Shown(view)
        self._luck.seed(f"{self._seed}{view.race}{self.me}")
        self._chooser = Chooser(self._luck)
        members = [] if self._room is None else self._room.members
        bots = {one.player for one in members if one.bot}
        done = {line.player for line in view.standings if line.outcome is not None}
        self._rivals = set(view.racers) - bots - done - {self.me}
        self._paused = view.paused
        if view.phase == "running" and view.own.outcome is None:
            self._go_on(now_ms + view.own.frozen_in_ms)

    def _go_on(self, now_ms: int) -> None:
        """Think about the next tap, and make it after a while."""
        if self._shown is None:
            return
        self._going = True
        if self._tap is None:
            self._tap = self._chooser.next(self._shown)
        if self._tap is not None and not self._paused:
            self._due["tap"] = now_ms + pause_ms(self._speed, self._tap.thought, self._luck)

    def _move(self) -> list[m.ClientMessage]:
        if self._tap is None or not self._going or self._paused:
            return []
        self._n += 1
        return [m.Move(race=self._race, n=self._n, kind="open", cell=self._tap.cell)]

    def _refused(self, message: m.Rejected, now_ms: int) -> None:
        if message.code not in _LATER:
            return
        if message.re == "move" and self._going and not self._paused:
            self._due["tap"] = now_ms + AGAIN_MS
        elif message.re == "ready":
            self._due["ready"] = now_ms + AGAIN_MS
        elif message.re == "rematch":
            self._due["rematch"] = now_ms + AGAIN_MS
        elif message.re == "give_up":
            self._due["give_up"] = now_ms + AGAIN_MS
        elif message.re == "pause":
            self._due["pause"] = now_ms + AGAIN_MS

    def _pause(self, state: m.PauseState, now_ms: int) -> None:
        """It wants a pause when somebody does, and thinks on when the clock goes on (R13)."""
        was, self._paused = self._paused, state.paused
        if not self._going or state.race != self._race:
            return
        others = any(player in self._rivals for player in state.wanting)
        mine = self.me in state.wanting
        if not state.paused and others != mine:
            self._wants_pause = others
            self._due["pause"] = now_ms
        if state.paused:
            self._due.pop("tap", None)
        elif was:
            self._go_on(now_ms)

    def _ended(self, player: str, now_ms: int) -> None:
        if player == self.me:
            self._going = False
            self._due.pop("tap", None)
        elif player in self._rivals:
            self._rivals.discard(player)
            if not self._rivals and self._going:
                self._due["give_up"] = now_ms + GIVE_UP_MS

    def _over(self, results: m.Results) -> None:
        raced = any(row.player == self.me for row in results.rows)
        self._stop()
        if raced:
            self.results = [results]
            if self.races_left is not None:
                self.races_left -= 1
                if not self.races_left:
                    self._due = {"leave": 0}

    def _stop(self) -> None:
        """No race of its own goes on."""
        self._shown, self._tap, self._going, self._paused = None, None, False, False
        self._rivals = set()
        for errand in ("tap", "give_up", "pause"):
            self._due.pop(errand, None)

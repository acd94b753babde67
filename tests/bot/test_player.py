"""A bot in a room: gets ready, races, agrees to pauses, holds nobody up, leaves (R18)."""

from protocol import messages as m
from server.bot.pace import PACES
from server.bot.player import ALONE_MS, GIVE_UP_MS, Player
from tests.rooms.fakes import FakePeer, pid
from tests.rooms.world import World

BOT = 1


class Guest:
    """A bot at a fake connection: hears what its peer was sent, speaks when it is due."""

    def __init__(self, world: World, player: Player) -> None:
        self.world = world
        self.player = player
        self.said: list[m.ClientMessage] = []
        self.peer = FakePeer("")
        self._heard = 0
        self.come()

    def come(self) -> None:
        """Connect, for the first time or again."""
        self.peer, self._heard = self.world.enter(BOT, bot=True), 0
        self.player.hear(m.Welcome(version=1, player=pid(BOT), name="Bot"), self.world.clock.now_ms)
        self.listen()

    def listen(self) -> None:
        while self._heard < len(self.peer.got):
            message = self.peer.got[self._heard]
            self._heard += 1
            self._say(self.player.hear(message, self.world.clock.now_ms))

    def advance(self, ms: int) -> None:
        """Let time pass in the room and in the bot."""
        end = self.world.clock.now_ms + ms
        while True:
            self.listen()
            due = self.player.due_ms
            now = self.world.clock.now_ms
            if due is None or due > end:
                step = min(end - now, 1_000)
                if not step:
                    return
                self.world.advance(step)
                continue
            self.world.advance(max(0, min(due - now, 1_000)))
            if self.world.clock.now_ms >= due:
                self._say(self.player.act(self.world.clock.now_ms))

    def _say(self, messages: list[m.ClientMessage]) -> None:
        for message in messages:
            self.said.append(message)
            self.world.room.receive(self.peer, message)

    def told(self, kind: type[m.ClientMessage]) -> list[m.ClientMessage]:
        return [message for message in self.said if isinstance(message, kind)]


def phase_of(world: World) -> m.Phase:
    """Of the present race."""
    return world.room.race.phase


def meeting(player: Player | None = None) -> tuple[World, Guest]:
    """A person (0, the host) and a bot in a lobby."""
    world = World(m.Settings(bots=True))
    world.enter(0)
    return world, Guest(world, player or Player("fast"))


def racing(player: Player | None = None) -> tuple[World, Guest]:
    world, guest = meeting(player)
    guest.advance(3_000)
    world.say(0, m.Start(anyway=True))
    guest.advance(3_100)
    assert phase_of(world) == "running"
    return world, guest


def test_it_gets_ready_and_clears_a_board_that_needs_no_luck() -> None:
    world, guest = racing()
    assert guest.told(m.Ready) == [m.Ready(ready=True)]
    guest.advance(60_000)
    racer = world.room.race.racers[pid(BOT)]
    assert racer.outcome == "cleared"
    assert 3_000 < (racer.time_ms or 0) < 60_000
    assert {type(message) for message in guest.said} == {m.Ready, m.Move}


def test_speeds_differ() -> None:
    times = []
    for speed in PACES:
        world, guest = racing(Player(speed))
        guest.advance(240_000)
        times.append(world.room.race.racers[pid(BOT)].time_ms or 0)
    assert times == sorted(times, reverse=True)
    assert times[0] > 2 * times[2]


def test_r14_it_goes_on_after_coming_back() -> None:
    world, guest = racing()
    guest.advance(2_000)
    world.gone(BOT)
    guest.come()
    guest.advance(60_000)
    assert world.room.race.racers[pid(BOT)].outcome == "cleared"


def test_r13_it_wants_a_pause_when_somebody_does() -> None:
    world, guest = racing()
    guest.advance(1_000)
    world.say(0, m.Pause(race=world.room.race.id, want=True))
    guest.advance(1_000)
    assert world.room.race.paused_at is not None
    moves = len(guest.told(m.Move))
    guest.advance(20_000)
    assert len(guest.told(m.Move)) == moves
    world.say(0, m.Pause(race=world.room.race.id, want=False))
    guest.advance(60_000)
    assert world.room.race.racers[pid(BOT)].outcome == "cleared"


def test_r13_a_pause_that_nobody_wants_any_more_is_not_wanted_by_it() -> None:
    world, guest = racing()
    world.enter(2)
    state = m.PauseState(
        race=world.room.race.id,
        elapsed_ms=1,
        paused=False,
        resumes_in_ms=None,
        wanting=[pid(BOT)],
    )
    guest.player.hear(state, world.clock.now_ms)
    assert m.Pause(race=state.race, want=False) in guest.player.act(world.clock.now_ms)


def test_nobody_waits_for_it() -> None:
    world, guest = racing(Player("slow"))
    world.say(0, m.GiveUp(race=world.room.race.id))
    guest.advance(GIVE_UP_MS - 1_000)
    assert phase_of(world) == "running"
    guest.advance(2_000)
    assert phase_of(world) == "finished"
    assert world.room.race.racers[pid(BOT)].outcome == "gave_up"


def test_r10_it_waits_out_a_penalty() -> None:
    world, guest = racing()
    race = world.room.race
    mine = next(cell for cell in range(81) if race.board and race.board.mines >> cell & 1)
    moved = m.Moved(
        race=race.id,
        n=1,
        kind="open",
        cell=mine,
        elapsed_ms=1,
        cells=[],
        hit=[mine],
        flag=None,
        frozen_in_ms=10_000,
    )
    guest.player.hear(moved, world.clock.now_ms)
    assert (guest.player.due_ms or 0) > world.clock.now_ms + 10_000


def test_r2_it_makes_its_own_first_tap() -> None:
    world = World(m.Settings(bots=True, start="own"))
    world.enter(0)
    guest = Guest(world, Player("fast"))
    guest.advance(3_000)
    world.say(0, m.Start(anyway=True))
    guest.advance(6_000)
    assert world.room.race.racers[pid(BOT)].start is not None


def test_people_open_the_next_lobby_and_bots_only_where_there_are_none() -> None:
    world, guest = racing()
    guest.advance(60_000)
    world.say(0, m.GiveUp(race=world.room.race.id))
    guest.advance(30_000)
    assert phase_of(world) == "finished"
    world.say(0, m.Rematch())
    guest.advance(3_000)
    assert guest.told(m.Rematch) == []
    assert world.room.race.racers[pid(BOT)].ready
    world.say(0, m.Start())
    guest.advance(60_000)
    world.say(0, m.GiveUp(race=world.room.race.id))
    guest.listen()
    world.gone(0)
    guest.advance(6_000)
    assert guest.told(m.Rematch) == [m.Rematch()]
    assert phase_of(world) == "lobby"


def test_r18_a_sociable_bot_leaves_a_room_without_people() -> None:
    world, guest = meeting(Player("fast", sociable=True))
    world.gone(0)
    guest.advance(ALONE_MS - 1_000)
    # A page that is loaded anew.
    world.enter(0)
    guest.advance(ALONE_MS)
    assert guest.told(m.Leave) == []
    world.gone(0)
    guest.advance(ALONE_MS + 1_000)
    assert guest.told(m.Leave) == [m.Leave()]
    assert guest.player.leaving
    assert world.room.members.find(pid(BOT)) is None
    assert world.room.idle


def test_it_leaves_after_so_many_races() -> None:
    world, guest = racing(Player("fast", races=1))
    guest.advance(60_000)
    world.say(0, m.GiveUp(race=world.room.race.id))
    guest.advance(10)
    assert guest.player.leaving
    assert [row.outcome for row in guest.player.results[0].rows] == ["cleared", "did_not_finish"]


def test_a_race_that_is_broken_off_is_forgotten() -> None:
    world, guest = meeting()
    guest.advance(3_000)
    world.say(0, m.Start(anyway=True))
    guest.advance(1_000)
    world.say(0, m.CallOff())
    guest.advance(5_000)
    assert guest.told(m.Move) == []
    assert world.room.race.racers[pid(BOT)].ready


def test_what_came_too_early_is_said_again() -> None:
    player = Player("fast")
    for tag in ("ready", "rematch", "give_up", "pause"):
        player.hear(m.Rejected(code="too_fast", re=tag), 5)
    assert player.due_ms == 1_005
    other = Player("fast")
    other.hear(m.Rejected(code="not_a_player", re="ready"), 5)
    assert other.due_ms is None
    # Without a race there is nothing to give up and no pause.
    assert player.act(2_000) == [m.Ready(ready=True), m.Rematch()]

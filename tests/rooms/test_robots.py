"""Bots at the door, as hosts, and those that the server lends (R18)."""

from collections.abc import Collection, Sequence

from protocol import messages as m
from server.race.events import Finished, Joined
from server.records import Append, DropMember
from tests.rooms.fakes import pid
from tests.rooms.world import World

SLOW, OTHER = pid(7), pid(8)


class Kennel:
    """Two slow bots; who was sent is remembered."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.refusal: str | None = None

    def of(self, speed: m.BotSpeed) -> Sequence[tuple[str, str]]:
        return ((SLOW, "Tortue"), (OTHER, "Limace")) if speed == "slow" else ()

    def owns(self, player: str) -> bool:
        return player in (SLOW, OTHER)

    def sent_to(self, room: str) -> Collection[str]:
        return [player for code, player in self.sent if code == room]

    def send(self, room: str, player: str) -> str | None:
        if self.refusal is None:
            self.sent.append((room, player))
        return self.refusal


def members(world: World) -> dict[str, m.Member]:
    return {one.player: one for one in world.peers[0].last(m.Snapshot).room.members}


def test_r18_bots_stay_outside_unless_the_host_lets_them_in() -> None:
    world = World()
    world.enter(0)
    assert world.enter(1, bot=True).last(m.Rejected).code == "bots_not_allowed"
    assert world.code(0, m.Configure(settings=m.Settings(bots=True))) is None
    world.enter(1, bot=True)
    world.enter(0)
    assert [one.bot for one in members(world).values()] == [False, True]
    # Who is a member may come back, whatever the door says now.
    assert world.code(0, m.Configure(settings=m.Settings())) is None
    world.gone(1)
    world.enter(1, bot=True)
    assert world.answers[-1] is None


def test_r18_a_bot_may_enter_the_room_that_it_made() -> None:
    world = World()
    world.enter(0, bot=True)
    assert world.answers == [None]


def test_r15_r18_a_bot_is_host_only_where_nobody_else_is() -> None:
    world = World(m.Settings(bots=True))
    world.enter(1, bot=True)
    assert world.room.members.host == pid(1)
    world.enter(2, watch=True)
    assert world.room.members.host == pid(2)


def test_r18_the_log_of_a_race_says_who_is_a_bot() -> None:
    world = World(m.Settings(bots=True))
    world.enter(0)
    world.enter(1, bot=True)
    world.say(0, m.Start(anyway=True))
    world.advance(3_000)
    for number in (0, 1):
        world.say(number, m.GiveUp(race=world.room.race.id))
    facts = [
        fact for row in world.recorder.stored if isinstance(row, Append) for fact in row.events
    ]
    joined = [(fact.player, fact.bot) for fact in facts if isinstance(fact, Joined)]
    assert joined == [(pid(0), False), (pid(1), True)]
    (end,) = [fact for fact in facts if isinstance(fact, Finished)]
    assert {line.player: line.bot for line in end.placings} == dict(joined)
    told = world.peers[0].last(m.Results)
    assert {line.player: line.bot for line in told.rows} == dict(joined)


def test_r18_the_host_adds_a_bot_without_opening_the_door() -> None:
    kennel = Kennel()
    world = World(bots=kennel)
    world.enter(0)
    world.say(0, m.Lock(locked=True))
    assert world.code(0, m.AddBot(speed="slow")) is None
    assert kennel.sent == [(world.room.code, SLOW)]
    world.enter(7, "Tortue", bot=True)
    assert world.answers[-1] is None
    # The next one, and then there are none.
    assert world.code(0, m.AddBot(speed="slow")) is None
    assert kennel.sent[-1] == (world.room.code, OTHER)
    assert world.code(0, m.AddBot(speed="slow")) == "too_many_bots"
    assert world.code(0, m.AddBot(speed="fast")) == "bots_unavailable"


def test_r18_only_the_host_adds_bots_and_refusals_are_told() -> None:
    kennel = Kennel()
    world = World(bots=kennel)
    world.enter(0)
    world.enter(1)
    assert world.code(1, m.AddBot(speed="slow")) == "not_host"
    kennel.refusal = "bots_unavailable"
    assert world.code(0, m.AddBot(speed="slow")) == "bots_unavailable"
    assert world.room.members.invited == set()
    assert World().room.around.bots.send("ROOM", SLOW) == "bots_unavailable"


def test_r18_a_bot_whose_name_is_taken_is_passed_over() -> None:
    kennel = Kennel()
    world = World(bots=kennel)
    world.enter(0, "TORTUE")
    assert world.code(0, m.AddBot(speed="slow")) is None
    assert kennel.sent == [(world.room.code, OTHER)]


def test_r18_no_bot_takes_the_last_seat_that_is_none() -> None:
    world = World(bots=Kennel())
    for number in range(40, 40 + 32):
        world.enter(number)
    world.enter(0, watch=True)
    assert world.code(0, m.AddBot(speed="slow")) == "room_full"


def test_r18_a_bot_that_was_sent_away_can_be_added_again() -> None:
    kennel = Kennel()
    world = World(bots=kennel)
    world.enter(0)
    world.say(0, m.AddBot(speed="slow"))
    peer = world.enter(7, "Tortue", bot=True)
    assert world.code(0, m.Remove(player=SLOW)) is None
    assert peer.closed == (4410, "left")
    assert DropMember(room=world.room.code, player=SLOW) in world.recorder.stored
    kennel.sent.clear()
    assert world.enter(7, "Tortue", bot=True).last(m.Rejected).code == "bots_not_allowed"
    assert world.code(0, m.AddBot(speed="slow")) is None
    world.enter(7, "Tortue", bot=True)
    assert world.answers[-1] is None


def test_r15_r18_a_bot_that_is_sent_away_in_mid_race_is_placed_last_like_anybody() -> None:
    world = World(bots=Kennel())
    world.enter(0)
    world.say(0, m.AddBot(speed="slow"))
    world.peers[7] = world.enter(7, "Tortue", bot=True)
    for number in (0, 7):
        world.say(number, m.Ready(ready=True))
    world.say(0, m.Start())
    world.advance(3_000)
    assert world.code(0, m.Remove(player=SLOW)) is None
    world.say(0, m.GiveUp(race=world.room.race.id))
    rows = world.peers[0].last(m.Results).rows
    assert [(row.player, row.place, row.outcome) for row in rows] == [
        (pid(0), 1, "gave_up"),
        (SLOW, 2, "removed"),
    ]


def test_r18_bots_that_were_cut_off_come_back_with_the_people() -> None:
    kennel = Kennel()
    world = World(bots=kennel)
    world.enter(0)
    world.say(0, m.AddBot(speed="slow"))
    world.enter(7, "Tortue", bot=True)
    world.gone(7)
    kennel.sent.clear()
    world.gone(0)
    world.enter(0)
    assert kennel.sent == [(world.room.code, SLOW)]
    # It is on its way already.
    world.enter(1)
    assert len(kennel.sent) == 1

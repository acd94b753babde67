"""What members may ask, and who may ask it (R9, R15): each wish done or refused with its code."""

import pytest

from protocol import messages as m
from server.records import PutMember, PutPlayer, PutRoom
from tests.rooms.fakes import pid
from tests.rooms.world import World

HOST_WISHES: list[m.ClientMessage] = [
    m.Start(anyway=True),
    m.CallOff(),
    m.Configure(settings=m.Settings(level="hard")),
    m.Lock(locked=True),
    m.Publish(public=True),
    m.Remove(player=pid(0)),
    m.HandOver(player=pid(2)),
]


@pytest.mark.parametrize("wish", HOST_WISHES)
def test_r15_only_the_host_may(wish: m.ClientMessage) -> None:
    world = World()
    world.lobby(3)
    before, stored = world.room.race, len(world.recorder.stored)
    answers = world.say(1, wish)
    tag = str(type(wish).__struct_config__.tag)
    assert answers == [m.Rejected(code="not_host", re=tag)]
    assert world.room.race is before
    assert len(world.recorder.stored) == stored


def test_r15_when_the_owner_goes_the_room_does_not_hang() -> None:
    world = World()
    world.lobby(3)
    world.gone(0)
    assert world.peers[1].last(m.Room).room.host == pid(1)
    assert world.code(1, m.Start()) is None
    world.enter(0)
    assert world.peers[1].last(m.Room).room.host == pid(0)
    assert world.code(1, m.CallOff()) == "not_host"
    assert world.code(0, m.CallOff()) is None


def test_r15_neither_host_nor_anybody_removes_himself() -> None:
    world = World()
    world.lobby(2)
    assert world.code(0, m.Remove(player=pid(0))) == "not_on_yourself"
    assert world.code(0, m.HandOver(player=pid(0))) == "not_on_yourself"
    assert world.code(0, m.Remove(player=pid(9))) == "no_such_player"
    assert world.code(0, m.HandOver(player=pid(9))) == "no_such_player"


def test_r15_ownership_that_was_handed_over_is_stored() -> None:
    world = World()
    world.lobby(2)
    world.say(0, m.HandOver(player=pid(1)))
    state = world.peers[0].last(m.Room).room
    assert (state.owner, state.host) == (pid(1), pid(1))
    assert world.code(0, m.Start()) == "not_host"
    world.restart()
    world.enter(0)
    assert world.room.members.host == pid(0)
    world.enter(1)
    assert world.room.members.host == pid(1)


def test_r15_who_acts_as_host_cannot_take_the_room_from_its_owner() -> None:
    world = World()
    world.lobby(3)
    world.gone(0)
    assert world.code(1, m.Remove(player=pid(0))) == "not_on_owner"
    assert world.code(1, m.HandOver(player=pid(2))) == "not_owner"
    assert world.code(1, m.Remove(player=pid(2))) is None
    world.enter(0)
    assert world.room.members.host == world.stored_room().owner == pid(0)


def test_r9_the_host_starts_anyway_and_who_is_away_is_not_in_the_race() -> None:
    world = World()
    world.lobby(2)
    world.enter(2)
    assert world.code(0, m.Start()) == "not_all_ready"
    world.enter(3)
    world.gone(1)
    assert world.code(0, m.Start(anyway=True)) is None
    assert set(world.room.race.racers) == {pid(0), pid(2), pid(3)}
    watching = world.enter(1).last(m.Snapshot)
    assert watching.view.own is None
    assert not watching.room.members[1].watching


def test_nobody_to_race_changes_nothing() -> None:
    world = World()
    world.enter(0, watch=True)
    before = world.room.race
    assert world.code(0, m.Start(anyway=True)) == "nobody_to_race"
    assert world.room.race is before


def test_r9_auto_start_when_everyone_present_and_seated_is_ready() -> None:
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.enter(2, watch=True)
    phases = []
    for number in (0, 1):
        world.say(number, m.Ready(ready=True))
        phases.append(world.room.race.phase)
    assert phases == ["lobby", "countdown"]


@pytest.mark.parametrize("going", ["watch", "leave"])
def test_r9_auto_start_does_not_wait_for_who_goes(going: str) -> None:
    world = World(m.Settings(auto_start=True))
    world.enter(0)
    world.enter(1)
    world.say(0, m.Ready(ready=True))
    world.say(1, m.Leave() if going == "leave" else m.Seat(watch=True))
    assert list(world.room.race.racers) == [pid(0)]
    assert world.room.race.phase == "countdown"


def test_a_seat_is_left_and_taken_at_once_in_the_lobby() -> None:
    world = World()
    world.lobby(2)
    world.say(1, m.Seat(watch=True))
    assert list(world.room.race.racers) == [pid(0)]
    assert world.code(1, m.Ready(ready=True)) == "not_a_player"
    world.say(1, m.Seat(watch=False))
    assert not world.room.race.racers[pid(1)].ready
    rows = [row for row in world.recorder.stored if isinstance(row, PutMember)]
    assert [row.watching for row in rows if row.player == pid(1)] == [False, True, False]


def test_a_spectator_who_takes_a_seat_at_the_start_cannot_play() -> None:
    world = World()
    world.lobby(1)
    world.enter(1, watch=True)
    world.say(0, m.Start())
    world.say(1, m.Seat(watch=False))
    world.advance(3_000)
    assert world.peers[1].last(m.Go).cells == []
    assert world.move(1, 1, 0) == [m.Rejected(code="not_racing", re="move", n=1)]


def test_during_a_race_a_seat_holds_from_the_next_one() -> None:
    world = World()
    world.race(2, watchers=1)
    world.say(1, m.Seat(watch=True))
    world.say(2, m.Seat(watch=False))
    world.clear_board(1)
    world.say(0, m.GiveUp(race=world.room.race.id))
    world.say(0, m.Rematch())
    assert set(world.room.race.racers) == {pid(0), pid(2)}


def test_who_came_during_a_countdown_that_was_called_off_sits_in() -> None:
    world = World()
    world.lobby(1)
    world.say(0, m.Start())
    world.enter(1)
    assert set(world.room.race.racers) == {pid(0)}
    world.say(0, m.CallOff())
    assert set(world.room.race.racers) == {pid(0), pid(1)}
    assert world.peers[1].last(m.Aborted).reason == "called_off"
    assert world.peers[1].last(m.Room).room.phase == "lobby"


def test_r9_a_rematch_is_opened_by_any_player_who_is_ready_in_it() -> None:
    world = World()
    world.race(2, watchers=1)
    first = world.room.race.id
    assert world.code(1, m.Rematch()) == "rematch_too_early"
    world.clear_board(0)
    world.say(1, m.GiveUp(race=first))
    assert world.code(2, m.Rematch()) == "not_a_player"
    assert world.code(1, m.Rematch()) is None
    state = world.peers[0].last(m.Room).room
    assert (state.phase, state.last_race) == ("lobby", first)
    assert [member.ready for member in state.members] == [False, True, False]
    assert world.code(0, m.Rematch()) is None
    assert world.code(0, m.Start()) is None
    assert world.room.race.origin == "fresh"
    assert world.move(0, 1, 0)[0] == m.Rejected(code="not_started", re="move", n=1)


def test_r4_the_same_seed_again_is_the_hosts_wish_and_gives_the_same_board() -> None:
    world = World()
    world.race(2)
    board, seed = world.room.race.board, world.room.race.seed
    for number in (0, 1):
        world.say(number, m.GiveUp(race=world.room.race.id))
    assert world.code(1, m.Rematch(seed="same")) == "not_host"
    assert world.code(0, m.Rematch(seed="same")) is None
    assert world.peers[1].last(m.Room).room.settings.seed == seed
    assert world.code(0, m.Rematch(seed="same")) == "rematch_too_early"
    same = m.Settings(seed=seed, time_limit=False)
    assert world.code(0, m.Configure(settings=same)) is None
    world.say(0, m.Start(anyway=True))
    world.advance(3_000)
    assert world.room.race.board == board
    assert world.room.race.origin == "repeated"
    for number in (0, 1):
        world.say(number, m.GiveUp(race=world.room.race.id))
    assert not world.peers[0].last(m.Results).ranked
    world.say(1, m.Rematch())
    assert world.room.race.settings.seed is None


def test_r4_a_typed_seed_is_chosen() -> None:
    world = World()
    world.lobby(1)
    world.say(0, m.Configure(settings=m.Settings(seed="ab-c 1")))
    world.say(0, m.Start(anyway=True))
    assert (world.room.race.seed, world.room.race.origin) == ("ABC1", "chosen")


def test_settings_are_the_hosts_in_the_lobby_and_are_stored() -> None:
    world = World()
    world.lobby(1)
    custom = m.Settings(level="custom", columns=10, rows=10, mines=92)
    assert world.code(0, m.Configure(settings=custom)) == "settings_invalid"
    assert world.code(0, m.Configure(settings=m.Settings(seed="é"))) == "seed_invalid"
    world.say(0, m.Configure(settings=m.Settings(level="expert", columns=5)))
    settings = world.peers[0].last(m.Room).room.settings
    assert (settings.columns, settings.rows, settings.mines) == (30, 16, 60)
    world.restart()
    assert world.enter(0).last(m.Snapshot).room.settings == settings
    world.say(0, m.Start(anyway=True))
    assert world.code(0, m.Configure(settings=m.Settings())) == "not_in_lobby"


def test_a_name_is_changed_for_all_to_see_and_stored() -> None:
    world = World()
    world.lobby(2)
    assert world.code(1, m.Rename(name="player 0")) == "name_taken"
    assert world.code(1, m.Rename(name="\u202ex")) == "name_invalid"
    assert world.code(1, m.Rename(name=" PLAYER  1 ")) is None
    assert world.peers[0].last(m.Room).room.members[1].name == "PLAYER 1"
    row, member = world.recorder.stored[-2:]
    assert isinstance(row, PutPlayer)
    assert (row.player, row.name) == (pid(1), "PLAYER 1")
    assert row.token_hash == world.peers[1].token_hash
    assert isinstance(member, PutMember)
    assert (member.player, member.name) == (pid(1), "PLAYER 1")


def test_the_lock_is_stored() -> None:
    world = World()
    world.enter(0)
    world.say(0, m.Lock(locked=True))
    row = world.recorder.stored[-1]
    assert isinstance(row, PutRoom)
    assert row.locked
    count = len(world.recorder.stored)
    world.say(0, m.Lock(locked=True))
    assert len(world.recorder.stored) == count


def test_hello_and_create_do_not_belong_into_a_room() -> None:
    world = World()
    world.enter(0)
    assert world.code(0, m.Hello(version=1)) == "already_greeted"
    assert world.code(0, m.Create()) == "in_a_room"


def test_a_server_that_is_about_to_stop_begins_no_race() -> None:
    world = World()
    world.race(1)
    world.draining = True
    world.say(0, m.GiveUp(race=world.room.race.id))
    assert world.code(0, m.Rematch()) == "busy"
    world.draining = False
    world.say(0, m.Rematch())
    world.draining = True
    assert world.code(0, m.Start()) == "busy"

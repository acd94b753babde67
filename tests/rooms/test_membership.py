"""Coming and going (R14, R15): one connection a player, seats that are kept, locks, removals."""

from protocol import messages as m
from server.race.settings import MAX_RACERS
from server.records import DropMember, PutMember
from server.rooms.members import MAX_SPECTATORS
from tests.rooms.fakes import pid
from tests.rooms.world import World


def member(state: m.RoomState, number: int) -> m.Member:
    return next(member for member in state.members if member.player == pid(number))


def test_entering_is_answered_with_one_snapshot_and_told_to_the_others() -> None:
    world = World()
    owner = world.enter(0)
    owner.clear()
    friend = world.enter(1)
    assert friend.tags() == ["snapshot"]
    assert owner.tags() == ["room"]
    assert owner.last(m.Room).room == friend.last(m.Snapshot).room
    assert [member.player for member in friend.last(m.Snapshot).room.members] == [pid(0), pid(1)]


def test_r14_a_newer_connection_replaces_the_older_one_whose_late_end_changes_nothing() -> None:
    world = World()
    world.race(2)
    old = world.peers[1]
    new = world.enter(1)
    assert old.closed == (4409, "taken_over")
    world.room.gone(old)
    world.advance(200)
    assert world.room.audience.of(pid(1)) is new
    assert member(world.peers[0].last(m.Room).room, 1).present
    new.clear()
    world.room.receive(old, m.GiveUp(race=world.room.race.id))
    assert world.room.race.racers[pid(1)].outcome is None
    assert not new.frames


def test_r14_a_reload_returns_to_the_same_board_and_clock() -> None:
    world = World()
    world.race(2)
    board = world.room.race.board
    assert board is not None
    cell = (board.lone & -board.lone).bit_length() - 1
    world.move(1, 7, cell)
    world.gone(1)
    assert not member(world.peers[0].last(m.Room).room, 1).present
    world.advance(5_000)
    snapshot = world.enter(1).last(m.Snapshot)
    assert snapshot.view.elapsed_ms == 5_000
    assert snapshot.view.own.n == 7
    assert snapshot.view.own.grid[cell] == str(board.numbers[cell])
    assert world.room.race.racers[pid(1)].away_since is None


def test_a_duplicated_tab_is_not_a_second_player() -> None:
    world = World()
    world.enter(0)
    world.enter(0)
    assert len(list(world.room.members)) == 1
    assert len(world.room.race.racers) == 1


def test_r14_recovery_works_when_nothing_had_been_received_yet() -> None:
    world = World()
    world.recorder.held = True
    first = world.enter(0)
    world.room.gone(first)
    second = world.enter(0)
    world.recorder.commit()
    assert second.tags() == ["snapshot"]
    assert second.last(m.Snapshot).room.members[0].present


def test_r15_a_lock_keeps_strangers_out_and_lets_members_back() -> None:
    world = World()
    world.enter(0)
    world.enter(1)
    world.say(0, m.Lock(locked=True))
    world.gone(1)
    stranger = world.enter(2)
    assert stranger.last(m.Rejected) == m.Rejected(code="room_locked", re="hello")
    assert world.room.audience.of(pid(2)) is None
    assert world.room.members.known(pid(2)) is None
    assert world.enter(1).tags() == ["snapshot"]
    world.say(0, m.Lock(locked=False))
    assert world.enter(2).tags() == ["snapshot"]


def test_who_was_refused_does_not_listen() -> None:
    world = World()
    world.enter(0)
    world.say(0, m.Lock(locked=True))
    stranger = world.enter(2)
    stranger.clear()
    world.room.receive(stranger, m.Ready(ready=True))
    world.enter(0)
    assert not stranger.frames


def test_r15_a_removed_player_is_closed_cannot_come_back_and_blocks_nobody() -> None:
    world = World()
    world.lobby(2)
    world.enter(2)
    world.say(0, m.Remove(player=pid(2)))
    assert world.peers[2].closed == (4403, "forbidden")
    assert pid(2) not in world.room.race.racers
    again = world.enter(2)
    assert again.closed == (4403, "forbidden")
    assert not again.frames
    assert world.answers[-1] == "forbidden"
    assert world.code(0, m.Start()) is None
    world.restart()
    assert world.enter(2).closed == (4403, "forbidden")


def test_r15_removal_in_mid_race_is_an_outcome_of_its_own() -> None:
    world = World()
    world.race(2)
    world.say(0, m.Remove(player=pid(1)))
    assert world.room.race.racers[pid(1)].outcome == "removed"
    assert world.peers[0].last(m.Ended).standing.outcome == "removed"
    world.clear_board(0)
    assert [row.name for row in world.peers[0].last(m.Results).rows] == ["Player 0", "Player 1"]


def test_leaving_frees_the_seat_and_the_name() -> None:
    world = World()
    world.lobby(2)
    world.say(1, m.Leave())
    assert world.peers[1].closed == (4410, "left")
    assert list(world.room.race.racers) == [pid(0)]
    assert world.recorder.stored[-1] == DropMember(room=world.room.code, player=pid(1))
    assert world.enter(3, "Player 1").tags() == ["snapshot"]


def test_leaving_a_race_keeps_the_name_for_the_results_until_the_next_race() -> None:
    world = World()
    world.race(2)
    world.say(1, m.Leave())
    assert [member.player for member in world.peers[0].last(m.Room).room.members] == [pid(0)]
    world.clear_board(0)
    assert [row.name for row in world.peers[0].last(m.Results).rows] == ["Player 0", "Player 1"]
    drop = DropMember(room=world.room.code, player=pid(1))
    assert drop not in world.recorder.stored
    world.say(0, m.Rematch())
    assert drop in world.recorder.stored


def test_who_left_a_running_race_comes_back_as_spectator_of_it_not_with_a_new_life() -> None:
    world = World()
    world.race(2)
    world.say(1, m.Leave())
    back = world.enter(1)
    view = back.last(m.Snapshot).view
    assert view.own.outcome == "left"
    assert world.move(1, 1, 0) == [m.Rejected(code="already_ended", re="move", n=1)]


def test_late_joiners_watch_and_sit_in_at_the_next_race() -> None:
    world = World()
    world.race(1)
    late = world.enter(1)
    assert late.last(m.Snapshot).view.own is None
    assert world.move(1, 1, 0)[0] == m.Rejected(code="not_racing", re="move", n=1)
    world.clear_board(0)
    world.say(0, m.Rematch())
    assert set(world.room.race.racers) == {pid(0), pid(1)}


def test_32_seats_and_100_spectators() -> None:
    world = World()
    for number in range(MAX_RACERS):
        world.enter(number)
    refused = world.enter(500)
    assert refused.last(m.Rejected).code == "room_full"
    for number in range(MAX_SPECTATORS):
        assert world.enter(100 + number, watch=True).closed is None
    assert world.enter(501, watch=True).last(m.Rejected).code == "spectators_full"
    assert world.code(1, m.Seat(watch=True)) == "spectators_full"
    assert world.code(100, m.Seat(watch=False)) == "room_full"
    assert len(world.room.race.racers) == MAX_RACERS


def test_an_absent_member_gives_way_when_all_seats_are_taken() -> None:
    world = World()
    for number in range(MAX_RACERS):
        world.enter(number)
    world.gone(5)
    assert world.enter(500).tags() == ["snapshot"]
    assert pid(5) not in world.room.race.racers
    assert pid(500) in world.room.race.racers
    assert DropMember(room=world.room.code, player=pid(5)) in world.recorder.stored


def test_a_seat_in_a_running_race_is_kept_in_a_full_room() -> None:
    world = World()
    world.race(MAX_RACERS)
    world.gone(5)
    assert world.enter(500).last(m.Rejected).code == "room_full"
    assert world.enter(5).tags() == ["snapshot"]


def test_absent_racers_of_a_finished_race_give_way_and_stay_in_its_results() -> None:
    world = World()
    world.race(MAX_RACERS)
    for number in range(MAX_RACERS):
        world.say(number, m.GiveUp(race=world.room.race.id))
    world.gone(5)
    snapshot = world.enter(500).last(m.Snapshot)
    assert "Player 5" in [row.name for row in snapshot.results.rows]


def test_a_clash_of_names_refuses_a_stranger_but_never_a_member() -> None:
    world = World()
    world.race(2)
    assert world.enter(2, "PLAYER 1").last(m.Rejected).code == "name_taken"
    world.gone(1)
    assert world.enter(1, "Player 0").tags() == ["snapshot"]
    assert world.room.members.name_of(pid(1)) == "Player 1"
    world.enter(1, "Another")
    assert world.room.members.name_of(pid(1)) == "Another"


def test_r15_a_woken_room_has_the_names_that_it_knew() -> None:
    """One of them took the other's name in another room meanwhile."""
    world = World()
    world.lobby(2)
    world.restart()
    world.enter(0)
    snapshot = world.enter(1, "Player 0").last(m.Snapshot)
    assert [member.name for member in snapshot.room.members] == ["Player 0", "Player 1"]
    world.enter(1, "Somebody")
    world.restart()
    assert [member.name for member in world.stored_room().members] == ["Player 0", "Somebody"]


def test_watch_counts_for_those_who_are_new() -> None:
    world = World()
    world.enter(0)
    world.enter(0, watch=True)
    assert pid(0) in world.room.race.racers
    world.enter(1, watch=True)
    world.enter(1)
    assert pid(1) not in world.room.race.racers


def test_membership_is_stored() -> None:
    world = World()
    world.enter(0)
    assert world.recorder.stored[-2] == PutMember(
        room=world.room.code,
        player=pid(0),
        name="Player 0",
        colour=0,
        watching=False,
        removed=False,
        left=False,
    )


def test_a_reload_right_after_renaming_does_not_bring_the_old_name_back() -> None:
    world = World()
    world.lobby(2)
    world.say(1, m.Rename(name="Grace"))
    # The store was read before the renaming had got there.
    world.enter(1, "Player 1")
    assert world.peers[0].last(m.Room).room.members[1].name == "Grace"
    world.advance(10_001)
    world.enter(1, "Ada")
    assert world.peers[0].last(m.Room).room.members[1].name == "Ada"

"""A room's turns: stored before told, its one timer, waking, and what a bug may break."""

import logging

import pytest

from protocol import messages as m
from server.race.evolve import replay
from server.rooms import moving, wire
from tests.rooms.fakes import pid
from tests.rooms.world import World


def test_nothing_is_told_before_it_is_stored() -> None:
    world = World()
    world.race(2)
    world.recorder.held = True
    for peer in world.peers.values():
        peer.clear()
    world.clear_board(0)
    world.say(1, m.Move(race="B" * 10, n=1, kind="open", cell=0))
    assert not world.peers[0].frames
    assert not world.peers[1].frames
    world.recorder.commit()
    assert world.peers[0].tags()[-2:] == ["moved", "ended"]
    assert world.peers[1].tags()[-1] == "rejected"


def test_a_kill_forgets_nothing_that_was_told() -> None:
    world = World()
    world.race(2)
    race = world.room.race
    assert race.board is not None
    lone = [cell for cell in range(81) if race.board.lone >> cell & 1]
    world.move(0, 1, lone[0])
    told = world.peers[0].last(m.Moved)
    world.recorder.held = True
    world.move(0, 2, lone[1])
    world.restart()
    world.recorder.held = False
    grid = world.enter(0).last(m.Snapshot).view.own.grid
    assert grid[told.cell] != "."
    assert grid[lone[1]] == "."


def test_r9_countdown_go_and_moves() -> None:
    world = World()
    world.lobby(2)
    world.enter(2, watch=True)
    world.say(0, m.Start())
    for number in range(3):
        view = world.peers[number].last(m.Countdown).view
        assert view.go_in_ms == 3_000
        assert view.start == world.room.race.start
        assert view.commitment == world.room.race.commitment
        assert view.label == "guess_free"
        assert (view.own is None) == (number == 2)
    assert world.move(0, 1, 0) == [m.Rejected(code="not_started", re="move", n=1)]
    world.advance(2_999)
    assert "go" not in world.peers[0].tags()
    world.advance(1)
    assert world.peers[0].last(m.Go) == world.peers[1].last(m.Go)
    assert world.peers[0].last(m.Go).cells
    assert world.peers[2].last(m.Go).cells == []
    assert world.peers[0].tags().count("go") == 1


def test_a_move_is_told_to_its_mover_alone() -> None:
    world = World()
    world.race(2)
    for peer in world.peers.values():
        peer.clear()
    answer = world.move(0, 1, 0, "flag")
    assert isinstance(answer[0], m.Moved)
    assert world.peers[1].frames == []


def test_a_repeated_move_is_answered_with_a_snapshot_and_not_applied_again() -> None:
    world = World()
    world.race(2)
    world.move(0, 4, 0, "flag")
    before = world.room.race
    answer = world.move(0, 4, 0, "flag")
    assert [type(message) for message in answer] == [m.Snapshot]
    assert world.room.race is before
    assert world.move(0, 3, 1)[0] == answer[0]


def test_a_move_of_another_race_is_refused() -> None:
    world = World()
    world.race(1)
    first = world.room.race.id
    world.clear_board(0)
    world.say(0, m.Rematch())
    world.say(0, m.Start())
    world.advance(3_000)
    move = m.Move(race=first, n=1, kind="open", cell=0)
    assert world.code(0, move) == "stale_race"


def test_r11_the_end_comes_by_the_rooms_one_timer() -> None:
    world = World()
    world.race(2)
    world.advance(1_000)
    world.clear_board(0)
    assert world.peers[1].last(m.Ended).cutoff_in_ms == 30_000
    world.advance(29_999)
    assert world.room.race.phase == "running"
    world.advance(1)
    results = world.peers[1].last(m.Results)
    assert [(row.outcome, row.time_ms) for row in results.rows] == [
        ("cleared", 1_000),
        ("did_not_finish", 31_000),
    ]
    assert world.peers[1].last(m.Room).room.last_race == results.race
    assert world.timers.armed == {}


def test_r13_pause_is_told_to_all_and_moves_are_refused() -> None:
    world = World()
    world.race(2)
    race = world.room.race.id
    world.advance(500)
    world.say(0, m.Pause(race=race, want=True))
    assert world.peers[1].last(m.PauseState).wanting == [pid(0)]
    world.say(1, m.Pause(race=race, want=True))
    assert world.peers[0].last(m.PauseState).paused
    world.advance(60_000)
    assert world.move(0, 1, 0)[0] == m.Rejected(code="paused", re="move", n=1)
    world.say(1, m.Pause(race=race, want=False))
    assert world.peers[0].last(m.PauseState).resumes_in_ms == 3_000
    world.advance(3_000)
    state = world.peers[0].last(m.PauseState)
    assert (state.paused, state.elapsed_ms, state.wanting) == (False, 500, [])


def test_r15_a_sleeping_room_wakes_with_members_and_results() -> None:
    world = World()
    world.race(2)
    world.clear_board(0)
    world.say(1, m.GiveUp(race=world.room.race.id))
    results = world.peers[0].last(m.Results)
    world.restart()
    snapshot = world.enter(2).last(m.Snapshot)
    assert [member.player for member in snapshot.room.members] == [pid(0), pid(1), pid(2)]
    assert snapshot.results.boards == results.boards
    assert snapshot.room.last_race == results.race
    assert world.code(2, m.Rematch()) is None


def test_busy_is_answered_at_once_and_changes_nothing() -> None:
    world = World()
    world.race(1)
    world.recorder.full = world.recorder.held = True
    before = world.room.race
    assert world.move(0, 1, 0) == [m.Rejected(code="busy", re="move", n=1)]
    assert world.say(0, m.Lock(locked=True)) == [m.Rejected(code="busy", re="lock")]
    assert world.enter(1).last(m.Rejected) == m.Rejected(code="busy", re="hello")
    assert world.say(0, m.Ping()) == [m.Pong()]
    assert world.room.race is before
    assert world.recorder.waiting == 0


def test_the_log_replays_to_the_race_in_memory() -> None:
    world = World(m.Settings(mine_hit="penalty"))
    world.race(2)
    world.hit_mine(1)
    world.clear_board(0)
    world.advance(60_000)
    race = world.room.race
    assert race.phase == "finished"
    assert replay(world.stored_events(race.id)) == race


def test_a_bug_ends_the_race_and_is_told_and_other_rooms_live_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world, other = World(), World(salt="other")
    world.race(2)
    other.race(2)

    def broken(*_: object) -> object:
        raise ZeroDivisionError

    with monkeypatch.context() as patch, caplog.at_level(logging.ERROR):
        patch.setattr(moving, "plain", broken)
        world.move(0, 1, 0)
    assert world.room.code in caplog.text
    assert "Move(" in caplog.text
    assert world.peers[0].closed == (1011, "internal_error")
    assert world.peers[1].last(m.Aborted).reason == "server"
    assert world.peers[1].last(m.Room).room.phase == "aborted"
    assert isinstance(other.move(0, 1, 0, "flag")[0], m.Moved)
    world.enter(0)
    assert world.code(1, m.Rematch()) is None


def test_a_room_that_cannot_even_abort_is_given_up_with_its_log_intact(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = World()
    world.race(2)
    stored = list(world.recorder.stored)

    def broken(*_: object, **__: object) -> object:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(wire, "room_state", broken)
        world.say(0, m.Lock(locked=True))
    assert "given up" in caplog.text
    assert world.room.broken
    assert world.peers[0].closed == (1011, "internal_error")
    assert world.peers[1].closed == (1011, "internal_error")
    assert world.recorder.stored == stored
    world.restart()
    assert world.enter(1).last(m.Snapshot).room.phase == "running"


def test_idle_is_an_empty_room_without_race_and_with_everything_told() -> None:
    world = World()
    world.race(1)
    world.gone(0)
    in_the_race = world.room.idle
    world.advance(600_000)
    assert world.room.race.phase == "finished"
    assert (in_the_race, world.room.idle) == (False, True)
    world.recorder.held = True
    world.enter(0)
    world.gone(0)
    still_to_tell = world.room.idle
    world.recorder.commit()
    assert (still_to_tell, world.room.idle) == (False, True)

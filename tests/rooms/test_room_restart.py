"""What becomes of a race when the server is killed in the middle of it (R14)."""

from msgspec.structs import replace

from protocol import messages as m
from server.engine.cells import scan
from server.race import events as e
from server.rooms.registry import wake
from tests.rooms.fakes import FakePeer, pid
from tests.rooms.world import World


def test_r14_a_restart_in_mid_race_marks_it_and_the_clock_stood_still() -> None:
    world = World()
    world.race(2)
    world.advance(4_000)
    assert world.room.race.board is not None
    mine = next(scan(world.room.race.board.mines))
    world.move(0, 1, mine, "flag")
    world.restart()
    world.clock.now_ms += 300_000
    view = world.enter(1).last(m.Snapshot).view
    assert (view.phase, view.paused) == ("running", True)
    assert (view.elapsed_ms, view.resumes_in_ms) == (4_000, 5_000)
    assert world.room.race.interrupted
    view = world.enter(0).last(m.Snapshot).view
    assert view.own.grid[mine] == "F"
    assert (view.paused, view.elapsed_ms) == (False, 4_000)
    world.clear_board(0)
    world.say(1, m.GiveUp(race=world.room.race.id))
    assert not world.peers[0].last(m.Results).ranked
    went = [fact for fact in world.stored_events(world.room.race.id) if isinstance(fact, e.Went)]
    assert len(went) == 1


def test_r14_a_kill_takes_two_seconds_off_the_clock_at_the_most() -> None:
    world = World()
    world.race(2)
    world.advance(61_500)
    world.restart()
    world.clock.now_ms += 500_000
    assert 59_500 <= world.enter(1).last(m.Snapshot).view.elapsed_ms <= 61_500


def test_r14_a_restart_in_the_countdown_falls_back_to_the_lobby() -> None:
    world = World()
    world.lobby(2)
    world.say(0, m.Start())
    world.advance(1_000)
    world.restart()
    assert world.enter(0).last(m.Snapshot).room.phase == "lobby"
    assert world.room.race.commitment is None


def test_r14_who_does_not_come_back_after_a_restart_is_away() -> None:
    world = World(m.Settings(time_limit=False))
    world.race(2)
    world.restart()
    world.enter(0)
    world.advance(125_000)
    assert world.peers[0].last(m.Ended).standing == m.Standing(
        player=pid(1), place=1, progress=5, outcome="idle", time_ms=120_000, away=True
    )


def test_r14_a_race_that_nobody_comes_back_to_ends_and_has_results() -> None:
    world = World()
    world.race(2)
    world.clear_board(0)
    race = world.room.race.id
    world.restart()
    world.advance(599_999)
    held = world.room.idle
    world.advance(1)
    assert (held, world.room.idle) == (False, True)
    finished = world.stored_events(race)[-1]
    assert isinstance(finished, e.Finished)
    lines = [(line.player, line.outcome, line.time_ms) for line in finished.placings]
    assert lines == [(pid(0), "cleared", 0), (pid(1), "idle", 0)]


def test_r14_a_spectators_visit_does_not_set_the_clock_going() -> None:
    world = World()
    world.race(2, watchers=1)
    world.restart()
    world.enter(2)
    world.enter(9, watch=True)
    world.advance(60_000)
    view = world.enter(8, watch=True).last(m.Snapshot).view
    assert (view.paused, view.elapsed_ms, view.resumes_in_ms) == (True, 0, None)
    world.enter(1)
    assert world.peers[9].last(m.PauseState).resumes_in_ms == 5_000
    world.advance(5_000)
    state = world.peers[9].last(m.PauseState)
    assert (state.paused, state.elapsed_ms) == (False, 0)


def test_r14_r17_alone_one_goes_on_at_once_after_a_restart() -> None:
    world = World()
    world.race(1)
    world.restart()
    world.enter(0)
    assert isinstance(world.move(0, 1, 0, "flag")[0], m.Moved)


def test_r14_an_end_that_nobody_heard_of_is_told_with_the_rest() -> None:
    world = World()
    world.race(2)
    world.say(1, m.Leave())
    world.restart()
    row = world.enter(0).last(m.Snapshot).view.standings[1]
    assert (row.player, row.outcome, row.away) == (pid(1), "left", True)


def test_r15_who_left_in_mid_race_is_no_member_after_a_restart_either() -> None:
    world = World()
    world.race(3)
    world.say(1, m.Leave())
    for number in (0, 2):
        world.say(number, m.GiveUp(race=world.room.race.id))
    world.say(0, m.Lock(locked=True))
    world.restart()
    assert [person.player for person in world.room.members] == [pid(0), pid(2)]
    names = {row.player: row.name for row in world.enter(0).last(m.Snapshot).results.rows}
    assert names[pid(1)] == "Player 1"
    assert world.room.enter(FakePeer(pid(1)), "Player 1", watch=False) == "room_locked"
    world.say(0, m.Lock(locked=False))
    assert world.room.enter(FakePeer(pid(1)), "Player 1", watch=False) is None
    world.restart()
    assert len(list(world.room.members)) == 3


def test_r12_a_race_without_its_moves_is_shown_as_its_results_say() -> None:
    """They are dropped when they are old, and the room's newest race may be."""
    world = World()
    world.race(3)
    world.move(1, 1, 0, "flag")
    world.clear_board(0)
    for number in (1, 2):
        world.hit_mine(number)
    before = world.enter(1).last(m.Snapshot)
    stored = world.stored_room()
    facts = tuple(event for event in stored.events if not isinstance(event, e.Moved))
    world.room = wake(replace(stored, events=facts), world.around)
    after = world.enter(1).last(m.Snapshot)
    assert after.results == before.results
    lines = [replace(row, away=False) for row in after.view.standings]
    assert lines == before.view.standings
    # Not an untouched board: that would look like an older copy of the data put back.
    assert before.view.own.n == 2
    assert after.view.own is None

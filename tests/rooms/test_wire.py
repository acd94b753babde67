"""The projection to the wire: settings both ways, room, view, results (R1, R2, R4, R6)."""

import pytest

from protocol import messages as m
from server.engine.cells import scan
from server.engine.deal import commitment
from server.engine.levels import LEVELS
from server.rooms import wire
from server.rooms.wanted import race_settings
from tests.rooms.fakes import pid
from tests.rooms.world import World


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_l1_to_l6_sizes_come_from_the_level(level: object) -> None:
    world = World(m.Settings(level=level.id, columns=7, mines=3))  # type: ignore[attr-defined]
    told = wire.settings(world.room.race)
    known = LEVELS[told.level]
    assert (told.columns, told.rows, told.mines) == (known.columns, known.rows, known.mines)
    assert race_settings(told) == world.room.race.settings


def test_every_setting_reaches_the_race_and_comes_back() -> None:
    wanted = m.Settings(
        level="custom",
        columns=12,
        rows=8,
        mines=20,
        start="own",
        mine_hit="penalty",
        auto_start=True,
        time_limit=False,
        guess_free=False,
        seed="ABC",
    )
    assert wire.settings(World(wanted).room.race) == wanted


def test_there_is_no_view_before_the_deal() -> None:
    world = World()
    world.lobby(1)
    assert wire.view(world.room.race, pid(0), 0) is None
    assert world.enter(0).last(m.Snapshot).view is None


def test_the_own_grid_shows_openings_flags_and_hits() -> None:
    world = World(m.Settings(mine_hit="penalty"))
    world.race(1)
    race = world.room.race
    assert race.board is not None
    mines = list(scan(race.board.mines))
    world.move(0, 1, mines[0], "flag")
    world.move(0, 2, mines[1], "open")
    view = wire.view(world.room.race, pid(0), 3_000)
    assert view is not None
    assert view.own is not None
    opened = world.room.race.racers[pid(0)].play.opened
    for cell, mark in enumerate(view.own.grid):
        if cell == mines[0]:
            assert mark == "F"
        elif cell == mines[1]:
            assert mark == "*"
        else:
            shown = str(race.board.numbers[cell]) if opened >> cell & 1 else "."
            assert mark == shown
    assert view.own.frozen_in_ms == 10_000


def test_r2_with_own_first_taps_each_sees_his_own_start_and_results_show_all_boards() -> None:
    world = World(m.Settings(start="own"))
    world.race(3, watchers=1)
    assert world.peers[0].last(m.Countdown).view.start is None
    assert world.peers[0].last(m.Go).cells == []
    assert world.move(0, 1, 3, "flag")[0] == m.Rejected(code="first_tap_needed", re="move", n=1)
    taps = {0: 0, 1: 44}
    for number, cell in taps.items():
        moved = world.move(number, 2, cell)[0]
        assert isinstance(moved, m.Moved)
        assert moved.cells
    starts = [world.enter(number).last(m.Snapshot).view.start for number in range(4)]
    assert starts == [0, 44, None, None]
    for number in range(3):
        world.say(number, m.GiveUp(race=world.room.race.id))
    results = world.peers[3].last(m.Results)
    assert results.bbbv is None
    assert [(board.player, board.start) for board in results.boards] == [(pid(0), 0), (pid(1), 44)]
    assert all(len(board.mines) == 10 for board in results.boards)
    assert not results.ranked


def test_r4_results_open_the_commitment() -> None:
    world = World()
    world.race(1)
    world.say(0, m.GiveUp(race=world.room.race.id))
    results = world.peers[0].last(m.Results)
    view = world.peers[0].last(m.Countdown).view
    assert results.commitment == view.commitment == commitment(bytes.fromhex(results.key))
    assert len(results.boards[0].mines) == 10
    assert results.boards[0].start == view.start


def test_times_in_a_view_count_from_its_moment() -> None:
    world = World()
    world.race(2)
    world.advance(10_000)
    world.clear_board(0)
    world.advance(4_000)
    view = world.enter(1).last(m.Snapshot).view
    assert (view.elapsed_ms, view.cutoff_in_ms, view.go_in_ms) == (14_000, 26_000, None)
    assert view.standings[0].time_ms == 10_000
    world.restart()
    world.advance(9_000)
    paused = world.enter(2, watch=True).last(m.Snapshot).view
    assert (paused.paused, paused.elapsed_ms, paused.cutoff_in_ms) == (True, 14_000, 26_000)
    assert paused.wanting_pause == []

"""Standings at most ten a second, sent when a figure changes and at no other time; ends at once."""

from itertools import pairwise

import pytest

from protocol import messages as m
from protocol.codec import encode_server
from server.engine.cells import scan
from server.engine.play import NEW, open_cell
from server.engine.score import bbbv_done
from server.rooms import outbox as outbox_module
from tests.rooms.fakes import pid
from tests.rooms.world import World


def units(world: World, number: int) -> list[int]:
    """Lone numbers that the player can still open: 1 of 3BV each."""
    race = world.room.race
    assert race.board is not None
    return list(scan(race.board.lone & ~race.racers[pid(number)].play.opened))


def test_r7_standings_are_told_at_most_ten_times_a_second() -> None:
    world = World(m.Settings(level="expert"))
    world.race(2)
    world.advance(1_000)
    peer = world.peers[1]
    peer.clear()
    for n, cell in enumerate(units(world, 0)[:40], start=1):
        world.move(0, n, cell)
        world.advance(10)
    world.advance(200)
    told = [message for message in peer.got if isinstance(message, m.Standings)]
    times = [message.elapsed_ms for message in told]
    assert times[0] == 1_000
    assert len(told) >= 3
    assert min(b - a for a, b in pairwise(times)) >= 100
    assert told[-1].rows[0].progress == world.peers[0].last(m.Standings).rows[0].progress
    assert all(type(message) is m.Standings for message in peer.got)


def test_r7_standings_are_encoded_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.race(3, watchers=5)
    world.advance(1_000)
    encoded: list[m.ServerMessage] = []

    def counting(message: m.ServerMessage) -> bytes:
        encoded.append(message)
        return encode_server(message)

    monkeypatch.setattr(outbox_module, "encode_server", counting)
    world.move(0, 1, units(world, 0)[0])
    assert [type(message) for message in encoded] == [m.Moved, m.Standings]
    assert len({peer.frames[-1] for peer in world.peers.values()}) == 1


def test_standings_are_not_told_for_moves_that_change_no_figure() -> None:
    world = World()
    world.race(2)
    world.advance(1_000)
    peer = world.peers[1]
    peer.clear()
    for n in range(1, 20):
        world.move(0, n, 0, "flag")
        world.advance(150)
    assert peer.frames == []


def test_r12_an_overtaking_within_one_percent_is_told() -> None:
    world = World(m.Settings(level="marathon"))
    world.race(2)
    race = world.room.race
    assert race.board is not None
    assert race.board.bbbv > 150
    for number in (0, 1):
        world.move(number, 1, units(world, number)[0])
        world.advance(500)
    done = {0: 2, 1: 2}
    hidden_overtakings = 0
    for n in range(2, 80):
        mover = (n + 1) // 2 % 2
        before = world.peers[0].last(m.Standings).rows
        world.move(mover, n, units(world, mover)[0])
        world.advance(500)
        after = world.peers[0].last(m.Standings).rows
        done[mover] += 1
        if done[0] != done[1]:
            assert after[0].player == pid(0 if done[0] > done[1] else 1)
        percents = [{row.player: row.progress for row in rows} for rows in (before, after)]
        hidden_overtakings += percents[0] == percents[1] and before != after
    assert hidden_overtakings


def test_r11_an_end_is_told_at_once_and_everybody_hears_it() -> None:
    world = World()
    world.race(2, watchers=1)
    for peer in world.peers.values():
        peer.clear()
    world.hit_mine(0)
    for number in range(3):
        ended = world.peers[number].last(m.Ended)
        assert (ended.standing.player, ended.standing.outcome) == (pid(0), "out")
        assert ended.cutoff_in_ms is None
    assert world.peers[0].tags()[:2] == ["moved", "ended"]


def test_results_come_after_the_last_end_and_no_standings_after_them() -> None:
    world = World()
    world.race(2)
    world.hit_mine(0)
    world.hit_mine(1)
    world.advance(1_000)
    tags = world.peers[0].tags()
    assert tags[-3:] == ["ended", "results", "room"]


def test_going_away_and_coming_back_show_in_the_standings() -> None:
    world = World()
    world.race(2)
    world.advance(1_000)
    world.gone(1)
    away = {row.player: row.away for row in world.peers[0].last(m.Standings).rows}
    assert away == {pid(0): False, pid(1): True}
    world.advance(1_000)
    world.enter(1)
    assert not any(row.away for row in world.peers[0].last(m.Standings).rows)


def test_r10_a_penalty_is_told_to_its_player_alone() -> None:
    world = World(m.Settings(mine_hit="penalty"))
    world.race(2)
    world.advance(1_000)
    world.peers[1].clear()
    world.hit_mine(0)
    moved = world.peers[0].last(m.Moved)
    assert len(moved.hit) == 1
    assert moved.frozen_in_ms == 10_000
    assert world.peers[1].frames == []
    assert world.move(0, 2, 0)[0] == m.Rejected(code="frozen", re="move", n=2)


def test_a_shared_opening_is_the_move_zero_of_all() -> None:
    world = World()
    world.race(2)
    race = world.room.race
    assert race.board is not None
    start = race.start
    assert start is not None
    opened = open_cell(race.board, NEW, start).opened
    shown = {
        first + offset: digit
        for first, digits in world.peers[1].last(m.Go).cells
        for offset, digit in enumerate(digits)
        if digit != "."
    }
    assert shown == {cell: str(race.board.numbers[cell]) for cell in scan(opened)}
    assert race.racers[pid(1)].done == bbbv_done(race.board, opened)

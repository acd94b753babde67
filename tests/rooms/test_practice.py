"""Practice in a room (R17): who sits, hints that tell nothing hidden (R6), undo by a snapshot."""

import dataclasses
from random import Random

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.engine.board import Board
from server.engine.cells import scan
from server.race import events as e
from server.race.evolve import replay
from server.rooms.members import WISH_BURST
from server.workshop.tasks import Advised
from tests.fault.folding import fold
from tests.rooms.fakes import SlowWorkshop, pid
from tests.rooms.model import Client
from tests.rooms.pairs import Step
from tests.rooms.test_secrecy import pair
from tests.rooms.world import World

PAIRS = 60


def practising(settings: m.Settings | None = None, *, salt: str = "") -> World:
    """One who practises, and one who came to watch."""
    world = World(settings or m.Settings(practice=True), salt=salt)
    world.enter(0)
    world.enter(1)
    world.say(0, m.Ready(ready=True))
    assert world.code(0, m.Start()) is None
    world.advance(3_000)
    return world


def hint(world: World, number: int = 0) -> list[m.ServerMessage]:
    return world.say(number, m.Hint(race=world.room.race.id))


def undo(world: World, number: int = 0) -> list[m.ServerMessage]:
    return world.say(number, m.Undo(race=world.room.race.id))


def test_r17_who_comes_to_a_room_that_practises_watches() -> None:
    world = practising()
    assert list(world.room.race.racers) == [pid(0)]
    assert [one.watching for one in world.room.members] == [False, True]


def test_r17_whoever_comes_first_has_the_seat_and_others_may_take_one_in_other_rooms() -> None:
    world = World(m.Settings(practice=True))
    world.enter(0, watch=True)
    world.enter(1)
    assert [one.watching for one in world.room.members] == [True, False]
    free = World()
    free.lobby(2)
    assert [one.watching for one in free.room.members] == [False, False]


def test_r17_practice_does_not_start_with_two_seats_taken() -> None:
    world = World()
    world.lobby(2)
    world.say(0, m.Configure(settings=m.Settings(practice=True)))
    assert world.code(0, m.Start(anyway=True)) == "practice_alone"
    world.say(1, m.Seat(watch=True))
    assert world.code(0, m.Start(anyway=True)) is None


def test_r17_a_hint_is_for_the_racer_alone_and_stored_before_it_is_told() -> None:
    world = practising()
    world.recorder.held = True
    frames = len(world.peers[1].frames)
    assert hint(world) == []
    assert not any(isinstance(event, e.Hinted) for event in stored(world))
    world.recorder.held = False
    world.recorder.commit()
    told = world.peers[0].last(m.Hinted)
    (fact,) = [event for event in stored(world) if isinstance(event, e.Hinted)]
    assert (told.rule, told.numbers, told.safe, told.mined) == (
        fact.rule,
        fact.numbers,
        fact.safe,
        fact.mined,
    )
    assert len(world.peers[1].frames) == frames
    assert hint(world, 1) == [m.Rejected(code="not_racing", re="hint")]


def stored(world: World) -> list[e.Event]:
    return world.stored_events(world.room.race.id)


def test_r17_a_hint_is_right() -> None:
    world = practising()
    board = world.room.race.board
    assert board is not None
    for _ in range(200):
        world.advance(600)
        racer = world.room.race.racers[pid(0)]
        if racer.outcome is not None:
            break
        (told,) = hint(world)
        assert isinstance(told, m.Hinted)
        assert not any(board.mines >> cell & 1 for cell in told.safe)
        assert all(board.mines >> cell & 1 for cell in told.mined)
        assert all(racer.play.opened >> cell & 1 for cell in told.numbers)
        wanted: list[Step] = [("open", cell) for cell in told.safe]
        wanted += [("flag", cell) for cell in told.mined if not racer.play.flagged >> cell & 1]
        if told.cell is not None:
            assert told.rule == "odds"
            assert told.risk is not None
            wanted.append(("flag" if board.mines >> told.cell & 1 else "open", told.cell))
        for kind, cell in wanted:
            racer = world.room.race.racers[pid(0)]
            world.move(0, racer.n + 1, cell, kind)
    assert world.room.race.racers[pid(0)].outcome == "cleared"
    assert world.peers[0].last(m.Results).rows[0].hints > 3


def test_r17_undo_is_answered_with_the_board_of_before() -> None:
    world = practising()
    before = world.room.snapshot(pid(0)).view
    world.hit_mine(0)
    moved = world.peers[0].last(m.Moved)
    assert moved.stuck
    assert moved.hit
    assert hint(world) == [m.Rejected(code="stuck", re="hint")]
    (told, *_) = undo(world)
    assert isinstance(told, m.Snapshot)
    assert before is not None
    assert before.own is not None
    assert told.view is not None
    assert told.view.own == replace(before.own, n=1)
    assert undo(world) == [m.Rejected(code="nothing_to_undo", re="undo")]


def test_r14_r17_a_reload_and_a_restart_on_a_mine_show_the_same() -> None:
    world = practising()
    world.hit_mine(0)
    world.gone(0)
    world.enter(0)
    shown = world.peers[0].last(m.Snapshot).view.own
    assert shown.stuck
    assert "*" in shown.grid
    world.restart()
    assert world.enter(0).last(m.Snapshot).view.own == shown
    (told, *_) = undo(world)
    assert isinstance(told, m.Snapshot)
    assert told.view is not None
    assert told.view.own is not None
    assert not told.view.own.stuck


def test_r17_spectators_of_practice_get_numbers_alone() -> None:
    world = practising()
    world.hit_mine(0)
    undo(world)
    hint(world)
    world.advance(200)
    assert not {"moved", "hinted"} & set(world.peers[1].tags())


def slow(world: World) -> SlowWorkshop:
    """From now on the workshop of this room answers when it is told to."""
    workshop = SlowWorkshop()
    world.room.around = dataclasses.replace(world.room.around, workshop=workshop)
    return workshop


def test_r17_a_hint_that_takes_its_time_holds_nobody_up() -> None:
    world = practising()
    workshop = slow(world)
    assert hint(world) == []
    assert hint(world) == [m.Rejected(code="too_fast", re="hint")]
    assert isinstance(world.move(0, 1, 0, "flag")[0], m.Moved)
    world.move(0, 2, 0, "flag")
    workshop.work()
    # The answer was about another position: the present one is thought about, for one wish.
    assert len([event for event in stored(world) if isinstance(event, e.Hinted)]) == 1
    assert isinstance(world.peers[0].got[-1], m.Hinted)
    assert workshop.waiting == []


def test_r17_a_hint_that_comes_too_late_is_not_given() -> None:
    world = practising()
    workshop = slow(world)
    hint(world)
    world.hit_mine(0)
    workshop.work()
    assert world.peers[0].last(m.Rejected) == m.Rejected(code="stuck", re="hint")
    undo(world)
    hint(world)
    world.gone(0)
    workshop.work()
    assert not any(isinstance(event, e.Hinted) for event in stored(world))
    world.enter(0)
    hint(world)
    workshop.work()
    assert isinstance(world.peers[0].got[-1], m.Hinted)


def test_r17_a_search_without_result_has_cost_a_wish() -> None:
    world = practising()
    world.advance(60_000)
    workshop = slow(world)
    for _ in range(WISH_BURST // 2):
        hint(world)
        workshop.answer(Advised(rule=None))
        assert world.peers[0].got[-1] == m.Rejected(code="no_hint", re="hint")
        hint(world)
        workshop.fail()
        assert world.peers[0].got[-1] == m.Rejected(code="no_hint", re="hint")
    assert hint(world) == [m.Rejected(code="too_fast", re="hint")]


def frames(board: Board, start: int, steps: list[Step], salt: str) -> list[bytes]:
    """All that one who practises on this board is sent, asking for hints all the way."""
    shape = board.shape
    settings = m.Settings(
        level="custom",
        columns=shape.columns,
        rows=shape.rows,
        mines=board.mines.bit_count(),
        practice=True,
    )
    world = World(settings, salt=salt)
    world.enter(0)
    world.say(0, m.Ready(ready=True))
    world.say(0, m.Start())
    world.room.race = replace(world.room.race, board=board, start=start)
    world.advance(3_000)
    for kind, cell in steps:
        hint(world)
        world.move(0, world.room.race.racers[pid(0)].n + 1, cell, kind)
        world.advance(1_000)
    undo(world)
    hint(world)
    world.gone(0)
    return world.peers[0].frames + world.enter(0).frames


def test_r6_r17_hints_depend_on_what_is_seen_alone() -> None:
    rng = Random("hints")
    hints = undone = 0
    for number in range(PAIRS):
        board, twin, start, steps = pair(rng)
        first = frames(board, start, steps, str(number))
        assert first == frames(twin, start, steps, str(number))
        hints += sum(b'"t":"hinted"' in frame for frame in first)
        undone += any(b'"stuck":true' in frame for frame in first)
    assert hints > PAIRS
    assert undone > PAIRS // 10
    assert any(scan(twin.mines & ~board.mines))


@pytest.mark.parametrize("seed", range(6))
def test_r17_whatever_one_does_in_practice_the_picture_is_the_server_s(seed: int) -> None:
    rng = Random(f"practice {seed}")
    world = practising(m.Settings(practice=True, start=rng.choice(("shared", "own"))))
    client = Client()
    stuck = 0
    for _ in range(250):
        race = world.room.race
        racer = race.racers[pid(0)]
        if race.phase != "running":
            break
        deed = rng.choices(("move", "hint", "undo", "wait", "reload", "kill"), (60, 9, 9, 9, 2, 1))
        match deed[0]:
            case "move":
                kind: m.MoveKind = rng.choice(("open", "flag", "chord"))
                world.move(0, racer.n + rng.choice((1, 1, 1, 2, 0)), rng.randrange(81), kind)
            case "hint":
                hint(world)
            case "undo":
                undo(world)
            case "wait":
                world.advance(rng.choice((100, 700, 3_000)))
            case _ as way:
                world.restart() if way == "kill" else world.gone(0)
                world.enter(0)
                client = Client()
        for message in world.peers[0].got:
            client.learn(message)
        world.peers[0].clear()
        view = world.room.snapshot(pid(0)).view
        assert view is not None
        assert client.view is not None
        assert view.own is not None
        assert client.view.own is not None
        assert client.view.own.grid == view.own.grid
        stuck += view.own.stuck
    assert stuck
    log = stored(world)
    assert replay(log) == world.room.race
    assert fold(log).problems == []

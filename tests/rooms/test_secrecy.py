"""R6 as non-interference: what a player cannot know makes no byte of difference to what he is sent.

Two boards that agree on all that the viewer opens give byte-equal frames: moves, standings, ends,
pauses, snapshots after reloads and repeated moves, for the viewer and for spectators.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_server
from server.engine.board import Board, make_board
from server.engine.cells import Shape, scan, square
from server.race import events as e
from server.race.state import Race
from server.rooms import moving, wire
from server.rooms import room as rooms
from server.rooms.ports import Peer
from server.rooms.telling import Teller
from tests.rooms.pairs import SPECTATOR, VIEWER, Step, Story, twins, walk
from tests.rooms.world import World

pytestmark = pytest.mark.suite("secrecy")

PAIRS = 600
CHUNKS = 12
SIZES = ((9, 9, 10), (16, 10, 25), (9, 9, 16), (12, 8, 20))
SCENES = ("view", "view", "rival", "rival", "loses", "reload", "watch", "late", "repeat", "pause")

Frames = list[list[bytes]]


def pair(rng: Random) -> tuple[Board, Board, int, list[Step]]:
    """Two boards, their common start, and moves of the viewer that cannot tell them apart."""
    while True:
        columns, rows, count = rng.choice(SIZES)
        shape = Shape(columns, rows)
        start = rng.randrange(shape.size)
        free = [cell for cell in range(shape.size) if not square(shape, start) >> cell & 1]
        board = make_board(shape, sum(1 << cell for cell in rng.sample(free, count)))
        steps = walk(board, start, rng, rng.randint(0, 14), lose=rng.random() < 0.3)
        for _ in range(12):
            twin = twins(board, start, steps, rng)
            if twin is not None:
                return board, twin, start, steps


def told(rng: Random, salt: str) -> tuple[Frames, Frames]:
    """What viewer and spectators are sent in the same race on two such boards."""
    board, twin, start, steps = pair(rng)
    settings = m.Settings(
        level="custom",
        columns=board.shape.columns,
        rows=board.shape.rows,
        mines=board.mines.bit_count(),
        start="own" if rng.random() < 0.2 else "shared",
        mine_hit="penalty" if rng.random() < 0.4 else "out",
        time_limit=rng.random() < 0.7,
    )
    scenes = [(rng.choice(SCENES), rng.choice((0, 40, 100, 350))) for _ in range(30)]
    frames: list[Frames] = []
    for number, mines in enumerate((board, twin)):
        story = Story(mines, start, settings, salt, Random(salt) if number else None)
        play(story, scenes, steps, Random(f"{salt} rival {number}"))
        frames.append(story.frames())
    return frames[0], frames[1]


def play(
    story: Story, scenes: Sequence[tuple[str, int]], steps: Sequence[Step], rng: Random
) -> None:
    """Play the scenes in order, time passing between them; `rng` makes the rival's choices."""
    left = list(steps)
    for scene, pause_ms in scenes:
        match scene:
            case "view" if left:
                story.view(*left.pop(0))
            case "rival":
                story.rival(rng)
            case "loses" if not left:
                story.rival_loses(rng)
            case "reload":
                story.reload(VIEWER)
            case "watch":
                story.reload(SPECTATOR)
            case "late":
                story.late()
            case "repeat":
                story.repeat()
            case "pause" if pause_ms == 100:
                story.pause()
            case _:
                pass
        story.world.advance(pause_ms)
    while left:
        story.view(*left.pop(0))
    story.rival_loses(rng)
    story.world.advance(200)
    story.reload(VIEWER)
    assert story.world.room.race.phase == "running"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_r6_frames_depend_on_own_cells_and_released_numbers_alone(
    chunk: int, figures: dict[str, Any], suite_options: dict[str, int]
) -> None:
    rng = Random(f"pairs {chunk}")
    count = -(-suite_options.get("pairs", PAIRS) // CHUNKS)
    for number in range(count):
        first, second = told(rng, f"{chunk}-{number}")
        assert first == second
    figures["pairs"] = figures.get("pairs", 0) + count


def test_r6_the_pairs_reach_what_can_leak() -> None:
    rng = Random("coverage")
    frames = [frame for n in range(40) for peer in told(rng, str(n))[0] for frame in peer]
    messages = [decode_server(frame.decode()) for frame in frames]
    tags = {str(type(message).__struct_config__.tag) for message in messages}
    assert tags >= {"snapshot", "countdown", "go", "moved", "standings", "ended", "pause_state"}
    moved = [message for message in messages if isinstance(message, m.Moved)]
    assert any(move.hit for move in moved)
    assert any(move.frozen_in_ms for move in moved)
    assert any(move.flag for move in moved)
    assert any(move.kind == "chord" and move.cells for move in moved)
    snapshots = [message for message in messages if isinstance(message, m.Snapshot)]
    views = [snapshot.view for snapshot in snapshots if snapshot.view is not None]
    assert any(view.paused for view in views)
    assert any(view.own and view.own.outcome == "out" for view in views)
    assert any(view.own is None for view in views)


def test_r6_spectators_get_no_cell_before_the_results() -> None:
    world = World()
    world.race(2, watchers=1)
    world.clear_board(0)
    world.gone(2)
    again = world.enter(2)
    for message in [*world.peers[2].got, *again.got]:
        assert not isinstance(message, m.Moved | m.Results)
        if isinstance(message, m.Go):
            assert message.cells == []
        view = getattr(message, "view", None)
        assert view is None or view.own is None


def test_r4_key_and_fresh_seed_are_in_no_frame_before_the_results() -> None:
    world = World()
    world.race(2, watchers=1)
    key, seed = world.room.race.key, world.room.race.seed
    world.hit_mine(1)
    world.enter(3)
    for peer in world.peers.values():
        text = b"".join(peer.frames).decode()
        assert str(key) not in text
        assert str(seed) not in text
    world.clear_board(0)
    results = world.peers[1].last(m.Results)
    assert (results.key, results.seed) == (key, seed)


def test_r6_results_of_a_race_that_goes_on_cannot_be_made() -> None:
    world = World()
    world.race(2)
    with pytest.raises(ValueError, match="nothing may be revealed"):
        wire.results(world.room.race, str)


def _lowest_mine(race: Race) -> int:
    boards = [race.board, *(racer.board for racer in race.racers.values())]
    return next((next(scan(board.mines)) for board in boards if board is not None), 0)


def _mines_in_view(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = wire.view

    def leaky(race: Race, viewer: str | None, now_ms: int) -> m.RaceView | None:
        view = honest(race, viewer, now_ms)
        return None if view is None else replace(view, mines=_lowest_mine(race))

    monkeypatch.setattr(wire, "view", leaky)


def _mines_in_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = wire.told_standings

    def leaky(race: Race, rows: list[m.Standing], now_ms: int) -> m.Standings:
        return replace(honest(race, rows, now_ms), elapsed_ms=_lowest_mine(race))

    monkeypatch.setattr(wire, "told_standings", leaky)


def _tries_in_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """R5: how long a guess-free board was looked for depends on its mines."""
    honest = wire.view

    def leaky(race: Race, viewer: str | None, now_ms: int) -> m.RaceView | None:
        view = honest(race, viewer, now_ms)
        return None if view is None else replace(view, elapsed_ms=race.tries or 0)

    monkeypatch.setattr(wire, "view", leaky)


def _wrong_flags_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = wire._own

    def leaky(race: Race, racer: Any, now_ms: int) -> m.OwnPlay:
        own = honest(race, racer, now_ms)
        board = race.board or racer.board
        wrong = set() if board is None else set(scan(racer.play.flagged & ~board.mines))
        grid = "".join("f" if at in wrong else mark for at, mark in enumerate(own.grid))
        return replace(own, grid=grid)

    monkeypatch.setattr(wire, "_own", leaky)


def _moves_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: Teller, before: Race, race: Race, event: e.Moved) -> None:
        self._everybody(wire.moved(race, event))

    monkeypatch.setattr(Teller, "_moved", leaky)
    monkeypatch.setattr(rooms, "play", lambda *_: False)


def _plain_moves_told_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(room: rooms.Room, peer: Peer, wish: m.Move) -> bool:
        played = moving.play(room, peer, wish)
        if played:
            racer = room.race.racers[peer.player]
            opened = [(cell, "1") for cell in scan(racer.play.opened)]
            told = m.Moved(
                race=wish.race,
                n=wish.n,
                kind=wish.kind,
                cell=wish.cell,
                elapsed_ms=0,
                cells=opened,
                hit=[],
                flag=None,
                frozen_in_ms=0,
            )
            room.outbox.tell(room.audience.everybody, told)
            room.outbox.post()
        return played

    monkeypatch.setattr(rooms, "play", leaky)


def _standings_at_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Teller.played

    def leaky(self: Teller, before: Race, race: Race, event: e.Moved) -> int | None:
        honest(self, before, race, event)
        self._stale, self._told = True, []
        return self.standings_due()

    monkeypatch.setattr(Teller, "played", leaky)


MUTANTS: list[Callable[[pytest.MonkeyPatch], None]] = [
    _mines_in_view,
    _mines_in_a_time,
    _tries_in_a_view,
    _wrong_flags_marked,
    _moves_told_to_all,
    _plain_moves_told_to_all,
    _standings_at_every_move,
]


@pytest.mark.parametrize("mutant", MUTANTS)
def test_r6_a_leak_is_noticed(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    rng = Random("mutants")
    assert any(first != second for first, second in (told(rng, str(n)) for n in range(40)))

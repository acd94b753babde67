"""R6 in practice (R17): hints and mines taken back tell nothing but what follows from one's sight.

Pairs of boards as in `test_secrecy`, raced alone: hints are asked for all the way, mines are hit
and taken back, a spectator watches.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import decode_server
from server.engine.board import Board
from server.engine.cells import scan
from server.engine.play import Play
from server.engine.sight import Sight, sight_of
from server.race import events as e
from server.race.state import Race
from server.rooms import practice, wire
from tests.rooms.pairs import Step, keeping_secrets
from tests.rooms.test_secrecy import pair
from tests.rooms.world import World

pytestmark = pytest.mark.suite("secrecy")

PAIRS = 240
CHUNKS = 6


class Alone:
    """One race of practice on a given board."""

    def __init__(self, board: Board, start: int, salt: str) -> None:
        columns, rows = board.shape.columns, board.shape.rows
        mines = board.mines.bit_count()
        self.world = world = World(
            m.Settings(level="custom", columns=columns, rows=rows, mines=mines, practice=True),
            salt=salt,
        )
        self._kept = [world.enter(0), world.enter(1, watch=True)]
        world.say(0, m.Ready(ready=True))
        world.say(0, m.Start())
        race = replace(world.room.race, board=board, start=start)
        world.room.race = keeping_secrets(race, board)
        world.advance(3_000)

    def play(self, steps: list[Step], rng: Random) -> list[list[bytes]]:
        """All that is told meanwhile. `rng`: what is done between the moves."""
        world = self.world
        for number, (kind, cell) in enumerate(steps, 1):
            self._wonder(rng)
            world.move(0, number, cell, kind)
            world.advance(rng.choice((0, 50, 3_000)))
        self._wonder(rng)
        world.say(0, m.Undo(race=world.room.race.id))
        world.advance(3_000)
        world.move(0, len(steps), 0)
        self._wonder(rng)
        world.advance(3_000)
        self._wonder(rng)
        assert world.room.race.phase == "running"
        return [peer.frames for peer in self._kept]

    def _wonder(self, rng: Random) -> None:
        race = self.world.room.race.id
        for _ in range(rng.randint(0, 2)):
            self.world.say(0, m.Hint(race=race))
        if rng.random() < 0.1:
            self.world.gone(0)
            self._kept.append(self.world.enter(0))


def told(rng: Random, salt: str) -> tuple[list[list[bytes]], list[list[bytes]]]:
    """What is told in the same practice on two boards that look the same."""
    board, twin, start, steps = pair(rng)
    first = Alone(board, start, salt).play(steps, Random(salt))
    return first, Alone(twin, start, salt).play(steps, Random(salt))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_r6_r17_hints_depend_on_own_cells_alone(chunk: int, figures: dict[str, Any]) -> None:
    rng = Random(f"practice {chunk}")
    for number in range(PAIRS // CHUNKS):
        first, second = told(rng, f"{chunk}-{number}")
        assert first == second
    figures["pairs_of_practice"] = figures.get("pairs_of_practice", 0) + PAIRS // CHUNKS


def test_r17_the_pairs_reach_what_can_leak() -> None:
    rng = Random("coverage")
    frames = [frame for n in range(30) for peer in told(rng, str(n))[0] for frame in peer]
    messages = [decode_server(frame.decode()) for frame in frames]
    hints = [message for message in messages if isinstance(message, m.Hinted)]
    assert any(hint.rule == "odds" for hint in hints)
    assert any(hint.rule != "odds" and hint.safe for hint in hints)
    snapshots = [message for message in messages if isinstance(message, m.Snapshot)]
    assert any(shown.view and shown.view.own for shown in snapshots)
    codes = {message.code for message in messages if isinstance(message, m.Rejected)}
    assert codes >= {"stuck", "nothing_to_undo"}
    assert any(isinstance(message, m.Moved) and message.stuck for message in messages)


def _sees_one_cell_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(board: Board, play: Play) -> Sight:
        more = next(scan(board.safe & ~play.opened))
        return sight_of(board, Play(play.opened | 1 << more, play.flagged, play.exploded))

    monkeypatch.setattr(practice, "sight_of", leaky)


def _knows_a_mine(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = wire.hinted

    def leaky(race: Race, event: e.Hinted) -> m.Hinted:
        assert race.board is not None
        return replace(honest(race, event), cell=next(scan(race.board.mines)))

    monkeypatch.setattr(wire, "hinted", leaky)


@pytest.mark.parametrize("mutant", [_sees_one_cell_more, _knows_a_mine])
def test_r6_a_hint_that_knows_more_is_noticed(
    mutant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant(monkeypatch)
    rng = Random("mutants")
    assert any(first != second for first, second in (told(rng, str(n)) for n in range(40)))

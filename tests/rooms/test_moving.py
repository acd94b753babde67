"""The short turn of a plain move does what a whole turn would: the same rows, bytes and order."""

from random import Random

import pytest

from protocol import messages as m
from server.engine.cells import scan
from server.rooms import moving
from server.rooms import room as rooms
from tests.rooms.fakes import pid
from tests.rooms.world import World

SETTINGS = [
    m.Settings(level="expert"),
    m.Settings(level="beginner", mine_hit="penalty"),
    m.Settings(level="beginner", start="own"),
    m.Settings(level="beginner", time_limit=False),
]
KINDS: list[m.MoveKind] = ["open", "open", "open", "flag", "chord"]


def story(settings: m.Settings, seed: int) -> tuple[list[object], list[list[bytes]]]:
    """All rows and all frames of a race of three and a spectator, full of moves of every kind."""
    world, dice = World(settings), Random(seed)
    world.race(3, watchers=1)
    world.recorder.held = True
    numbers = [0, 0, 0]
    for _ in range(160):
        player = dice.randrange(3)
        racer = world.room.race.racers[pid(player)]
        board = world.room.race.board or racer.board
        cell = dice.randrange(81)
        if board is not None and dice.random() < 0.8:
            left = list(scan(board.safe & ~racer.play.opened)) or [cell]
            cell = dice.choice(left)
        kind = dice.choice(KINDS)
        numbers[player] += dice.random() < 0.95
        world.move(player, numbers[player] or 1, cell, kind)
        if dice.random() < 0.3:
            world.advance(dice.choice([1, 30, 100, 700, 2_500]))
        if dice.random() < 0.3:
            world.recorder.commit()
    world.recorder.commit()
    return list(world.recorder.stored), [peer.frames for peer in world.peers.values()]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("settings", SETTINGS)
def test_whole_and_short_turns_agree(
    settings: m.Settings, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = story(settings, seed)
    monkeypatch.setattr(rooms, "play", lambda *_: False)
    assert story(settings, seed) == short


def test_most_moves_take_the_short_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes: list[bool] = []

    def noting(*words: object) -> bool:
        outcomes.append(moving.play(*words))  # type: ignore[arg-type]
        return outcomes[-1]

    monkeypatch.setattr(rooms, "play", noting)
    story(SETTINGS[0], 0)
    assert outcomes.count(True) > 60
    assert False in outcomes

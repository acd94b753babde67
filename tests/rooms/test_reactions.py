"""Reactions: told to everybody at once, at most one a second, kept nowhere, of no use to cheats."""

import pytest

from protocol import messages as m
from protocol.codes import REACTION_KINDS
from tests.rooms.fakes import pid
from tests.rooms.world import World


def reactions(world: World, number: int) -> list[tuple[str, str]]:
    return [
        (told.player, told.kind) for told in world.peers[number].got if isinstance(told, m.Reaction)
    ]


@pytest.mark.parametrize("kind", REACTION_KINDS)
def test_everybody_sees_it_the_sender_and_watchers_too(kind: m.ReactionKind) -> None:
    world = World()
    world.race(2, watchers=1)
    assert world.code(1, m.React(kind=kind)) is None
    assert [reactions(world, number) for number in range(3)] == [[(pid(1), kind)]] * 3


def test_one_a_second_for_each_player() -> None:
    world = World()
    world.lobby(2)
    assert world.code(0, m.React(kind="wow")) is None
    assert world.code(1, m.React(kind="sad")) is None
    world.advance(999)
    assert world.code(0, m.React(kind="wow")) == "too_fast"
    world.advance(1)
    assert world.code(0, m.React(kind="hurry")) is None
    assert reactions(world, 1) == [(pid(0), "wow"), (pid(1), "sad"), (pid(0), "hurry")]


def test_coming_back_does_not_make_it_faster() -> None:
    world = World()
    world.lobby(2)
    world.say(0, m.React(kind="wow"))
    world.enter(0)
    assert world.code(0, m.React(kind="wow")) == "too_fast"


def test_nothing_is_stored_and_nothing_else_is_told() -> None:
    world = World()
    world.race(2)
    race, stored = world.room.race, len(world.recorder.stored)
    assert world.say(1, m.React(kind="laugh")) == [m.Reaction(player=pid(1), kind="laugh")]
    assert world.room.race is race
    assert len(world.recorder.stored) == stored


def test_it_waits_for_its_turn_behind_what_is_being_stored() -> None:
    """In order: who sees the joy has seen the move that it is about."""
    world = World()
    world.race(2)
    world.recorder.held = True
    world.say(0, m.GiveUp(race=world.room.race.id))
    world.say(0, m.React(kind="sad"))
    assert reactions(world, 1) == []
    world.recorder.commit()
    told = [type(one) for one in world.peers[1].got]
    assert told.index(m.Ended) < told.index(m.Reaction)

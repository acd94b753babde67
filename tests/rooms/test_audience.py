"""The audience: one connection a player, groups that keep who was there."""

from server.rooms.audience import Audience
from tests.rooms.fakes import FakePeer


def test_the_newest_connection_of_a_player_counts() -> None:
    audience, old, new = Audience(), FakePeer("A"), FakePeer("A")
    assert audience.enter(old) is None
    assert audience.enter(new) is old
    assert audience.everybody == (new,)
    assert audience.holds(new)
    assert not audience.holds(old)
    assert audience.of("A") is new
    assert audience.leave("A") is new
    assert audience.leave("A") is None
    assert not audience.everybody


def test_a_group_is_a_picture_of_its_moment() -> None:
    audience, a, b = Audience(), FakePeer("A"), FakePeer("B")
    audience.enter(a)
    before = audience.everybody
    audience.enter(b)
    assert before == (a,)
    assert audience.everybody == (a, b)


def test_racers_and_others() -> None:
    audience, a, b, c = Audience(), FakePeer("A"), FakePeer("B"), FakePeer("C")
    for peer in (a, b, c):
        audience.enter(peer)
    assert audience.split(["C", "A", "X"]) == ((a, c), (b,))

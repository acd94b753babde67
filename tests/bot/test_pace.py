"""Pauses of bots: faster and slower ones, never the same, longer before what is hard."""

from random import Random
from statistics import mean
from typing import get_args

from protocol.messages import BotSpeed
from server.bot.choice import Thought
from server.bot.pace import PACES, pause_ms


def average(speed: BotSpeed, thought: Thought) -> float:
    luck = Random(4)
    return mean(pause_ms(speed, thought, luck) for _ in range(300))


def test_every_speed_is_slower_than_the_next_one() -> None:
    assert list(PACES) == list(get_args(BotSpeed)) == ["slow", "medium", "fast"]
    for thought in ("known", "single", "pair", "enumeration", "count", "guess"):
        slow, medium, fast = (average(speed, thought) for speed in get_args(BotSpeed))
        assert slow > 1.5 * medium > 2.25 * fast


def test_what_is_hard_takes_longer_and_no_two_pauses_are_the_same() -> None:
    for speed in PACES:
        by_ease = [average(speed, t) for t in ("known", "single", "pair", "enumeration", "count")]
        assert by_ease == sorted(by_ease)
        assert len({pause_ms(speed, "single", Random(seed)) for seed in range(50)}) > 20
        assert min(pause_ms(speed, "known", Random(seed)) for seed in range(50)) >= 100

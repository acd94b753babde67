"""The look back at whole races: what was hit first, then guesses, as far as the work goes."""

from dataclasses import replace

import pytest

from server.engine.odds import Odds, odds
from server.engine.sight import Sight
from server.race import insight as looking
from server.race.evolve import BrokenLog
from server.race.insight import Insight, RacerInsight, insight
from tests.race.stories import running

RISKY = """
    3500 A open 5
    4000 A open 2
    4500 A open 28
    5000 A open 1
    9000 B gives_up
"""
"""5 is a guess (2 was certainly safe), 2 is not, 28 is certainly safe by then; 1 is a mine."""


def of(found: Insight, player: str) -> RacerInsight:
    return next(one for one in found.racers if one.figures.placing.player == player)


def test_a_death_is_explained_and_guesses_are_told() -> None:
    """G10; the moments stand in order of time."""
    found = insight(running().tell(RISKY).log)
    assert found.length_ms == 6_000
    a, b = of(found, "A"), of(found, "B")
    assert [(one.kind, one.n, one.at_ms, one.cell) for one in a.moments] == [
        ("needless", 1, 500, 5),
        ("hit", 4, 2_000, 1),
    ]
    assert (a.needless, a.needed, a.complete) == (2, 0, True)
    assert (b.needless, b.needed, b.complete, b.moments) == (0, 0, True, [])
    guess = a.moments[0]
    assert guess.safe is not None
    assert (guess.safe.cell, guess.safe.rule) == (2, "pair")


def test_moves_that_follow_are_no_guesses() -> None:
    """Whoever opens what was certain once, in any order and late, has guessed nothing."""
    story = running("A").tell("3500 A open 2\n3600 A open 3\n3700 A chord 12\n3800 A gives_up")
    (only,) = insight(story.log).racers
    assert [one.cell for one in only.moments] == [3]
    assert (only.needless, only.needed) == (0, 1)


def test_a_mine_can_be_hit_where_nothing_was_certain() -> None:
    (only,) = insight(running("A").tell("3500 A open 2\n3600 A open 1").log).racers
    (hit,) = only.moments
    assert (hit.kind, hit.safe, hit.mine) == ("hit", None, None)
    assert hit.lowest is not None
    assert hit.lowest.chance is not None
    assert hit.chance is not None
    assert hit.lowest.chance < hit.chance < 1
    assert (only.needless, only.needed) == (0, 1)


def test_g4_an_own_first_tap_is_no_guess() -> None:
    found = insight(
        running("A B", "own").tell("3500 A open 17\n4000 A gives_up\n4100 B gives_up").log
    )
    assert [one.moments for one in found.racers] == [[], []]
    assert all(one.complete for one in found.racers)


def test_r10_every_mine_of_a_race_with_penalties_is_a_moment() -> None:
    story = running("A", "penalty").tell("3500 A open 1\n13600 A open 20\n24000 A gives_up")
    (only,) = insight(story.log).racers
    assert [(one.kind, one.cell) for one in only.moments] == [("hit", 1), ("hit", 20)]
    assert only.needless == 2


def test_r17_any_number_of_mines_taken_back_takes_no_more_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else one player could keep the workshop from laying everybody's mines."""
    looked: list[Sight] = []

    def counted(sight: Sight) -> Odds | None:
        looked.append(sight)
        return odds(sight)

    monkeypatch.setattr(looking, "odds", counted)
    story = running("A", "practice")
    for n in range(40):
        story.tell(f"{3500 + 20 * n} A open 1\n{3510 + 20 * n} A undoes")
    story.tell("9000 A gives_up")
    (only,) = insight(story.log, work=50).racers
    assert 1 <= len(only.moments) < 10
    assert len(looked) < 10
    assert not only.complete


def test_the_work_is_bounded_and_the_death_comes_first() -> None:
    log = running().tell(RISKY).log
    a = of(insight(log, work=0), "A")
    assert [one.kind for one in a.moments] == ["hit"]
    assert (a.complete, a.needless) == (False, 0)
    assert of(insight(log, work=0), "B").complete, "there was nothing to judge"
    assert insight(log) == insight(log)


def test_many_moments_are_counted_and_some_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "MOMENTS", 1)
    a = of(insight(running().tell(RISKY).log), "A")
    assert [one.kind for one in a.moments] == ["hit"]
    assert a.needless == 2


def test_a_position_past_the_cap_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "odds", lambda _: None)
    a = of(insight(running().tell(RISKY).log), "A")
    assert [one.kind for one in a.moments] == ["hit"]
    assert (a.complete, a.needless, a.needed) == (False, 0, 0)


def test_crowded_positions_take_more_work_than_their_numbers_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else one race of them could keep the workshop busy for minutes."""
    log = running().tell(RISKY).log
    assert of(insight(log, work=1_000), "A").complete

    def crowded(sight: Sight) -> Odds | None:
        found = odds(sight)
        return found and replace(found, work=8_000)

    monkeypatch.setattr(looking, "odds", crowded)
    a = of(insight(log, work=1_000), "A")
    assert (a.complete, len(a.moments)) == (False, 1)
    monkeypatch.setattr(looking, "odds", lambda _: None)
    assert not of(insight(log, work=1_000), "A").complete


def test_r6_a_race_that_goes_on_is_not_looked_back_at() -> None:
    with pytest.raises(BrokenLog):
        insight(running().tell("4000 A open 1").log)

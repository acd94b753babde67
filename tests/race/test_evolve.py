"""`evolve` applies facts and never judges; a log makes its race anew (R3)."""

from typing import get_args

import pytest

from server.race import events as e
from server.race import evolve as module
from server.race.evolve import BrokenLog, evolve, follow, replay
from tests.race.stories import running, settings_of


def test_every_event_has_its_change() -> None:
    assert {e.Created, e.Moved, *module._CHANGES} == set(get_args(e.Event))


def test_a_log_begins_with_created_and_has_no_second() -> None:
    created = e.Created(at=0, race="RACE", settings=settings_of("small"))
    with pytest.raises(BrokenLog, match="no events"):
        replay([])
    with pytest.raises(BrokenLog, match="begins with Joined"):
        replay([e.Joined(at=0, player="A")])
    with pytest.raises(BrokenLog, match="Created inside"):
        replay([created, created])


def test_each_event_counts_and_dates_the_race() -> None:
    story = running("A")
    for length in range(1, len(story.log) + 1):
        race = replay(story.log[:length])
        assert (race.seq, race.at) == (length, story.log[length - 1].at)


def test_r3_a_fact_is_applied_whatever_the_rules_would_say() -> None:
    # Cell 5 is a zero, yet the fact says that only it opened; a later ruleset may say so.
    race = running("A").race
    moved = e.Moved(at=3100, player="A", n=9, kind="open", cell=5, opened=[5, 1], done=1)
    racer = evolve(race, moved).racers["A"]
    assert racer.play.opened == race.racers["A"].play.opened | 1 << 5
    assert (racer.n, racer.clicks, racer.done_at_ms) == (9, 1, 0)


def test_r3_mines_come_from_the_facts_not_from_the_key() -> None:
    log = running("A").log
    dealt = next(event for event in log if isinstance(event, e.Dealt))
    other = e.Dealt(
        at=dealt.at,
        ruleset=77,
        seed="X",
        origin="chosen",
        key=dealt.key,
        start=0,
        mines=[39, 1],
        date_ms=5,
    )
    race = replay([other if event is dealt else event for event in log])
    assert race.board is not None
    assert race.board.mines == 1 << 39
    assert (race.ruleset, race.seed, race.origin, race.date_ms) == (77, "X", "chosen", 5)


def test_the_race_given_is_not_changed() -> None:
    story = running("A B")
    before = story.race
    racers = dict(before.racers)
    after = follow(
        before, [e.Moved(at=3100, player="A", n=1, kind="flag", cell=1, flag=True, done=1)]
    )
    assert dict(before.racers) == racers
    assert after.racers["B"] is before.racers["B"]
    assert after.board is before.board


def test_r13_a_resume_without_a_pause_shifts_nothing() -> None:
    race = running("A").race
    after = evolve(race, e.Resumed(at=4000))
    assert (after.paused_ms, after.racers["A"].moved_at) == (0, 3000)


def test_r14_r16_an_interruption_and_an_abort_are_marked() -> None:
    story = running("A").tell(
        "4000 interrupt -> interrupted, went_away A, paused\n5000 abort -> aborted server"
    )
    race = story.race
    assert race.interrupted
    assert (race.phase, race.abort_reason, race.ended_at) == ("aborted", "server", 5000)
    assert race.placings == ()
    assert not race.ranked

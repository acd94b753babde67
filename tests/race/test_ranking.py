"""Places, live and final alike (R7, R12), and what may count for best times (R16)."""

import pytest
from msgspec.structs import replace

from server.race.events import Moved
from server.race.evolve import replay
from server.race.ranking import Standing, placings, ranked, standings
from server.race.state import Race, Racer
from tests.race.stories import lobby, running


def race_of(*racers: Racer) -> Race:
    """The story's race with these racers on its board of 3BV 8."""
    return replace(running("A").race, racers={racer.player: racer for racer in racers})


def places(race: Race) -> list[tuple[int, str]]:
    return [(row.place, row.player) for row in standings(race)]


def test_r12_ties_share_a_place_1_2_2_4() -> None:
    race = race_of(
        Racer(player="A", outcome="cleared", time_ms=9000, done=8),
        Racer(player="B", outcome="cleared", time_ms=7000, done=8),
        Racer(player="C", outcome="cleared", time_ms=9000, done=8),
        Racer(player="D", outcome="cleared", time_ms=9001, done=8),
    )
    assert places(race) == [(1, "B"), (2, "A"), (2, "C"), (4, "D")]


def test_r12_the_others_by_progress_then_by_when_they_reached_it() -> None:
    race = race_of(
        Racer(player="A", outcome="out", time_ms=100, done=3, done_at_ms=90),
        Racer(player="B", done=5, done_at_ms=80),
        Racer(player="C", outcome="left", time_ms=500, done=3, done_at_ms=70),
        Racer(player="D", outcome="idle", time_ms=600, done=3, done_at_ms=90),
        Racer(player="E", outcome="cleared", time_ms=99_000, done=8, done_at_ms=99_000),
        Racer(player="F", outcome="gave_up", time_ms=1, done=1),
    )
    assert places(race) == [(1, "E"), (2, "B"), (3, "C"), (4, "A"), (4, "D"), (6, "F")]


def test_r12_when_the_race_ended_for_somebody_does_not_matter() -> None:
    race = race_of(
        Racer(player="A", outcome="out", time_ms=100, done=3, done_at_ms=90),
        Racer(player="B", outcome="gave_up", time_ms=9_000, done=3, done_at_ms=90),
    )
    assert places(race) == [(1, "A"), (1, "B")]


def test_r7_progress_is_the_share_of_the_3bv_rounded_down() -> None:
    race = race_of(*(Racer(player=f"P{done}", done=done) for done in range(9)))
    assert [row.progress for row in standings(race)] == [100, 87, 75, 62, 50, 37, 25, 12, 0]


def test_r2_r12_shares_of_different_boards_are_compared_exactly() -> None:
    story = lobby("A B C", "own").tell(
        "0 start\n3000 tick\n3100 A open 17\n3100 B open 20\n3200 A open 28\n3200 B open 39"
    )
    race = story.race
    shares = {
        name: racer.done / racer.board.bbbv if racer.board else 0.0
        for name, racer in race.racers.items()
    }
    rows = standings(race)
    assert [row.player for row in rows] == sorted("ABC", key=lambda name: -shares[name])
    assert rows[-1] == Standing("C", 3, 0, None, None, away=False)


def test_r14_standings_show_who_is_away_and_who_has_ended() -> None:
    story = running("A B C").tell("3500 away A\n4000 B open 1\n4000 leave C")
    assert standings(story.race) == [
        Standing("A", 1, 12, None, None, away=True),
        Standing("B", 1, 12, "out", 1000, away=False),
        Standing("C", 1, 12, "left", 1000, away=False),
    ]


def test_r12_in_the_lobby_all_are_first_with_nothing() -> None:
    assert standings(lobby("A B").race) == [
        Standing("A", 1, 0, None, None, away=False),
        Standing("B", 1, 0, None, None, away=False),
    ]
    assert standings(lobby("").race) == []


def test_r12_r16_placings_hold_the_final_figures() -> None:
    story = running("A B C").tell(
        """
        3100 A flag 1
        3200 A flag 0
        3300 A chord 8    ; two flags around a 1: nothing
        3400 A open 5
        3500 leave C
        4000 B clears
        35000 tick
        """
    )
    lines = story.race.placings
    assert [(line.player, line.place, line.outcome) for line in lines] == [
        ("B", 1, "cleared"),
        ("A", 2, "did_not_finish"),
        ("C", 3, "left"),
    ]
    b, a, c = lines
    assert (b.time_ms, b.progress, b.bbbv, b.bbbv_done, b.clicks) == (1000, 100, 8, 8, 8)
    assert (a.time_ms, a.progress, a.bbbv_done, a.clicks) == (31_000, 25, 2, 4)
    assert (a.flags_right, a.flags_wrong) == (1, 1)
    assert (c.time_ms, c.progress, c.clicks) == (500, 12, 0)
    assert list(lines) == placings(story.race)


def test_r12_a_finished_race_has_its_places_without_its_moves_too() -> None:
    story = running("A B C").tell(
        "3100 A open 5\n3200 B open 0\n3300 A gives_up\n3400 B gives_up\n3500 C clears"
    )
    facts = [event for event in story.log if not isinstance(event, Moved)]
    assert standings(replay(facts)) == standings(story.race)
    assert [row.place for row in standings(story.race)] == [1, 2, 3]


def test_r2_a_racer_without_a_first_tap_has_no_3bv() -> None:
    story = running("A", "own").tell("3100 A gives_up")
    (line,) = story.race.placings
    assert (line.bbbv, line.bbbv_done, line.progress, line.flags_right, line.flags_wrong) == (
        0,
        0,
        0,
        0,
        0,
    )


@pytest.mark.parametrize(
    ("settings", "start", "then", "counts"),
    [
        ("beginner", "start", "", True),
        ("beginner no_limit auto", "start", "", True),
        ("beginner", "start chosen", "", False),
        ("beginner", "start repeated", "", False),
        ("beginner own", "start", "3050 A open 3", False),
        ("beginner penalty", "start", "", False),
        ("small", "start", "", False),
        ("beginner", "start", "3100 A pause\n3200 A resume", False),
        ("beginner", "start", "3100 interrupt\n3200 back A", False),
        ("beginner", "start", "3100 away A\n3200 back A", True),
    ],
)
def test_r16_r4_what_may_count_for_public_best_times(
    settings: str, start: str, then: str, counts: bool
) -> None:
    story = lobby("A", settings).tell(f"0 {start}\n3000 tick\n{then}\n9000 A clears")
    assert story.race.phase == "finished"
    assert story.race.ranked is counts is ranked(story.race)

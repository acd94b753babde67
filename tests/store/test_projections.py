"""What is counted from a log, without any store; golden logs give the rows they always gave."""

import json
from pathlib import Path

import msgspec
import pytest

from server.race.events import Aborted, Configured, Created, Dealt, Event, Went, decode_event
from server.race.settings import RaceSettings
from server.records import ResultRow
from server.store import projections
from tests.store.played import DAY_MS, NOON_MS, finished, placing, settings

GOLDEN = sorted(Path(__file__).with_name("golden").glob("*.jsonl"))


def test_r16_level_of_a_custom_size_names_the_size() -> None:
    custom = RaceSettings(level="custom", columns=100, rows=60, mines=900)
    assert projections.level_of(custom) == "custom:100x60x900"
    assert projections.level_of(settings("hard")) == "hard"


def test_levels_sort_as_the_game_lists_them() -> None:
    levels = ["custom:9x9x9", "marathon", "expert", "custom:10x9x9", "beginner", "hard"]
    assert sorted(levels, key=projections.level_key) == [
        "beginner",
        "hard",
        "expert",
        "marathon",
        "custom:10x9x9",
        "custom:9x9x9",
    ]


def test_the_settings_and_the_deal_that_count_are_the_last_ones() -> None:
    whole = finished("R1", placing("A"), date_ms=5).events
    created, joined, dealt, *rest = whole
    assert isinstance(dealt, Dealt)
    called_off = msgspec.structs.replace(dealt, date_ms=1)
    changed = Configured(at=1, settings=settings("expert"))
    (row,) = projections.result_rows(
        "ROOM", "R1", [created, joined, called_off, changed, dealt, *rest]
    )
    assert (row.level, row.date_ms) == ("expert", 5)


@pytest.mark.parametrize("end", [Went(at=9), Aborted(at=9, reason="server")])
def test_r16_only_finished_races_have_rows(end: Event) -> None:
    events = [Created(at=0, race="R1", settings=settings()), end]
    assert projections.result_rows("ROOM", "R1", events) == []


def test_r17_practice_counts_nowhere() -> None:
    practice = msgspec.structs.replace(settings(), practice=True)
    events = finished("R1", placing("A"), ranked=False, played=practice).events
    assert projections.result_rows("ROOM", "R1", events) == []


@pytest.mark.parametrize(("day", "monday"), [(0, -2), (1, -2), (-2, -2), (-3, -9), (4, -2), (5, 5)])
def test_r16_a_week_is_monday_to_sunday_in_utc(day: int, monday: int) -> None:
    """Day 0 is a Wednesday; from its first millisecond to its last."""
    midnight_ms = NOON_MS - DAY_MS // 2
    for now_ms in (midnight_ms + day * DAY_MS, midnight_ms + (day + 1) * DAY_MS - 1):
        week_ms = projections.period_start_ms("week", now_ms)
        assert week_ms == midnight_ms + monday * DAY_MS
        today_ms = projections.period_start_ms("today", now_ms)
        assert today_ms == midnight_ms + day * DAY_MS
        assert projections.period_start_ms("all", now_ms) == 0


@pytest.mark.parametrize(
    ("place", "racers", "outcome", "won"),
    [
        (1, 2, "cleared", True),
        (1, 1, "cleared", False),
        (2, 2, "cleared", False),
        (1, 2, "out", False),
    ],
)
def test_r16_won_means_first_of_several_and_cleared(
    place: int, racers: int, outcome: str, won: bool
) -> None:
    (row,) = projections.result_rows("ROOM", "R1", finished("R1", placing("A")).events)
    row = msgspec.structs.replace(row, place=place, racers=racers, outcome=outcome)
    assert projections.won(row) is won


@pytest.mark.parametrize(
    ("bot", "racers", "bots", "counts"),
    [
        (False, 2, 1, False),
        (False, 3, 1, True),
        (False, 4, 3, False),
        (True, 2, 1, True),
        (True, 3, 3, False),
        (True, 2, 2, False),
    ],
)
def test_r18_nothing_is_won_against_bots_alone(
    bot: bool, racers: int, bots: int, counts: bool
) -> None:
    (row,) = projections.result_rows("ROOM", "R1", finished("R1", placing("A")).events)
    row = msgspec.structs.replace(row, place=1, racers=racers, bot=bot, bots=bots)
    assert projections.won(row) is counts
    (board,) = projections.leaderboard([row], str)
    assert (board.wins, board.podiums, board.bot) == (counts, counts, bot)


def test_r18_the_log_says_who_is_a_bot() -> None:
    by_bot = msgspec.structs.replace(placing("B", 2), bot=True)
    gone = msgspec.structs.replace(placing("C", 3), bot=True, outcome="removed")
    rows = projections.result_rows("ROOM", "R1", finished("R1", placing("A"), by_bot, gone).events)
    assert [(row.bot, row.bots, row.racers) for row in rows] == [(False, 1, 2)] + [(True, 1, 2)] * 2


def test_r12_ties_share_a_place_and_the_next_one_is_skipped() -> None:
    times = {"A": 5, "B": 7, "C": 7, "D": 7, "E": 9}
    rows: list[ResultRow] = []
    for player, time_ms in times.items():
        race = finished(player, placing(player, time_ms=time_ms))
        rows += projections.result_rows("ROOM", player, race.events)
    lines = projections.place_best(rows, str.lower)
    assert [(line.place, line.name) for line in lines] == [
        (1, "a"),
        (2, "b"),
        (2, "c"),
        (2, "d"),
        (5, "e"),
    ]


@pytest.mark.parametrize("log", GOLDEN, ids=lambda path: path.stem)
def test_golden_logs_give_the_rows_they_always_gave(log: Path) -> None:
    """A database holds such lines for ever: neither log nor rows may be changed, only added."""
    events = [decode_event(line) for line in log.read_bytes().splitlines()]
    rows = projections.result_rows("ROOM", "RACE", events)
    assert msgspec.to_builtins(rows) == json.loads(log.with_suffix(".rows.json").read_text())


def test_there_are_golden_logs() -> None:
    assert {path.stem for path in GOLDEN} == {"aborted", "cleared_by_two", "custom_called_off"}

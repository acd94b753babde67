"""The contract's figures, for every backend: results, leaderboard, best times, statistics (R16)."""

import pytest

from server.race.events import Aborted, Created
from server.race.settings import Outcome, RaceSettings
from server.records import Append, BestRow, BoardRow, ForgetPlayer, Period, StatsRow
from server.store.base import Store
from tests.store.played import DAY_MS, NOON_MS, finished, people, placing, settings

CUSTOM = RaceSettings(level="custom", columns=12, rows=8, mines=14)


async def test_r12_results_stand_by_place(store: Store) -> None:
    await store.commit(people("A", "B", "C"))
    await store.commit(
        [
            finished(
                "R1",
                placing("C", 3, "out", 7_000, progress=40, bbbv_done=8, clicks=12),
                placing("B", 1, time_ms=9_000),
                placing("A", 1, time_ms=9_000),
                ranked=False,
            )
        ]
    )
    rows = await store.results("R1")
    assert [(row.player, row.place, row.outcome) for row in rows] == [
        ("A", 1, "cleared"),
        ("B", 1, "cleared"),
        ("C", 3, "out"),
    ]
    last = rows[-1]
    assert (last.race, last.room, last.level, last.date_ms) == ("R1", "ROOM", "beginner", NOON_MS)
    assert (last.racers, last.time_ms, last.progress, last.bbbv) == (3, 7_000, 40, 20)
    assert (last.bbbv_done, last.clicks, last.ranked) == (8, 12, False)


async def test_r16_aborted_races_count_nowhere(store: Store) -> None:
    await store.commit(people("A"))
    events = (Created(at=0, race="R1", settings=settings()), Aborted(at=9, reason="server"))
    await store.commit([Append(room="ROOM", race="R1", seq=0, events=events)])
    assert await store.results("R1") == []
    assert await store.leaderboard("ROOM") == []
    assert await store.statistics("A") == []


async def test_r15_r16_removed_in_mid_race_it_counts_nowhere_and_is_no_win_of_the_host(
    store: Store,
) -> None:
    await store.commit(people("A", "B"))
    await store.commit([finished("R1", placing("B"), placing("A", 2, "out", 7_000))])
    await store.commit([finished("R2", placing("A"), placing("B", 2, "removed", 8_000))])
    (row,) = await store.statistics("B")
    assert (row.played, row.cleared, row.streak, row.races_won) == (1, 1, 1, 1)
    (row,) = await store.statistics("A")
    assert (row.played, row.cleared, row.races_won) == (2, 1, 0)
    board = {row.player: row for row in await store.leaderboard("ROOM")}
    assert (board["A"].races, board["A"].wins, board["A"].podiums) == (2, 0, 1)
    assert (board["B"].races, board["B"].wins, board["B"].podiums) == (1, 1, 1)
    assert [row.outcome for row in await store.recent("B", 5)] == ["removed", "cleared"]


async def test_r16_leaderboard_counts_wins_against_others_only(store: Store) -> None:
    await store.commit(people("A", "B"))
    await store.commit(
        [
            finished("R1", placing("A", time_ms=5_001)),
            finished("R2", placing("B", 1, "out", 100), placing("A", 2, "out", 90)),
            finished("R3", placing("A", 1, time_ms=8_000), placing("B", 2, "did_not_finish", 9)),
            *people("A", room="ELSE"),
            finished("R4", placing("A", time_ms=1), room="ELSE"),
        ]
    )
    assert await store.leaderboard("ROOM") == [
        BoardRow(
            player="A",
            name="A",
            level="beginner",
            races=3,
            cleared=2,
            wins=1,
            podiums=2,
            best_ms=5_001,
            average_ms=6_500,
        ),
        BoardRow(
            player="B",
            name="B",
            level="beginner",
            races=2,
            cleared=0,
            wins=0,
            podiums=2,
            best_ms=None,
            average_ms=None,
        ),
    ]
    assert await store.leaderboard("NOWHERE") == []


async def test_leaderboard_order_is_level_wins_best_time_then_stable(store: Store) -> None:
    await store.commit(people("A", "B", "C", "D", "E"))
    await store.commit(
        [
            finished("R1", placing("A"), played=CUSTOM),
            finished("R2", placing("A"), played=settings("marathon")),
            finished("R3", placing("E", 1, "out", 5), placing("D", 1, "out", 5)),
            finished("R4", placing("C", 1, time_ms=9_000), placing("B", 2, time_ms=9_001)),
            finished("R5", placing("A", time_ms=4_000)),
        ]
    )
    assert [(row.level, row.player) for row in await store.leaderboard("ROOM")] == [
        ("beginner", "C"),
        ("beginner", "A"),
        ("beginner", "B"),
        ("beginner", "D"),
        ("beginner", "E"),
        ("marathon", "A"),
        ("custom:12x8x14", "A"),
    ]


async def test_r16_best_times_hold_each_player_once_and_ties_share_a_place(store: Store) -> None:
    await store.commit(people("A", "B", "C", "D"))
    await store.commit(
        [
            finished("R1", placing("A", time_ms=9_000), placing("B", 2, time_ms=7_000)),
            finished("R2", placing("A", time_ms=7_000, bbbv=33), date_ms=NOON_MS + 1),
            finished("R3", placing("C", time_ms=6_000), placing("D", 2, time_ms=8_000)),
        ]
    )
    lines = await store.best_times("beginner", "all", NOON_MS, 10, guess_free=False)
    assert [(line.place, line.player, line.time_ms) for line in lines] == [
        (1, "C", 6_000),
        (2, "B", 7_000),
        (2, "A", 7_000),
        (4, "D", 8_000),
    ]
    assert lines[2] == BestRow(
        place=2,
        player="A",
        name="A",
        time_ms=7_000,
        bbbv=33,
        race="R2",
        date_ms=NOON_MS + 1,
    )
    assert await store.best_times("beginner", "all", NOON_MS, 2, guess_free=False) == lines[:2]
    assert await store.best_times("beginner", "all", NOON_MS, 0, guess_free=False) == []


async def test_r16_losses_unranked_races_and_other_levels_never_enter(store: Store) -> None:
    await store.commit(people("A", "B"))
    await store.commit(
        [
            finished("R1", placing("A", 1, "out", 10), placing("B", 2, "did_not_finish", 20)),
            finished("R2", placing("A", time_ms=30), ranked=False),
            finished("R3", placing("A", time_ms=40), played=settings("hard")),
            finished("R4", placing("A", time_ms=50)),
        ]
    )
    lines = await store.best_times("beginner", "all", NOON_MS, 10, guess_free=False)
    assert [line.race for line in lines] == ["R4"]


@pytest.mark.parametrize(
    ("period", "races"),
    [
        ("today", ["midnight"]),
        ("week", ["midnight", "last night", "monday"]),
        ("all", ["midnight", "last night", "monday", "sunday", "long ago"]),
    ],
)
async def test_r16_days_and_weeks_are_utc_and_weeks_begin_on_monday(
    store: Store, period: Period, races: list[str]
) -> None:
    midnight_ms = NOON_MS - DAY_MS // 2
    dates = {
        "midnight": midnight_ms,
        "last night": midnight_ms - 1,
        "monday": midnight_ms - 2 * DAY_MS,
        "sunday": midnight_ms - 2 * DAY_MS - 1,
        "long ago": 0,
    }
    await store.commit(people(*dates))
    await store.commit(
        [
            finished(race, placing(race, time_ms=number), date_ms=date_ms)
            for number, (race, date_ms) in enumerate(dates.items())
        ]
    )
    lines = await store.best_times("beginner", period, NOON_MS, 10, guess_free=False)
    assert [line.race for line in lines] == races


async def test_g12_statistics_of_a_player_by_level(store: Store) -> None:
    await store.commit(people("A", "B"))
    outcomes: list[Outcome] = [
        "cleared",
        "cleared",
        "out",
        "cleared",
        "gave_up",
        "cleared",
        "cleared",
        "cleared",
    ]
    # Committed newest first: streaks follow the dates, not the order of storing.
    for number, outcome in reversed(list(enumerate(outcomes))):
        mine = placing("A", 1, outcome, 20_000 + number, bbbv=20, bbbv_done=16, clicks=32)
        rival = placing("B", 2, "out")
        race = finished(f"R{number}", mine, rival, date_ms=NOON_MS + number, ranked=False)
        await store.commit([race])
    await store.commit([finished("S", placing("A", 1, "idle", clicks=0), played=CUSTOM)])
    assert await store.statistics("A") == [
        StatsRow(
            level="beginner",
            played=8,
            cleared=6,
            streak=3,
            best_streak=3,
            best_ms=20_000,
            races_won=6,
            bbbv_per_s=120 * 1000 / sum(20_000 + number for number in (0, 1, 3, 5, 6, 7)),
            efficiency=0.5,
        ),
        StatsRow(
            level="custom:12x8x14",
            played=1,
            cleared=0,
            streak=0,
            best_streak=0,
            best_ms=None,
            races_won=0,
            bbbv_per_s=None,
            efficiency=None,
        ),
    ]
    assert [(row.played, row.cleared) for row in await store.statistics("B")] == [(8, 0)]


async def test_recent_races_come_newest_first_and_not_more_than_asked_for(store: Store) -> None:
    await store.commit(people("A", "B"))
    await store.commit(
        [
            finished("R1", placing("A", time_ms=5_000), date_ms=NOON_MS + 5),
            finished("R3", placing("A", 1, time_ms=4_000), placing("B", 2), date_ms=NOON_MS),
            finished("R2", placing("A", 1, "out", 90), date_ms=NOON_MS),
            finished("R4", placing("B"), date_ms=NOON_MS + 9),
        ]
    )
    rows = await store.recent("A", 10)
    assert [(row.race, row.outcome, row.time_ms) for row in rows] == [
        ("R1", "cleared", 5_000),
        ("R3", "cleared", 4_000),
        ("R2", "out", 90),
    ]
    assert {(row.player, row.room) for row in rows} == {("A", "ROOM")}
    assert [row.race for row in await store.recent("A", 2)] == ["R1", "R3"]
    assert await store.recent("NOBODY", 2) == []
    await store.commit([ForgetPlayer(player="A")])
    assert await store.recent("A", 10) == []


async def test_rebuild_makes_equal_rows(store: Store) -> None:
    await store.commit(people("A", "B", "C"))
    for number in range(5):
        first, second = placing("A", time_ms=9_000 + number), placing("B", 2, "out", 5)
        await store.commit([finished(f"R{number}", first, second, ranked=number % 2 == 0)])
    events = (Created(at=0, race="X", settings=settings()), Aborted(at=9, reason="server"))
    await store.commit([Append(room="ROOM", race="X", seq=0, events=events)])
    before = (
        [await store.results(f"R{number}") for number in range(5)],
        await store.leaderboard("ROOM"),
        await store.best_times("beginner", "all", NOON_MS, 10, guess_free=False),
        await store.statistics("A"),
    )
    assert await store.rebuild() == 10
    assert before == (
        [await store.results(f"R{number}") for number in range(5)],
        await store.leaderboard("ROOM"),
        await store.best_times("beginner", "all", NOON_MS, 10, guess_free=False),
        await store.statistics("A"),
    )

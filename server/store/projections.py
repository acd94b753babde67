"""What is counted from the log: result rows of a finished race, boards, best times, statistics.

Pure functions over rows; `memory` is made of them, `sqlite` selects in SQL and shares the last
steps. Times in milliseconds. Aborted races count nowhere (R16).
"""

import math
from collections.abc import Callable, Iterable
from typing import Final

from server.engine.levels import LEVELS
from server.race.events import Configured, Created, Dealt, Event, Finished, Froze
from server.race.settings import RaceSettings
from server.records import BestRow, BoardRow, Period, ResultRow, StatsRow

DAY_MS: Final = 86_400_000
PODIUM: Final = 3
FORSAKEN: Final = -1
"""Date of a race of which nobody wants to be remembered: before all others."""

_LEVEL_ORDER: Final = {level: number for number, level in enumerate(LEVELS)}


def level_of(settings: RaceSettings) -> str:
    """The level under which a race counts: its id, or `custom:COLUMNSxROWSxMINES`."""
    if settings.level != "custom":
        return settings.level
    return f"custom:{settings.columns}x{settings.rows}x{settings.mines}"


def level_key(level: str) -> tuple[int, str]:
    """Sorts levels as the game lists them (L1–L6), custom sizes after them."""
    return _LEVEL_ORDER.get(level, len(_LEVEL_ORDER)), level


def result_rows(room: str, race: str, events: Iterable[Event]) -> list[ResultRow]:
    """Rows of a finished race in the order of its placings; none when it did not finish, and none
    of practice, which counts nowhere (R17).

    Moves are not looked at: callers may leave them out. The date is the one of the deal.
    """
    settings: RaceSettings | None = None
    date_ms, fresh, certified = 0, False, False
    penalised: set[str] = set()
    finished: Finished | None = None
    for event in events:
        match event:
            case Created() | Configured():
                settings = event.settings
            case Dealt():
                date_ms, fresh = event.date_ms, event.origin == "fresh"
                certified = event.certificate is not None
            case Froze():
                penalised.add(event.player)
            case Finished():
                finished = event
            case _:
                pass
    if finished is None or settings is None or settings.practice:
        return []
    racers = [placing for placing in finished.placings if placing.outcome != "removed"]
    bots = sum(placing.bot for placing in racers)
    return [
        ResultRow(
            race=race,
            room=room,
            player=placing.player,
            level=level_of(settings),
            date_ms=date_ms,
            place=placing.place,
            racers=len(racers),
            outcome=placing.outcome,
            time_ms=placing.time_ms,
            progress=placing.progress,
            bbbv=placing.bbbv,
            bbbv_done=placing.bbbv_done,
            clicks=placing.clicks,
            ranked=finished.ranked,
            clean=fresh and placing.player not in penalised,
            guess_free=certified,
            bot=placing.bot,
            bots=bots,
        )
        for placing in finished.placings
    ]


def date_ms(events: Iterable[Event]) -> int:
    """When the race's board was dealt at last, Unix milliseconds; 0 without one."""
    return max((event.date_ms for event in events if isinstance(event, Dealt)), default=0)


def practisers(events: Iterable[Event]) -> list[str]:
    """Who took part in finished practice, which makes no result rows (R17); of other races none."""
    practice, racers = False, list[str]()
    for event in events:
        match event:
            case Created() | Configured():
                practice = event.settings.practice
            case Finished():
                racers = [placing.player for placing in event.placings]
            case _:
                pass
    return racers if practice else []


def cleared(row: ResultRow) -> bool:
    """Whether the board was cleared: G12's "won"."""
    return row.outcome == "cleared"


def against_people(row: ResultRow) -> bool:
    """Whether a person was among the others: places against programs alone count nowhere (R18)."""
    return row.racers - row.bots + row.bot > 1


def won(row: ResultRow) -> bool:
    """Whether the race was won against others (R16)."""
    return row.place == 1 and against_people(row) and cleared(row)


def by_level(rows: Iterable[ResultRow]) -> dict[str, list[ResultRow]]:
    """The rows of each level, levels and rows in their order, without those of a race from which
    the host removed the player: it counts nowhere (R15)."""
    counting = [row for row in rows if row.outcome != "removed"]
    levels: dict[str, list[ResultRow]] = {}
    for row in sorted(counting, key=lambda row: (level_key(row.level), row.date_ms, row.race)):
        levels.setdefault(row.level, []).append(row)
    return levels


def leaderboard(rows: Iterable[ResultRow], name_of: Callable[[str], str]) -> list[BoardRow]:
    """A room's leaderboard from all its result rows; by level, then wins, then best time."""
    board: list[BoardRow] = []
    for level, races in by_level(rows).items():
        of_player: dict[str, list[ResultRow]] = {}
        for row in races:
            of_player.setdefault(row.player, []).append(row)
        for player, own in of_player.items():
            times = [row.time_ms for row in own if cleared(row) and row.clean]
            board.append(
                BoardRow(
                    player=player,
                    name=name_of(player),
                    level=level,
                    races=len(own),
                    cleared=sum(map(cleared, own)),
                    wins=sum(map(won, own)),
                    podiums=sum(against_people(row) and row.place <= PODIUM for row in own),
                    best_ms=min(times, default=None),
                    average_ms=sum(times) // len(times) if times else None,
                    bot=any(row.bot for row in own),
                )
            )
    return sort_board(board)


def sort_board(board: Iterable[BoardRow]) -> list[BoardRow]:
    """Leaderboard rows in their order: level, most wins, best time, then most races, player id."""

    def key(row: BoardRow) -> tuple[tuple[int, str], int, float, int, str]:
        best_ms = math.inf if row.best_ms is None else row.best_ms
        return level_key(row.level), -row.wins, best_ms, -row.races, row.player

    return sorted(board, key=key)


def period_start_ms(period: Period, now_ms: int) -> int:
    """Since when a period counts: UTC midnight, of Monday for the week; 0 for all time."""
    match period:
        case "today":
            return now_ms - now_ms % DAY_MS
        case "week":
            # Day 0 of Unix time was a Thursday, three days after a Monday.
            day = now_ms // DAY_MS
            return (day - (day + 3) % 7) * DAY_MS
        case "all":
            return 0


def best_rows(
    rows: Iterable[ResultRow], level: str, since_ms: int, *, guess_free: bool, bots: bool = False
) -> list[ResultRow]:
    """Each player's best row of a level since a date: ranked, cleared races only, on boards of one
    kind (R16), of people or of programs (R18).

    By time; of equal times the older comes first, then the smaller player id.
    """
    best: dict[str, ResultRow] = {}
    for row in sorted(rows, key=lambda row: (row.time_ms, row.date_ms, row.player)):
        kind = (row.level, row.guess_free, row.bot) == (level, guess_free, bots)
        if kind and row.ranked and cleared(row) and row.date_ms >= since_ms:
            best.setdefault(row.player, row)
    return list(best.values())


def place_best(best: Iterable[ResultRow], name_of: Callable[[str], str]) -> list[BestRow]:
    """Lines with places for rows sorted by time; equal times share a place: 1, 2, 2, 4."""
    lines: list[BestRow] = []
    for number, row in enumerate(best, start=1):
        tied = bool(lines) and lines[-1].time_ms == row.time_ms
        lines.append(
            BestRow(
                place=lines[-1].place if tied else number,
                player=row.player,
                name=name_of(row.player),
                time_ms=row.time_ms,
                bbbv=row.bbbv,
                race=row.race,
                date_ms=row.date_ms,
            )
        )
    return lines


def recent(rows: Iterable[ResultRow], limit: int) -> list[ResultRow]:
    """The newest of a player's result rows, newest first; of one date by the race's id."""
    return sorted(rows, key=lambda row: (row.date_ms, row.race), reverse=True)[:limit]


def statistics(rows: Iterable[ResultRow]) -> list[StatsRow]:
    """A player's statistics by level from all the player's result rows (G12, R16)."""
    stats: list[StatsRow] = []
    for level, races in by_level(rows).items():
        streak = best_streak = 0
        for row in races:
            streak = streak + 1 if cleared(row) else 0
            best_streak = max(best_streak, streak)
        wins = [row for row in races if cleared(row)]
        time_ms = sum(row.time_ms for row in wins)
        clicks = sum(row.clicks for row in races)
        stats.append(
            StatsRow(
                level=level,
                played=len(races),
                cleared=len(wins),
                streak=streak,
                best_streak=best_streak,
                best_ms=min((row.time_ms for row in wins if row.clean), default=None),
                races_won=sum(map(won, races)),
                bbbv_per_s=sum(row.bbbv for row in wins) * 1000 / time_ms if time_ms else None,
                efficiency=sum(row.bbbv_done for row in races) / clicks if clicks else None,
            )
        )
    return stats

"""Races as they are played, for the store's tests: real boards and moves, from fixed seeds."""

import random
from collections.abc import Iterator

from server.engine import cells, deal, play, score
from server.engine.board import make_board
from server.engine.levels import LEVELS
from server.race.events import (
    Created,
    Dealt,
    Event,
    Finished,
    Joined,
    Moved,
    Placing,
    RacerEnded,
    Went,
)
from server.race.settings import Outcome, RaceSettings
from server.records import Append, PutMember, PutPlayer, PutRoom, Write

NOON_MS = 1_791_979_200_000
"""Wednesday 2026-10-14, 12:00 UTC."""
DAY_MS = 86_400_000


def people(*names: str, room: str = "ROOM") -> list[Write]:
    """Players of these names (their ids too), and a room of the first of them with all in it."""
    writes: list[Write] = [
        PutPlayer(player=name, name=name, token_hash=name.encode().rjust(32), date_ms=NOON_MS)
        for name in names
    ]
    writes.append(
        PutRoom(
            code=room, owner=names[0], locked=False, public=False, settings=b"{}", date_ms=NOON_MS
        )
    )
    for colour, name in enumerate(names):
        writes.append(
            PutMember(
                room=room,
                player=name,
                name=name,
                colour=colour,
                watching=False,
                removed=False,
                left=False,
            )
        )
    return writes


def settings(level: str = "beginner") -> RaceSettings:
    size = LEVELS[level]
    return RaceSettings(level=size.id, columns=size.columns, rows=size.rows, mines=size.mines)


def placing(
    player: str,
    place: int = 1,
    outcome: Outcome = "cleared",
    time_ms: int = 10_000,
    *,
    progress: int = 100,
    bbbv: int = 20,
    bbbv_done: int = 20,
    clicks: int = 25,
) -> Placing:
    return Placing(
        player=player,
        place=place,
        outcome=outcome,
        time_ms=time_ms,
        progress=progress,
        bbbv=bbbv,
        bbbv_done=bbbv_done,
        clicks=clicks,
        flags_right=0,
        flags_wrong=0,
    )


def finished(
    race: str,
    *placings: Placing,
    room: str = "ROOM",
    ranked: bool = True,
    date_ms: int = NOON_MS,
    played: RaceSettings | None = None,
) -> Append:
    """A whole race in one write, without its moves."""
    dealt = Dealt(at=1, ruleset=1, seed="SEED", origin="fresh", key="00" * 32, date_ms=date_ms)
    return Append(
        room=room,
        race=race,
        seq=0,
        events=(
            Created(at=0, race=race, settings=played or settings()),
            *(Joined(at=0, player=placing.player) for placing in placings),
            dealt,
            Went(at=3_001),
            Finished(at=90_000, ranked=ranked, placings=list(placings)),
        ),
    )


def play_out(race: str, level: str, players: list[str], seed: int) -> Iterator[Event]:
    """All events of a race in which everybody clears the board, flagging a third of the mines.

    A move every 300–1 500 ms by whoever's turn chance makes it.
    """
    chance = random.Random(seed)
    size = LEVELS[level]
    key = chance.randbytes(32)
    tap = deal.start_cell(deal.RULESET, key, size.columns, size.rows)
    mines = deal.layout(deal.RULESET, key, size.columns, size.rows, size.mines, tap)
    board = make_board(cells.Shape(size.columns, size.rows), mines)
    yield Created(at=0, race=race, settings=settings(level))
    for player in players:
        yield Joined(at=100, player=player)
    yield Dealt(
        at=20_000,
        ruleset=deal.RULESET,
        seed="BCDFGHJK",
        origin="fresh",
        key=key.hex(),
        start=tap,
        mines=cells.to_runs(mines),
        date_ms=NOON_MS,
    )
    opening = play.open_cell(board, play.NEW, tap)
    first = play.apply(play.NEW, opening, tap)
    done = score.bbbv_done(board, first.opened)
    yield Went(at=23_000, opened=cells.to_runs(opening.opened), done=done)
    at = 23_000
    plays = dict.fromkeys(players, first)
    numbers = dict.fromkeys(players, 0)
    left = list(players)
    while left:
        player = chance.choice(left)
        before = plays[player]
        at += chance.randint(300, 1_500) // len(left)
        numbers[player] += 1
        flags = bool(mines & ~before.flagged) and chance.random() < 0.25
        hidden = mines & ~before.flagged if flags else board.safe & ~before.opened
        cell = chance.choice(list(cells.scan(hidden)))
        kind: play.MoveKind = "flag" if flags else "open"
        change = play.move(board, before, kind, cell)
        plays[player] = after = play.apply(before, change, cell)
        yield Moved(
            at=at,
            player=player,
            n=numbers[player],
            kind=kind,
            cell=cell,
            opened=cells.to_runs(change.opened),
            flag=change.flag,
            done=score.bbbv_done(board, after.opened),
        )
        if play.cleared(board, after):
            left.remove(player)
            yield RacerEnded(at=at, player=player, outcome="cleared", time_ms=at - 23_000)
    yield Finished(
        at=at,
        ranked=True,
        placings=[
            placing(player, number, clicks=numbers[player], bbbv=board.bbbv, bbbv_done=board.bbbv)
            for number, player in enumerate(players, start=1)
        ],
    )

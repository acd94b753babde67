"""One whole race of two on a small board, by the real rules, with what its players were told."""

from functools import cache

from server.engine.cells import scan
from server.race import commands as c
from server.race import events as e
from server.race.decide import Rejection, decide, new_race
from server.race.evolve import evolve, follow
from server.race.settings import COUNTDOWN_MS, RaceSettings
from server.rooms.boards import Dealer
from server.workshop.inline import InlineWorkshop

RACE, ANN, BOB = "RRRRRRRRRR", "BBBBBBBBBB", "CCCCCCCCCC"
SETTINGS = RaceSettings(level="beginner", columns=9, rows=9, mines=10)
DATE_MS = 1_791_979_200_000


@cache
def cleared_race(*, down: bool = False) -> tuple[e.Event, ...]:
    """Ann flags one mine and clears the board; Bob opens one cell and gives up.

    `down`: the server is killed after Ann's flag.
    """
    events: list[e.Event] = [new_race(RACE, SETTINGS)]
    race = evolve(None, events[0])
    now_ms = 0

    def ask(*asked: c.Command) -> None:
        nonlocal race
        for command in asked:
            answer = decide(race, command, now_ms)
            assert not isinstance(answer, Rejection), answer
            events.extend(answer)
            race = follow(race, answer)

    dealer = Dealer(bytes(32), lambda count: "D" * count, InlineWorkshop())
    ask(c.Join(ANN), c.Join(BOB))
    dealer.deal(
        SETTINGS,
        repeated=False,
        date_ms=DATE_MS,
        then=lambda deal: ask(c.Start(deal, anyway=True)),
    )
    now_ms = COUNTDOWN_MS
    ask(c.Tick())
    board = race.board
    assert board is not None
    mine = next(scan(board.mines))
    n = 1
    now_ms += 100
    ask(c.Move(ANN, RACE, n, "flag", mine))
    if down:
        ask(c.Interrupt(), c.Back(ANN), c.Back(BOB))
    while left := board.safe & ~race.racers[ANN].play.opened:
        n += 1
        now_ms += 100
        cell = next(scan(left))
        ask(c.Move(ANN, RACE, n, "open", cell))
        if n == 2:
            ask(c.Move(BOB, RACE, 1, "open", cell))
    now_ms += 100
    ask(c.GiveUp(BOB, RACE))
    assert race.phase == "finished"
    return tuple(events)


def interrupted() -> tuple[e.Event, ...]:
    """The same race with a restart in it."""
    return cleared_race(down=True)

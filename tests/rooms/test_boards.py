"""Deals: fresh, chosen, repeated seeds, guess-free boards, the key behind them (R1, R2, R4, R5)."""

import re

from protocol import messages as m
from server.engine.deal import RULESET, board_key, most_tries, start_cell
from server.race.commands import Deal
from server.race.settings import RaceSettings
from server.rooms.boards import AHEAD, AHEAD_AT_FIRST, FRESH_SEED_CHARS, Dealer
from server.rooms.wanted import race_settings
from server.workshop.inline import InlineWorkshop
from server.workshop.tasks import FindFair, Found
from server.workshop.work import certificate_of
from tests.rooms.fakes import Letters, SlowWorkshop

PLAIN = race_settings(m.Settings(level="hard", guess_free=False))
CHOSEN = race_settings(m.Settings(level="hard", guess_free=False, seed="abc"))
FAIR = race_settings(m.Settings())
FAIR_CHOSEN = race_settings(m.Settings(seed="abc"))
SIZE = (9, 9, 10)
IMPOSSIBLE = race_settings(m.Settings(level="custom", columns=20, rows=20, mines=200))
"""Every other cell is a mine: hardly anything follows from the start."""


def dealt(
    settings: RaceSettings,
    *,
    secret: bytes = b"secret",
    letters: Letters | None = None,
    repeated: bool = False,
    date_ms: int = 0,
) -> Deal:
    deals: list[Deal] = []
    dealer = Dealer(secret, letters or Letters(), InlineWorkshop())
    dealer.deal(settings, repeated=repeated, date_ms=date_ms, then=deals.append)
    (deal,) = deals
    return deal


def test_r4_a_fresh_seed_is_new_each_time() -> None:
    letters = Letters()
    deals = [dealt(PLAIN, letters=letters, date_ms=5) for _ in range(50)]
    assert len({deal.seed for deal in deals}) == 50
    assert len({deal.key for deal in deals}) == 50
    assert all(re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{12}", deal.seed) for deal in deals)
    assert {(deal.origin, deal.date_ms) for deal in deals} == {("fresh", 5)}


def test_r4_the_same_seed_gives_the_same_board_under_one_secret_only() -> None:
    one = dealt(CHOSEN)
    again = dealt(CHOSEN, letters=Letters("x"), repeated=True)
    other = dealt(CHOSEN, secret=b"other secret")
    assert (one.seed, one.origin, again.origin) == ("ABC", "chosen", "repeated")
    assert one.key == again.key != other.key
    assert one.key == board_key(b"secret", "ABC", "hard", 20, 12, 40, "shared")
    assert (one.tries, one.certificate) == (None, None)


def test_r1_a_shared_start_is_drawn_from_the_key_and_r2_an_own_one_is_not() -> None:
    shared = dealt(CHOSEN)
    assert shared.start == start_cell(RULESET, shared.key, 20, 12)
    for guess_free in (True, False):
        own = race_settings(m.Settings(level="hard", start="own", guess_free=guess_free, seed="A"))
        deal = dealt(own)
        assert (deal.start, deal.tries, deal.certificate) == (None, None, None)
        assert deal.key == board_key(b"secret", "A", "hard", 20, 12, 40, "own")


def test_r5_a_guess_free_board_is_the_first_try_that_is_certified() -> None:
    """Known failure: the certification was skipped for a given seed."""
    tries = []
    for number in range(30):
        settings = race_settings(m.Settings(seed=f"S{number}"))
        deal = dealt(settings, letters=Letters(str(number)))
        assert deal.tries is not None
        tries.append(deal.tries)
        keys = [
            board_key(b"secret", f"S{number}", "beginner", *SIZE, "shared", attempt)
            for attempt in range(1, deal.tries + 1)
        ]
        found = [certificate_of(key, *SIZE) for key in keys]
        assert found == [*[None] * (deal.tries - 1), deal.certificate]
        assert deal.certificate is not None
        assert (deal.key, deal.origin) == (keys[-1], "chosen")
        assert deal.start == start_cell(RULESET, deal.key, 9, 9)
    assert min(tries) == 1 < max(tries)


def test_r5_when_all_tries_fail_the_last_board_is_dealt_without_a_certificate() -> None:
    """Known failure: a generator that ran out of time gave a 50/50, silently."""
    deal = dealt(IMPOSSIBLE)
    assert (deal.tries, deal.certificate) == (most_tries(20, 20), None)
    key = board_key(b"secret", deal.seed, "custom", 20, 20, 200, "shared", most_tries(20, 20))
    assert deal.key == key


def test_r5_a_failure_of_the_workshop_gives_a_board_with_an_honest_label() -> None:
    workshop = SlowWorkshop()
    deals: list[Deal] = []
    Dealer(b"secret", Letters(), workshop).deal(FAIR, repeated=False, date_ms=0, then=deals.append)
    workshop.fail()
    assert [(deal.tries, deal.certificate) for deal in deals] == [(8, None)]


def test_r5_boards_are_dealt_ahead_and_a_seed_that_was_chosen_when_asked_for() -> None:
    workshop = SlowWorkshop()
    deals: list[Deal] = []
    dealer = Dealer(b"secret", Letters(), workshop, (AHEAD_AT_FIRST, AHEAD))
    dealer.deal_ahead()
    assert len(workshop.waiting) == 6 * AHEAD_AT_FIRST
    assert not any(urgent for _, _, urgent in workshop.waiting)
    workshop.work(level_mines=10)
    dealer.deal(FAIR, repeated=False, date_ms=7, then=deals.append)
    (ready,) = deals
    assert (ready.date_ms, ready.origin, len(ready.seed)) == (7, "fresh", FRESH_SEED_CHARS)
    # Once asked for, a level has more of them; nothing is ordered twice.
    tasks = [task for task, _, _ in workshop.waiting if isinstance(task, FindFair)]
    beginners = [task for task in tasks if task.mines == 10]
    assert len(beginners) == AHEAD - (AHEAD_AT_FIRST - 1)
    dealer.deal(FAIR_CHOSEN, repeated=False, date_ms=7, then=deals.append)
    assert len(deals) == 1
    assert [urgent for _, _, urgent in workshop.waiting].count(True) == 1
    workshop.work(urgent=True)
    assert deals[1].seed == "ABC"
    assert deals[1].certificate is not None
    workshop.work(level_mines=10)
    for _ in range(AHEAD + 5):
        dealer.deal(FAIR, repeated=False, date_ms=7, then=deals.append)
    workshop.work(level_mines=10)
    assert len(deals) == 2 + AHEAD + 5
    assert len({deal.key for deal in deals}) == len(deals)


def test_r5_the_secret_never_goes_to_the_workshop_and_large_boards_go_one_by_one() -> None:
    workshop = SlowWorkshop()
    secret = b"a secret of 32 bytes, of no else"
    dealer = Dealer(secret, Letters(), workshop)
    for level, keys in (("beginner", 8), ("expert", 4), ("marathon", 1)):
        wanted = race_settings(m.Settings(level=level))  # type: ignore[arg-type]
        dealer.deal(wanted, repeated=False, date_ms=0, then=lambda deal: None)
        task = workshop.waiting[-1][0]
        assert isinstance(task, FindFair)
        assert len(task.keys) == len(set(task.keys)) == keys
        assert secret not in task.keys
    workshop.answer(Found(index=None, certificate=None))
    assert len(workshop.waiting) == 3

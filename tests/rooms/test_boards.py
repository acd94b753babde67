"""Deals: fresh, chosen and repeated seeds, and the key that only the secret gives (R1, R2, R4)."""

import re

from protocol import messages as m
from server.engine.deal import RULESET, board_key, start_cell
from server.rooms.boards import Dealer
from server.rooms.wire import race_settings
from tests.rooms.fakes import Letters

SETTINGS = race_settings(m.Settings(level="hard"))
CHOSEN = race_settings(m.Settings(level="hard", seed="abc"))


def test_r4_a_fresh_seed_is_new_each_time() -> None:
    dealer = Dealer(b"secret", Letters())
    deals = [dealer.deal(SETTINGS, repeated=False, date_ms=5) for _ in range(50)]
    assert len({deal.seed for deal in deals}) == 50
    assert len({deal.key for deal in deals}) == 50
    assert all(re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{12}", deal.seed) for deal in deals)
    assert {(deal.origin, deal.date_ms) for deal in deals} == {("fresh", 5)}


def test_r4_the_same_seed_gives_the_same_board_under_one_secret_only() -> None:
    one = Dealer(b"secret", Letters()).deal(CHOSEN, repeated=False, date_ms=0)
    again = Dealer(b"secret", Letters("x")).deal(CHOSEN, repeated=True, date_ms=0)
    other = Dealer(b"other secret", Letters()).deal(CHOSEN, repeated=False, date_ms=0)
    assert (one.seed, one.origin, again.origin) == ("ABC", "chosen", "repeated")
    assert one.key == again.key != other.key
    assert one.key == board_key(b"secret", "ABC", "hard", 20, 12, 40, "shared")


def test_r1_a_shared_start_is_drawn_from_the_key_and_r2_an_own_one_is_not() -> None:
    dealer = Dealer(b"secret", Letters())
    shared = dealer.deal(CHOSEN, repeated=False, date_ms=0)
    assert shared.start == start_cell(RULESET, shared.key, 20, 12)
    own = race_settings(m.Settings(level="hard", start="own"))
    assert dealer.deal(own, repeated=False, date_ms=0).start is None

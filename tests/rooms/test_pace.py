"""A few times at once, then at a steady rate."""

from server.rooms.pace import Pace


def test_a_burst_then_one_at_a_time_and_again_after_a_quiet_while() -> None:
    pace = Pace(500, 3)
    for _ in range(3):
        assert pace.ready_at_ms <= 10_000
        pace.spend(10_000)
    assert pace.ready_at_ms == 10_500
    pace.spend(10_500)
    assert pace.ready_at_ms == 11_000
    for _ in range(3):
        assert pace.ready_at_ms <= 12_500
        pace.spend(12_500)
    assert pace.ready_at_ms == 13_000


def test_without_a_burst_it_is_the_gap() -> None:
    pace = Pace(2_000)
    assert pace.ready_at_ms == 0
    pace.spend(700)
    assert pace.ready_at_ms == 2_700

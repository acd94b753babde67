"""The clocks of the machine, and the manual one of the tests."""

import time

import pytest

from server.clock import SystemClock
from tests.manual_clock import ManualClock


def test_system_clocks_count_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic_ns", lambda: 12_345_678_901)
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_999_999_999)
    assert SystemClock().monotonic_ms() == 12_345
    assert SystemClock().date_ms() == 1_700_000_000_999


def test_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(now_ms=5, date_ms=7)
    assert (clock.monotonic_ms(), clock.date_ms()) == (5, 7)
    clock.advance(10)
    assert (clock.monotonic_ms(), clock.date_ms()) == (15, 17)

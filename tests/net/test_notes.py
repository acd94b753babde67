"""The log is limited by address; what is left out is counted and told in one line."""

import logging

import pytest

from server.app import App
from server.config import Config
from server.net.notes import SPAN_MS, Notes
from tests.manual_clock import ManualClock
from tests.net.player import Player

log = logging.getLogger("server.net.test")


def test_an_address_has_so_many_lines_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    clock = ManualClock()
    notes = Notes(2, clock)
    for number in range(5):
        notes.take(log, "192.0.2.1", "event %d", number)
    notes.take(log, "192.0.2.2", "another")
    assert caplog.messages == ["event 0", "event 1", "another"]
    notes.sweep(clock.monotonic_ms())
    assert len(caplog.messages) == 3
    clock.advance(SPAN_MS)
    notes.sweep(clock.monotonic_ms())
    notes.sweep(clock.monotonic_ms())
    notes.take(log, "192.0.2.1", "event 5")
    assert caplog.messages[3:] == [
        "3 lines about 1 addresses were left out, most of them about 192.0.2.1",
        "event 5",
    ]


def test_what_nobody_wants_to_read_is_not_counted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("WARNING")
    clock = ManualClock()
    notes = Notes(1, clock)
    for _ in range(3):
        notes.take(log, "192.0.2.1", "event")
    clock.advance(SPAN_MS)
    notes.sweep(clock.monotonic_ms())
    assert caplog.messages == []


async def test_coming_and_going_and_being_cut_off_are_notes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    clock = ManualClock()
    config = Config(port=0, close_ms=200, log_lines_per_minute=3, sockets_per_address=1)
    async with App(config, clock=clock) as app:
        async with await Player.come(app.port, "Ann"):
            for _ in range(4):
                with pytest.raises(Exception):  # noqa: B017 - cut off somewhere on the way
                    await Player.visit(app.port)
        notes = [line for line in caplog.messages if line.startswith(("hello", "cut off"))]
        assert [line.partition(":")[0] for line in notes] == ["hello", "cut off", "cut off"]
        clock.advance(SPAN_MS)
        app.net.sweep()
        assert "2 lines about 1 addresses were left out" in caplog.text

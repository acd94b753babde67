"""The log is limited by address; what is left out is counted and told in one line."""

import logging

import pytest

from server.app import App
from server.config import Config
from server.logs import LineFormatter
from server.net.notes import SPAN_MS, Notes
from tests.manual_clock import ManualClock
from tests.net.player import Player

log = logging.getLogger("server.net.test")


def test_an_address_has_so_many_lines_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    clock = ManualClock()
    notes = Notes(2, clock)
    for number in range(5):
        notes.take(log, "192.0.2.1", f"event_{number}")
    notes.take(log, "192.0.2.2", "another")
    assert caplog.messages == ["event_0", "event_1", "another"]
    notes.sweep(clock.monotonic_ms())
    assert len(caplog.messages) == 3
    clock.advance(SPAN_MS)
    notes.sweep(clock.monotonic_ms())
    notes.sweep(clock.monotonic_ms())
    notes.take(log, "192.0.2.1", "event_5", code=7)
    lines = [LineFormatter().format(entry).partition(": ")[2] for entry in caplog.records[3:]]
    assert lines == [
        "left_out lines=3 addresses=1 most_about=192.0.2.1",
        "event_5 address=192.0.2.1 code=7",
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
        notes = [event for event in caplog.messages if event in ("hello", "cut_off")]
        assert notes == ["hello", "cut_off", "cut_off"]
        clock.advance(SPAN_MS)
        app.net.sweep()
        assert (
            LineFormatter()
            .format(caplog.records[-1])
            .partition(": left_out ")[2]
            .startswith("lines=2 addresses=1 ")
        )

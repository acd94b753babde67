"""The guarded protocol by itself, without a socket: its state, responses, and coming apart.

What frames it refuses is told over real sockets: `test_frames_control`, `test_frames_data`.
"""

import logging

import pytest
from websockets.http11 import Response
from websockets.protocol import CLOSING, CONNECTING, OPEN

from server.config import Config
from server.net.guarded_protocol import GuardedProtocol
from server.net.guards import guards_of
from tests.manual_clock import ManualClock
from tests.net.raw import CLOSE, TEXT, UPGRADE, frame

FIELDS = "".join(f"{name}: {value}\r\n" for name, value in UPGRADE.items())
ASKING = f"GET /ws HTTP/1.1\r\nHost: here\r\n{FIELDS}\r\n".encode()


class Finisher:
    """Adds one field to every response."""

    def finish(self, response: Response) -> None:
        response.headers["X-Finished"] = "yes"


def protocol() -> GuardedProtocol:
    quiet = logging.getLogger("tests.net.quiet")
    return GuardedProtocol(guards_of(Config()), ManualClock(), Finisher(), quiet)


def accepted() -> GuardedProtocol:
    """One whose upgrade was answered."""
    guarded = protocol()
    guarded.receive_data(ASKING)
    (request,) = guarded.events_received()
    guarded.send_response(guarded.accept(request))  # type: ignore[arg-type]
    return guarded


def test_it_is_open_between_the_handshake_and_a_close_frame() -> None:
    guarded = protocol()
    assert (guarded.state, guarded.is_open) == (CONNECTING, False)
    guarded = accepted()
    assert (guarded.state, guarded.is_open) == (OPEN, True)
    (written,) = guarded.data_to_send()
    assert b"X-Finished: yes" in written
    guarded.receive_data(frame(CLOSE, b"\x03\xe8"))
    assert (guarded.state, guarded.is_open) == (CLOSING, False)


def test_a_request_that_was_failed_for_its_frames_gets_no_response() -> None:
    guarded = protocol()
    guarded.receive_data(ASKING + b"\xff\xff\xff")
    failed = guarded.data_to_send()
    guarded.send_response(guarded.reject(400, "too late"))
    assert guarded.data_to_send() == []
    assert failed == [b""]


def test_coming_apart_a_fault_forgets_its_frames_and_keeps_its_reason() -> None:
    guarded = accepted()
    guarded.receive_data(frame(TEXT, b"a", rsv=1))
    with pytest.raises(ValueError, match="and so") as caught:
        _fail()
    fault = caught.value
    guarded.come_apart(fault, None)
    assert fault.__traceback__ is None
    assert isinstance(fault.__cause__, ZeroDivisionError)
    assert fault.__cause__.__traceback__ is None
    assert guarded.parser_exc is not None
    assert guarded.parser_exc.__traceback__ is None


def test_faults_that_are_each_others_cause_come_to_an_end() -> None:
    one, other = OSError("one"), OSError("other")
    one.__cause__, other.__cause__ = other, one
    guarded = accepted()
    guarded.come_apart(one)
    assert other.__traceback__ is None


def _fail() -> None:
    try:
        1 / 0  # noqa: B018 - the simplest fault
    except ZeroDivisionError as broken:
        raise ValueError("and so did this") from broken

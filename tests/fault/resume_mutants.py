"""Servers and pages that break the resume rule on purpose, so that every check is seen to fail.

Each is put in place by pytest's monkeypatch, in the test's own process.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest

from server.race import moves
from server.rooms.audience import Audience
from server.rooms.outbox import Outbox
from tests.fault.devices import Device
from tests.fault.lines import Line
from tests.fault.mutants import no_deduplication
from tests.fault.still import Recorder


def old_close_ends_new(patch: pytest.MonkeyPatch) -> None:
    """The late end of a line that was replaced is taken for the end of the player's line."""
    patch.setattr(Audience, "holds", lambda audience, peer: audience.of(peer.player) is not None)


def repeated_moves_applied(patch: pytest.MonkeyPatch) -> None:
    """No de-duplication."""
    patch.setattr(moves, "_refusal", moves._refusal)
    no_deduplication()


def told_before_stored(patch: pytest.MonkeyPatch) -> None:
    """A kill may forget what was told."""
    append = Recorder.append

    def wrapped(recorder: Recorder, writes: Any, then: Callable[[], None]) -> None:
        append(recorder, writes, lambda: None)
        then()

    patch.setattr(Recorder, "append", wrapped)


def older_line_kept(patch: pytest.MonkeyPatch) -> None:
    """The older of two lines is not told, and can wait for ever."""
    patch.setattr(Outbox, "close", lambda outbox, peer, code: None)


def nothing_sent_again(patch: pytest.MonkeyPatch) -> None:
    """A page that takes the snapshot and forgets what was unanswered."""
    patch.setattr(Device, "send_again", lambda device: None)


def always_back(patch: pytest.MonkeyPatch) -> None:
    """A page that fights back when a newer line has taken its seat."""
    lost = Device.lost

    def wrapped(device: Device, line: Line, code: int) -> None:
        lost(device, line, 1006 if code == 4409 else code)

    patch.setattr(Device, "lost", wrapped)


def token_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A page that is somebody new after a reload."""
    reload = Device.reload

    def wrapped(device: Device) -> None:
        device.person.token = None
        reload(device)

    patch.setattr(Device, "reload", wrapped)


def token_in_the_room(patch: pytest.MonkeyPatch) -> None:
    """A page that goes straight into the room, where its first token may get lost."""
    patch.setattr(Device, "asks_for_token_first", False)


MUTANTS: Final = (
    old_close_ends_new,
    repeated_moves_applied,
    told_before_stored,
    older_line_kept,
    nothing_sent_again,
    always_back,
    token_forgotten,
)

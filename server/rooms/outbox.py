"""What one turn of a room wants stored and told: nothing is told before it is stored.

A message for many is encoded once, when it leaves. What it says in "milliseconds from now" is then
brought up to date, since a slow disk may have held it back.
"""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from protocol import messages as m
from protocol.codec import encode_server
from protocol.codes import CLOSE_CODES
from server.records import Write
from server.rooms.ports import Clock, Peer, Recorder

_log: Final = logging.getLogger(__name__)


class Letter(NamedTuple):
    """A message and its receivers."""

    to: tuple[Peer, ...]
    message: m.ServerMessage


class Farewell(NamedTuple):
    """A connection to close, and the close code."""

    to: Peer
    code: int


class Reply(Struct, gc=False):
    """What a turn has to tell one connection, to be called when it may leave.

    Thousands wait at a time under load: as objects that the collector counts they would let it
    look again and again. It does not see them, so nothing that one leads to may keep it.
    """

    outbox: "Outbox"
    to: Peer
    frame: bytes

    def __call__(self) -> None:
        """Tell it."""
        self.outbox.unreleased -= 1
        _send(self.to, self.frame)


class Outbox:
    """Writes and letters of one turn; `post` hands both to the recorder, in order."""

    __slots__ = ("_clock", "_letters", "_recorder", "_writes", "unreleased")

    def __init__(self, clock: Clock, recorder: Recorder) -> None:
        self._clock = clock
        self._recorder = recorder
        self._writes: list[Write] = []
        self._letters: list[Letter | Farewell] = []
        self.unreleased = 0
        """Turns whose letters wait for their commit."""

    def write(self, *writes: Write) -> None:
        """Store these."""
        self._writes += writes

    def tell(self, peers: tuple[Peer, ...], message: m.ServerMessage) -> None:
        """Tell all of these, once everything written so far is stored."""
        if peers:
            self._letters.append(Letter(peers, message))

    def close(self, peer: Peer, code: int) -> None:
        """Close a connection after what was told to it before."""
        self._letters.append(Farewell(peer, code))

    def discard(self) -> None:
        """Forget what this turn wanted."""
        self._writes, self._letters = [], []

    def post(self) -> None:
        """End the turn."""
        writes, letters = self._writes, self._letters
        if not writes and not letters:
            return
        self._writes, self._letters = [], []
        self.unreleased += 1
        self._recorder.append(writes, self._release(letters, self._clock.monotonic_ms()))

    def post_one(self, write: Write, peer: Peer, message: m.ServerMessage) -> None:
        """A turn that is this write and this message alone, which says nothing of "from now"."""
        self.unreleased += 1
        self._recorder.append((write,), Reply(self, peer, encode_server(message)))

    def _release(self, letters: list[Letter | Farewell], made_ms: int) -> Callable[[], None]:
        def release() -> None:
            self.unreleased -= 1
            late_ms = self._clock.monotonic_ms() - made_ms
            for letter in letters:
                if isinstance(letter, Farewell):
                    letter.to.close(letter.code, CLOSE_CODES[letter.code][0])
                    continue
                message = letter.message
                frame = encode_server(aged(message, late_ms) if late_ms else message)
                for peer in letter.to:
                    _send(peer, frame)

        return release


def _send(peer: Peer, frame: bytes) -> None:
    try:
        peer.send(frame)
    except Exception:  # noqa: BLE001 - one broken connection must not keep the others waiting
        _log.exception("a connection of player %s failed to send", peer.player)


def aged(message: m.ServerMessage, late_ms: int) -> m.ServerMessage:
    """The message as it must read when it leaves `late_ms` after it was made."""
    match message:
        case m.Snapshot(view=m.RaceView() as view) | m.Countdown(view=view):
            return replace(message, view=_aged_view(view, late_ms))
        case m.Moved(frozen_in_ms=frozen) if frozen:
            return replace(message, frozen_in_ms=max(0, frozen - late_ms))
        case m.Ended(cutoff_in_ms=int(cutoff)):
            return replace(message, cutoff_in_ms=max(0, cutoff - late_ms))
        case m.PauseState(resumes_in_ms=int(resumes)):
            return replace(message, resumes_in_ms=max(0, resumes - late_ms))
        case m.PauseState(paused=False):
            # A client's clock begins to run with this; later messages only set it forward.
            return replace(message, elapsed_ms=message.elapsed_ms + late_ms)
        case _:
            return message


def _aged_view(view: m.RaceView, late_ms: int) -> m.RaceView:
    view = replace(
        view,
        go_in_ms=_less(view.go_in_ms, late_ms),
        resumes_in_ms=_less(view.resumes_in_ms, late_ms),
    )
    if view.phase != "running" or view.paused:
        # The race's own time stands.
        return view
    own = view.own
    if own is not None and own.frozen_in_ms:
        own = replace(own, frozen_in_ms=max(0, own.frozen_in_ms - late_ms))
    return replace(
        view,
        elapsed_ms=view.elapsed_ms + late_ms,
        cutoff_in_ms=_less(view.cutoff_in_ms, late_ms),
        own=own,
    )


def _less(in_ms: int | None, late_ms: int) -> int | None:
    return None if in_ms is None else max(0, in_ms - late_ms)

"""The library's protocol with guards: what a frame may be, before anything comes of it."""

from collections.abc import Generator
from typing import Protocol

from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, State
from websockets.server import ServerProtocol
from websockets.typing import BytesLike, LoggerLike, StatusLike

from server.clock import Clock
from server.net.guards import Guards
from server.net.limits import TokenBucket


class Finisher(Protocol):
    """Who has the last word on HTTP responses."""

    def finish(self, response: Response) -> None:
        """The library made this one; headers may be added."""


class GuardedProtocol(ServerProtocol):
    """The library's protocol, which refuses fragments, torrents of frames and text that is not
    UTF-8.

    All are judged frame by frame while parsing, so a chunk full of them has no further effect.
    HTTP responses that the library makes by itself are finished by the keeper.
    """

    # what every move touches lies together in the object; with these names in it too, its
    # dictionary would have more than CPython lets instances share
    __slots__ = ("_clock", "_control", "_data", "_keeper", "between_frames", "is_open")

    def __init__(self, guards: Guards, clock: Clock, keeper: Finisher, logger: LoggerLike) -> None:
        super().__init__(max_size=guards.message_bytes, logger=logger)
        self.between_frames = False
        """All bytes that came belong to whole frames, and those are dealt with."""
        self.reader.at_eof = self._await_frame  # type: ignore[method-assign]
        self._clock = clock
        self._keeper = keeper
        now_ms = clock.monotonic_ms()
        self._data = TokenBucket(guards.torrent_per_s, guards.torrent_per_s, now_ms)
        self._control = TokenBucket(
            guards.control_frames_per_s, guards.control_frames_per_s, now_ms
        )

    @property
    def state(self) -> State:
        """Where the connection is in its life; `is_open` is asked at every frame."""
        return self._state

    @state.setter
    def state(self, state: State) -> None:
        self._state = state
        self.is_open = state is OPEN

    def take(self, frames: int) -> bool:
        """Whether so many data frames more are no torrent; then they are counted."""
        return self._data.take(self._clock.monotonic_ms(), frames)

    def come_apart(self, *faults: BaseException | None) -> None:
        """Be in no ring any more, nor in one of these faults of the connection. Only when nothing
        can come."""
        self.parser.close()
        del self.reader.at_eof
        _forget_frames(self.parser_exc, self.handshake_exc, *faults)

    def _await_frame(self) -> Generator[None, None, bool]:
        """What the library asks its reader before each frame: whether no more is to come."""
        reader = self.reader
        while not reader.buffer:
            if reader.eof:
                return True
            self.between_frames = True
            yield
            self.between_frames = False
        return False

    def recv_frame(self, frame: Frame) -> None:
        opcode = frame.opcode
        if opcode is Opcode.CONT or not frame.fin:
            self.fail(CloseCode.MESSAGE_TOO_BIG, "fragmented")
        elif opcode is Opcode.CLOSE:
            super().recv_frame(frame)
        elif opcode in (Opcode.PING, Opcode.PONG):
            if self._control.take(self._clock.monotonic_ms()):
                super().recv_frame(frame)
            else:
                self.fail(CloseCode.POLICY_VIOLATION, "control frames")
        elif not self._data.take(self._clock.monotonic_ms()):
            # sessions drop what is too fast, but by then it has been parsed
            self.fail(CloseCode.POLICY_VIOLATION, "torrent")
        elif opcode is Opcode.TEXT and not _is_utf8(frame.data):
            self.fail(CloseCode.INVALID_DATA, "not UTF-8")
        else:
            super().recv_frame(frame)

    def accept(self, request: Request) -> Response:
        response = super().accept(request)
        if response.status_code == 101:
            self._keeper.finish(response)
        return response

    def send_response(self, response: Response) -> None:
        if not self.eof_sent:
            # else it came with frames behind it, and was failed before it was looked at
            super().send_response(response)

    def reject(self, status: StatusLike, text: str) -> Response:
        response = super().reject(status, text)
        self._keeper.finish(response)
        return response


def _is_utf8(octets: BytesLike) -> bool:
    try:
        str(octets, "utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _forget_frames(*faults: BaseException | None) -> None:
    """Keep what went wrong, and not what everybody did at that moment: frames hold connections,
    and answers to others that wait in the same group."""
    left, seen = [*faults], set[int]()
    while left:
        fault = left.pop()
        if fault is not None and id(fault) not in seen:
            seen.add(id(fault))  # faults may be each other's cause
            fault.__traceback__ = None
            left += fault.__cause__, fault.__context__

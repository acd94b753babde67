"""Servers that break a promise on purpose, so that every check is seen to fail.

Each wraps the real thing in a process of its own; a check that lets one of them pass is none.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from server.net.connection import GuardedConnection
from server.net.server import NetServer
from server.race import moves
from server.race.commands import Move
from server.race.state import Race, Racer
from server.records import Write
from server.store import sqlite, sqlite_write
from server.store.recorder import Recorder
from tests.fault.points import replace_everywhere


def replace_method(owner: type, name: str, method: Callable[..., None]) -> None:
    """Give a class another method for one that it has."""
    assert hasattr(owner, name)
    setattr(owner, name, method)


def tell_before_commit() -> None:
    """Everything is told at once, and stored some time later."""
    append = Recorder.append

    def wrapped(self: Recorder, writes: Sequence[Write], then: Callable[[], None]) -> None:
        append(self, writes, lambda: None)
        then()

    Recorder.append = wrapped  # type: ignore[method-assign]


def no_deduplication() -> None:
    """A move whose number came before is applied again."""
    refusal = moves._refusal

    def wrapped(race: Race, racer: Racer, command: Move, now_ms: int) -> Any:
        return refusal(race, replace(racer, n=0), command, now_ms)

    moves._refusal = wrapped


def normal() -> None:
    """SQLite with `synchronous=NORMAL`: safe against `kill -9`, not against a power cut."""
    set_up = sqlite.set_up_writer

    def wrapped(connection: Any) -> None:
        set_up(connection)
        connection.execute("PRAGMA synchronous = NORMAL")

    replace_everywhere("set_up_writer", wrapped)


def io_errors_are_busy() -> None:
    """After an I/O error the same group is tried again, as if nothing of it could be written."""
    sqlite_write._NOTHING_WRITTEN.add(sqlite3.SQLITE_IOERR)


def drain_forgets_to_flush() -> None:
    """From the signal on all is answered, and nothing of it is stored."""
    drain = NetServer.drain

    def answer_only(_self: Recorder, writes: Sequence[Write], then: Callable[[], None]) -> None:
        then()

    async def wrapped(self: NetServer) -> None:
        replace_method(Recorder, "append", answer_only)
        await drain(self)

    NetServer.drain = wrapped  # type: ignore[method-assign]


def drain_waits_for_all() -> None:
    """Clients that never read are not cut off."""
    replace_method(GuardedConnection, "_end", lambda self: setattr(self, "_ending", True))
    replace_method(NetServer, "_cut_all", lambda _self: None)


def keeps_every_frame() -> None:
    """What was sent is remembered for ever."""
    kept: list[bytes] = []
    push = GuardedConnection.push_frame

    def wrapped(self: GuardedConnection, frame: bytes) -> None:
        kept.append(bytes(bytearray(frame)))
        push(self, frame)

    replace_method(GuardedConnection, "push_frame", wrapped)


MUTANTS: Final[dict[str, Callable[[], None]]] = {
    mutant.__name__: mutant
    for mutant in (
        tell_before_commit,
        no_deduplication,
        normal,
        io_errors_are_busy,
        drain_forgets_to_flush,
        drain_waits_for_all,
        keeps_every_frame,
    )
}

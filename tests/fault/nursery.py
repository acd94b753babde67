"""Servers that start at once: forked off a process that has loaded the whole program already.

For tests that start dozens of servers, where loading would be nearly all of the work. What is
forked is the same code in a process of its own, on nothing but its directory, and dies the same.
"""

import asyncio
import json
import os
import select
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tests.fault.server import ROOT, Child, ServerUnderTest

# -- in the parent of the servers: no threads, no event loop --------------------------------------


def main() -> int:
    """Fork a server for each line of standard input; tell on standard output who is born and who
    has ended. When the input ends, whatever has become of the test, so does every server."""
    from tests.fault import launch  # noqa: PLC0415 - the other side has no need of it

    signal.signal(signal.SIGCHLD, lambda *_: None)
    ended, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    _tell({"ready": True})
    children: set[int] = set()
    orders: IO[str] | None = sys.stdin
    while orders is not None or children:
        sources: list[Any] = [ended] if orders is None else [orders, ended]
        ready, _, _ = select.select(sources, [], [])
        if ended in ready:
            os.read(ended, 1_024)
            _bury(children)
        if orders in ready and orders is not None:
            line = orders.readline()
            if not line:
                orders = None
                for child in children:
                    os.kill(child, signal.SIGKILL)
                continue
            child = os.fork()
            if not child:
                _grow_up(launch.main, json.loads(line))
            children.add(child)
            _tell({"born": child})
    return 0


def _tell(message: dict[str, Any]) -> None:
    os.write(1, json.dumps(message).encode() + b"\n")


def _bury(children: set[int]) -> None:
    for child in tuple(children):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            children.discard(child)
            _tell({"ended": child, "code": os.waitstatus_to_exitcode(status)})


def _grow_up(serve: Callable[[], int], order: dict[str, Any]) -> None:
    """Be the server; never returns."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    log = os.open(order["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(log, 2)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    code = 1
    try:
        sys.argv[1:] = order["words"]
        code = serve()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


# -- in the test ----------------------------------------------------------------------------------


class Forked:
    """One server. Fulfils `server.Child`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.stdout: asyncio.StreamReader | None = asyncio.StreamReader()
        self._code: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def returncode(self) -> int | None:
        return self._code.result() if self._code.done() else None

    async def wait(self) -> int:
        return await asyncio.shield(self._code)

    def said(self, line: bytes) -> None:
        if self.stdout is not None:
            self.stdout.feed_data(line)

    def ended(self, code: int) -> None:
        self._code.set_result(code)
        if self.stdout is not None:
            self.stdout.feed_eof()


class Nursery:
    """`async with Nursery() as nursery:` — then `nursery.server(data, hurry=…)`. One server at a
    time: what servers say on standard output comes through one pipe."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._births: asyncio.Queue[Forked] = asyncio.Queue()
        self._children: dict[int, Forked] = {}
        self._youngest: Forked | None = None

    def server(self, data: Path, *, hurry: int = 1) -> "ForkedServer":
        """A server under test whose starts cost next to nothing."""
        return ForkedServer(self, data, hurry=hurry)

    async def bear(self, words: Sequence[str], log: str) -> Forked:
        """Fork a server with these options of `launch`."""
        assert self._process is not None
        assert self._process.stdin is not None
        order = json.dumps({"words": list(words), "log": log})
        self._process.stdin.write(order.encode() + b"\n")
        return await self._births.get()

    async def __aenter__(self) -> Self:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.fault.nursery"),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        self._reader = asyncio.create_task(self._read(self._process))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Servers that still run are killed."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._reader is not None
        await self._reader
        await self._process.wait()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            if not line.startswith(b"{"):
                if self._youngest is not None:
                    self._youngest.said(line)
                continue
            message = json.loads(line)
            if "born" in message:
                self._youngest = Forked(message["born"])
                self._children[self._youngest.pid] = self._youngest
                self._births.put_nowait(self._youngest)
            elif "ended" in message:
                self._children.pop(message["ended"]).ended(message["code"])


class ForkedServer(ServerUnderTest):
    """A `ServerUnderTest` from a nursery. It cannot be frozen, nor run under another command."""

    def __init__(self, nursery: Nursery, data: Path, *, hurry: int = 1) -> None:
        super().__init__(data, hurry=hurry)
        self._nursery = nursery

    async def _spawn(self, words: Sequence[str], log: IO[bytes]) -> Child:
        return await self._nursery.bear(words, log.name)


if __name__ == "__main__":
    sys.exit(main())

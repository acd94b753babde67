"""A real server in a process of its own that a test starts, kills, stops and starts again.

It ends only the process that it started itself, by its id. Its standard error is kept in a file.
Times are seconds.
"""

import asyncio
import os
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Protocol, Self

from tests.net.raw import fetch

ROOT: Final = Path(__file__).parents[2]
START_S: Final = 60.0
"""Patience with a start on a busy machine; what is measured is another matter."""
END_S: Final = 20.0


class StartFailed(AssertionError):
    """The server ended before it served; the message has its last words."""


class Child(Protocol):
    """The part of `asyncio.subprocess.Process` that is used here."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    @property
    def stdout(self) -> asyncio.StreamReader | None: ...

    async def wait(self) -> int: ...


class ServerUnderTest:
    """One server on one directory. Restarts keep the port."""

    def __init__(self, data: Path, *, hurry: int = 1) -> None:
        self.data = data
        self.port = 0
        self.log = data.with_name(f"{data.name}.stderr")
        self.starts = 0
        self.under: tuple[str, ...] = ()
        """A command under which the server is started, as `strace` with its options."""
        self.words: tuple[str, ...] = ()
        """More options of `tests.fault.launch`."""
        self._hurry = hurry
        self._child: Child | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    @property
    def runs(self) -> bool:
        return self._child is not None and self._child.returncode is None

    async def start(self, *, fail: str | None = None, mutant: str | None = None) -> float:
        """Start, and return when it serves; the seconds that it took. Raises StartFailed.

        `fail`, `mutant`: see `points` and `mutants`. With a fail point it may be dead already.
        """
        assert not self.runs, "it runs already"
        words = ["--data", str(self.data), "--port", str(self.port), "--hurry", str(self._hurry)]
        words += self.words
        words += ["--fail", fail] if fail else []
        words += ["--mutant", mutant] if mutant else []
        loop = asyncio.get_running_loop()
        began = loop.time()
        with self.log.open("ab") as log:
            self._child = await self._spawn(words, log)
        self.starts += 1
        async with asyncio.timeout(START_S):
            self.port = await self._announced_port()
            if fail is None:
                assert (await fetch(self.port, "/healthz")).status == 200
        return loop.time() - began

    def program(self, words: Sequence[str]) -> Sequence[str]:
        """The module to start, and its options."""
        return ("tests.fault.launch", *words)

    async def _spawn(self, words: Sequence[str], log: IO[bytes]) -> Child:
        """A process that runs `program` with these options; `log` is its standard error."""
        return await asyncio.create_subprocess_exec(
            *self.under,
            sys.executable,
            *("-m", *self.program(words)),
            cwd=ROOT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )

    async def _announced_port(self) -> int:
        assert self._child is not None
        assert self._child.stdout is not None
        while line := await self._child.stdout.readline():
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", line)
            if found:
                return int(found[1])
        code = await self._child.wait()
        if code == -signal.SIGKILL and self.port:
            # a fail point, before it could say anything
            return self.port
        raise StartFailed(f"exit code {code}: {self.last_words()}")

    async def dead(self, within_s: float = END_S) -> int:
        """Return when it has ended by itself; the exit code. Raises TimeoutError."""
        assert self._child is not None
        async with asyncio.timeout(within_s):
            return await self._child.wait()

    async def kill(self) -> None:
        """`kill -9`, now."""
        await self.signal(signal.SIGKILL)
        await self.dead()

    async def term(self) -> int:
        """Ask it to stop; the exit code."""
        await self.signal(signal.SIGTERM)
        return await self.dead()

    async def freeze(self) -> None:
        """Let it execute nothing more; return when it really stands still."""
        await self.signal(signal.SIGSTOP)
        assert self._child is not None
        # The stop is reported when the last thread stands, after whatever it waited for on disk.
        async with asyncio.timeout(END_S):
            await asyncio.to_thread(os.waitid, os.P_PID, self._child.pid, os.WSTOPPED)

    async def thaw(self) -> None:
        """Let it go on."""
        await self.signal(signal.SIGCONT)

    async def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.runs:
            assert self._child is not None
            os.kill(self._child.pid, number)

    def last_words(self, characters: int = 2_000) -> str:
        """The end of its standard error, over all starts."""
        return self.log.read_text("utf-8", "replace")[-characters:] if self.log.exists() else ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.runs:
            await self.kill()
        if error is not None and self.last_words():
            error.add_note(f"standard error of the server ended with:\n{self.last_words()}")

"""Keeps a child process: starts it, starts it anew when it dies, ends it with its server.

A child reads lines from its standard input, writes lines to its standard output, and ends when its
input does. A pause follows each death, in seconds; it grows, and is short again after a long life.
"""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

PAUSES_S: Final = (0.2, 30.0)
"""The first pause and the longest one."""
LIVED_S: Final = 60.0
"""After so long a life a death begins with the first pause again."""
TRIES: Final = 3
"""In whose company a child died so often is not given to it again."""
CLOSE_S: Final = 0.5
"""Time for it to end when its input does."""
LINE_BYTES: Final = 8 * 2**20
"""Longest line that is heard from it."""
ROOT: Final = Path(__file__).parents[1]

log = logging.getLogger("server.children")


def python(module: str) -> tuple[str, ...]:
    """The command of a child that is a module of ours."""
    return (sys.executable, "-m", module)


class Child:
    """One child process, and the task that keeps it. `name`: for the log.

    All is called on the event loop: `began` when there is a process, `heard` with each line that
    it writes, its end included, and `died` when a process has ended or could not be started. A
    line that `heard` refuses with whatever exception is the end of that process.
    """

    def __init__(
        self,
        name: str,
        command: tuple[str, ...],
        *,
        began: Callable[[], None],
        heard: Callable[[bytes], None],
        died: Callable[[], None],
        pauses_s: tuple[float, float] = PAUSES_S,
    ) -> None:
        self._name = name
        self._command = command
        self._began = began
        self._heard = heard
        self._died = died
        self._pauses_s = pauses_s
        self._process: Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._closed = False
        self.down = False
        """The last process died, or could not be started; there is no other yet."""
        self.starts = 0
        """Processes started so far."""

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Let there be a process from now on, without waiting for it. Once is enough."""
        if self._keeper is None and not self._closed:
            self._keeper = asyncio.get_running_loop().create_task(self._keep(), name=self._name)

    def say(self, line: bytes) -> None:
        """Write a line, its end included; without a process, or to a dying one, it is lost.

        There is no waiting until it is read: a few short lines at a time.
        """
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, RuntimeError):
                self._process.stdin.write(line)

    async def close(self) -> None:
        """End the process, and start none any more; nobody is called for that."""
        self._closed = True
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper

    async def _keep(self) -> None:
        """Let there always be a process."""
        first_s, longest_s = self._pauses_s
        pause_s, loop = first_s, asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            try:
                await self._live()
                log.error("%s: the process has ended; it is started anew", self._name)
            except Exception:
                # Whatever it was: without a keeper there would never be a process again.
                log.exception("%s: the process cannot be started", self._name)
            if loop.time() - began_s >= LIVED_S:
                pause_s = first_s
            self.down = True
            self._died()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, longest_s)

    async def _live(self) -> None:
        """One process, from its start to its end. Raises OSError when it cannot be started."""
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=PIPE,
            stdout=PIPE,
            limit=LINE_BYTES,
            env=os.environ | {"PYTHONPATH": path},
        )
        self.starts += 1
        self._process, self.down = process, False
        try:
            self._began()
            await self._listen(process)
        finally:
            self._process = None
            await asyncio.shield(_ended(process))

    async def _listen(self, process: Process) -> None:
        """Hear it until nothing comes any more, or what cannot be understood."""
        if process.stdout is None:
            raise RuntimeError("a process without pipes")
        try:
            while line := await process.stdout.readline():
                self._heard(line)
        except Exception:
            log.exception("%s: the process cannot be understood", self._name)


async def _ended(process: Process) -> None:
    """Tell it to end by closing its pipe; else kill it."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        async with asyncio.timeout(CLOSE_S):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

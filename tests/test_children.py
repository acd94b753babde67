"""A child process: started, started anew when it dies, heard, and never left behind."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server import children
from server.children import ROOT, Child, python

ECHO = (sys.executable, "-c", "import sys; [print(line, end='', flush=True) for line in sys.stdin]")
DIES = (sys.executable, "-c", "import sys; sys.stdin.readline()")
"""Ends with the first line that it is told."""
STAYS = """
import signal, sys
print(sys.stdin.readline(), end='', flush=True)
signal.pause()
"""
NEVER_ENDS = (sys.executable, "-c", STAYS)
"""Answers one line, and stays for ever."""
NOWHERE = (str(Path(__file__).with_name("no such program")),)
QUICK = (0.01, 0.02)
LONG = (3_600.0, 3_600.0)


class Owner:
    """Notes what its child does, and waits for it. `greeting`: what each process is told first."""

    def __init__(
        self,
        command: tuple[str, ...] = ECHO,
        pauses_s: tuple[float, float] = LONG,
        greeting: bytes = b"",
    ) -> None:
        self.notes: list[bytes] = []
        self._greeting = greeting
        self._came = asyncio.Event()
        self.child = Child(
            "child",
            command,
            began=self._began,
            heard=self._heard,
            died=lambda: self._note(b"died"),
            pauses_s=pauses_s,
        )

    async def until(self, *notes: bytes) -> None:
        async with asyncio.timeout(20):
            while tuple(self.notes[-len(notes) :]) != notes:
                self._came.clear()
                await self._came.wait()

    def _began(self) -> None:
        self._note(b"began")
        if self._greeting:
            self.child.say(self._greeting)

    def _heard(self, line: bytes) -> None:
        self._note(line)
        if line == b"nonsense\n":
            raise KeyError(line)

    def _note(self, note: bytes) -> None:
        self.notes.append(note)
        self._came.set()


@asynccontextmanager
async def owned(owner: Owner) -> AsyncIterator[Owner]:
    owner.child.start()
    try:
        yield owner
    finally:
        await owner.child.close()


def killed(owner: Owner) -> int:
    """The id of the process that is no more."""
    pid = owner.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    return pid


async def test_it_is_told_and_heard_line_by_line() -> None:
    async with owned(Owner()) as owner:
        await owner.until(b"began")
        assert owner.child.pid not in (None, os.getpid())
        owner.child.say(b"one\n")
        owner.child.say(b"two\n")
        await owner.until(b"began", b"one\n", b"two\n")
        owner.child.start()
        assert owner.child.starts == 1
        assert not owner.child.down


async def test_a_module_of_ours_is_found_wherever_the_server_was_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", "somewhere else")
    program = "import os, server.version; print(os.environ['PYTHONPATH'], flush=True); input()"
    path = os.pathsep.join([str(ROOT), "somewhere else"])
    async with owned(Owner((sys.executable, "-c", program))) as owner:
        await owner.until(path.encode() + b"\n")
    assert python("server.bot") == (sys.executable, "-m", "server.bot")


async def test_when_it_dies_it_is_started_anew() -> None:
    async with owned(Owner(pauses_s=QUICK)) as owner:
        await owner.until(b"began")
        first = killed(owner)
        await owner.until(b"began", b"died", b"began")
        assert owner.child.pid not in (None, first)
        assert owner.child.starts == 2
        assert not owner.child.down
        owner.child.say(b"again\n")
        await owner.until(b"again\n")


async def test_while_there_is_none_it_is_down_and_what_is_said_is_lost() -> None:
    async with owned(Owner()) as owner:
        await owner.until(b"began")
        killed(owner)
        await owner.until(b"died")
        assert owner.child.down
        assert owner.child.pid is None
        owner.child.say(b"is anybody there?\n")
    assert owner.notes == [b"began", b"died"]


async def test_what_cannot_be_started_is_down() -> None:
    async with owned(Owner(NOWHERE)) as owner:
        await owner.until(b"died")
        assert owner.child.down
        assert owner.child.starts == 0


async def test_whatever_keeps_it_from_starting_it_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner = Owner(pauses_s=QUICK)
    real, refusals = owner.child._live, [RuntimeError("a bug"), OSError("no memory")]

    async def lives_at_last() -> None:
        if refusals:
            raise refusals.pop()
        await real()

    monkeypatch.setattr(owner.child, "_live", lives_at_last)
    async with owned(owner):
        await owner.until(b"died", b"died", b"began")
        assert refusals == []


async def test_what_cannot_be_understood_is_ended_and_started_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with owned(Owner(pauses_s=QUICK)) as owner:
        await owner.until(b"began")
        owner.child.say(b"nonsense\n")
        await owner.until(b"nonsense\n", b"died", b"began")
    assert "cannot be understood" in caplog.text


async def test_a_line_without_end_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(children, "LINE_BYTES", 16)
    async with owned(Owner()) as owner:
        await owner.until(b"began")
        owner.child.say(b"x" * 1_000 + b"\n")
        await owner.until(b"died")
    assert "cannot be understood" in caplog.text


async def test_pauses_grow_up_to_the_longest_and_a_long_life_makes_them_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    enough = asyncio.Event()

    async def slept(pause_s: float) -> None:
        pauses.append(pause_s)
        if len(pauses) == 4:
            monkeypatch.setattr(children, "LIVED_S", 0.0)
        if len(pauses) == 6:
            enough.set()
            await asyncio.Event().wait()

    monkeypatch.setattr("server.children.asyncio.sleep", slept)
    async with owned(Owner(DIES, (0.25, 1.0), greeting=b"die\n")):
        await enough.wait()
    assert pauses == [0.25, 0.5, 1.0, 1.0, 0.25, 0.25]


async def test_closing_leaves_no_process_and_starts_none() -> None:
    owner = Owner()
    async with owned(owner):
        await owner.until(b"began")
        pid = owner.child.pid
        assert pid is not None
    assert owner.child.pid is None
    assert owner.notes == [b"began"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_one_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "CLOSE_S", 0.01)
    async with owned(Owner(NEVER_ENDS)) as owner:
        await owner.until(b"began")
        owner.child.say(b"hear\n")
        await owner.until(b"hear\n")
        pid = owner.child.pid
        assert pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_one_that_was_closed_is_not_started_any_more() -> None:
    owner = Owner()
    before = asyncio.all_tasks()
    await owner.child.close()
    owner.child.start()
    assert asyncio.all_tasks() == before
    assert owner.child.starts == 0

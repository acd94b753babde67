"""A child process of the server: survives what is meant for the server, and ends with its pipes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = """
import os, sys
from server.child import live

def work():
    for line in sys.stdin:
        print(os.getpriority(os.PRIO_PROCESS, 0), flush=True)

live(work)
"""


def started() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(child: subprocess.Popen[str]) -> str:
    assert child.stdin is not None
    assert child.stdout is not None
    print("?", file=child.stdin, flush=True)
    return child.stdout.readline()


def test_players_moves_come_first_and_signals_are_the_servers_business() -> None:
    with started() as child:
        lowly = min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        assert answer(child) == f"{lowly}\n"
        for number in (signal.SIGINT, signal.SIGTERM):
            child.send_signal(number)
        assert answer(child) == f"{lowly}\n"
        assert child.communicate() == ("", "")
    assert child.returncode == 0


def test_it_ends_quietly_when_nobody_listens() -> None:
    with started() as child:
        answer(child)
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        print("?", file=child.stdin, flush=True)
        assert child.stderr.read() == ""
    assert child.returncode == 0

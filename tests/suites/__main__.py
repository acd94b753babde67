"""`python -m tests.suites`: runs the named suites; each ends with one line of JSON.

A suite is a set of commands; most are one pytest run over the tests that carry its mark. The
process exits non-zero when anything that a suite checks does not hold. All together, suites that
measure no times run two at once, the others alone afterwards.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[2]
PYTHON = sys.executable


@dataclass(frozen=True)
class Suite:
    """What `./test NAME` runs."""

    proves: str
    commands: tuple[tuple[str, ...], ...]
    options: dict[str, int] = field(default_factory=dict)
    """Whole numbers with their defaults, as `--rooms 50`; tests read them as `suite_options`."""
    quick: bool = True
    """Part of plain `./test`."""
    alone: bool = False
    """Measures times, or plays gestures that a starved browser takes for others: runs by itself."""


PATH = {"fast_path": 1}
"""`--fast-path 0`: the suite's servers read by the library alone."""


def marked(name: str) -> tuple[tuple[str, ...], ...]:
    return ((PYTHON, "-m", "pytest", "--suite", name, "tests"),)


SUITES: dict[str, Suite] = {
    "static": Suite(
        "ruff, formatting, mypy strict, import contracts, and that the project agrees with itself",
        (
            (PYTHON, "-m", "ruff", "check", "."),
            (PYTHON, "-m", "ruff", "format", "--check", "-q", "."),
            (PYTHON, "-m", "mypy"),
            (str(Path(PYTHON).parent / "lint-imports"),),
            *marked("static"),
        ),
    ),
    "core": Suite(
        "engine, race and protocol by themselves; their branch coverage is 100 %",
        (
            (PYTHON, "-m", "coverage", "run", "-m", "pytest", "--suite", "core", "tests"),
            (PYTHON, "-m", "coverage", "report", "--fail-under=100"),
        ),
    ),
    "unit": Suite("store, rooms, network and command line by themselves", marked("unit")),
    "client": Suite(
        "the page's modules and its board, inside a real browser page", marked("client")
    ),
    "secrecy": Suite(
        "nothing secret is in any frame: non-interference, and all traffic of whole races searched",
        marked("secrecy"),
        {"pairs": 600} | PATH,
    ),
    "verify": Suite(
        "a verifier written from the documents alone accepts honest races and refuses altered ones",
        marked("verify"),
        {"races": 100},
    ),
    "bad-input": Suite(
        "at least 100 malformed, mistimed and unauthorised messages get the documented answer",
        marked("bad-input"),
        PATH,
    ),
    "boards": Suite(
        "guess-free boards are cleared by other solvers that never guess; the solver misses and"
        " invents nothing; no start holds up the others",
        marked("boards"),
        {"per_level": 20, "positions": 10_000},
        alone=True,
    ),
    "rooms": Suite(
        "races driven through real sockets agree with the event log",
        marked("rooms"),
        {"rooms": 50, "players": 4},
    ),
    "bots": Suite(
        "a bot written from PROTOCOL.md alone races to the end, again and again",
        marked("bots"),
        {"races": 100, "rooms": 20},
    ),
    "wheel": Suite(
        "the built wheel in an empty environment: serve, race, back up, restore, the same boards",
        marked("wheel"),
        alone=True,
    ),
    "kills": Suite(
        "kill -9 at any moment and at every fail point loses and doubles nothing; restart times",
        marked("kills"),
        {"count": 20} | PATH,
        alone=True,
    ),
    "power-cuts": Suite(
        "a power cut loses nothing that was told (a file system of its own: needs root)",
        marked("power-cuts"),
        {"count": 5},
    ),
    "resume": Suite(
        "lines cut at every message, pages reloaded, servers killed: everybody ends in the race"
        " that is in the log; 500 come back at once",
        marked("resume"),
        PATH,
        alone=True,
    ),
    "disk": Suite(
        "full, slow, failing, locked and damaged disks: nothing told early, nothing lost",
        marked("disk"),
        {"calls": 0} | PATH,
    ),
    "backups": Suite(
        "backups of a server under load are whole, and hold all that was told before",
        marked("backups"),
        {"count": 50},
    ),
    "hostile": Suite(
        "non-readers, floods and slow handshakes at once are cut off, and nobody else notices",
        marked("hostile"),
        {"waves": 1} | PATH,
        alone=True,
    ),
    "drain": Suite(
        "SIGTERM with 100 clients, some of which never read: all go on in the next process",
        marked("drain"),
        PATH,
        alone=True,
    ),
    "soak": Suite(
        "rooms, players and reconnects come and go: memory, files and tasks do not grow",
        marked("soak"),
        {"minutes": 20},
        quick=False,
    ),
    "proxies": Suite(
        "the page behind nginx and Caddy under a prefix: a race of two, no forged address counts",
        marked("proxies"),
        alone=True,
    ),
    "browser": Suite(
        "whole journeys with several pages in a real browser", marked("browser"), alone=True
    ),
    "page": Suite(
        "budgets of the page: building and painting large boards", marked("page"), quick=False
    ),
    "bench": Suite(
        "what a move costs: against echo servers, under load, as rooms grow; the goals in a table",
        ((PYTHON, "-m", "tests.load"),),
        {
            "rooms": 25,
            "players": 8,
            "level": 4,
            "rate": 4_000,
            "durability": 2,
            "rounds": 10,
            "only": 31,
        },
        quick=False,
    ),
    "pictures": Suite(
        "makes the README's pictures from the real page", marked("pictures"), quick=False
    ),
}


def run(name: str, options: dict[str, int], output: IO[bytes] | None = None) -> bool:
    """Run one suite, print its line of JSON, say whether everything held.

    `output`: a file for all that the commands print; None for this process's own.
    """
    suite = SUITES[name]
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        figures = Path(folder) / "figures.json"
        environment = os.environ | {
            "DEMINEUR_SUITE_FIGURES": str(figures),
            "DEMINEUR_SUITE_OPTIONS": json.dumps(suite.options | options),
        }
        _say(f"== {name}: {suite.proves}", output)
        ok = True
        for command in suite.commands:
            done = subprocess.run(
                command, cwd=ROOT, env=environment, check=False, stdout=output, stderr=output
            )
            ok = ok and done.returncode == 0
        line: dict[str, object] = {"suite": name, "ok": ok}
        line["seconds"] = round(time.monotonic() - started, 1)
        if figures.exists():
            line |= json.loads(figures.read_text())
    _say(json.dumps(line), output)
    return ok


def _say(text: str, output: IO[bytes] | None) -> None:
    if output is None:
        print(text, flush=True)
    else:
        output.write(f"{text}\n".encode())
        output.flush()


def run_aside(name: str) -> bool:
    """Run a suite beside others: what it prints comes in one piece at its end."""
    with tempfile.TemporaryFile() as output:
        ok = run(name, {}, output)
        output.seek(0)
        print(output.read().decode(errors="replace"), end="", flush=True)
    return ok


def run_all() -> dict[str, bool]:
    """All quick suites: which held."""
    quick = {name: suite for name, suite in SUITES.items() if suite.quick}
    with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        begun = {
            pool.submit(run_aside, name): name for name, suite in quick.items() if not suite.alone
        }
        results = {begun[done]: done.result() for done in as_completed(begun)}
    return results | {name: run(name, {}) for name, suite in quick.items() if suite.alone}


def main() -> int:
    """The command line of `./test`."""
    parser = argparse.ArgumentParser(prog="./test", description="Run the project's proofs.")
    parser.add_argument("--list", action="store_true", help="name the suites and what they prove")
    names = parser.add_subparsers(dest="suite", metavar="SUITE")
    for name, suite in SUITES.items():
        sub = names.add_parser(name, help=suite.proves)
        for option, default in suite.options.items():
            sub.add_argument(f"--{option.replace('_', '-')}", type=int, default=default)
    arguments = vars(parser.parse_args())
    if arguments.pop("list"):
        for name, suite in SUITES.items():
            print(f"{name:10} {suite.proves}{'' if suite.quick else ' (on demand)'}")
        return 0
    chosen = arguments.pop("suite")
    if chosen:
        return 0 if run(chosen, arguments) else 1
    results = run_all()
    failed = [name for name, ok in results.items() if not ok]
    print(f"suites: {len(results) - len(failed)} passed, {len(failed)} failed", flush=True)
    if failed:
        print("failed: " + ", ".join(failed), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

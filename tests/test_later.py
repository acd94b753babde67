"""A start imports what a server needs to answer; the rest comes as soon as the link is out."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from server import later

ROOT = Path(__file__).parents[1]
NEVER = (
    "cyclopts",
    "structlog",
    "websockets.asyncio.client",
    "server.admin.words",
    "server.bot.player",
    "server.command_line",
    "server.commands",
    "server.keeping.words",
    "server.proof",
)
"""What no server needs that is started plainly, neither at the start nor later."""
START = """
import json, sys
from server import collecting, serving
from server.__main__ import main

def announced(*_):
    seen.append(sorted(sys.modules))

def settled():
    import os, signal
    from server.net.picture import draw
    from server.rooms import names
    seen.append(sorted(sys.modules))
    draw("http://127.0.0.1/?r=BCDFGHJK")
    names.alike(names.clean("Ada \N{DECIDUOUS TREE}"), "ada")
    seen.append(sorted(sys.modules))
    os.kill(os.getpid(), signal.SIGTERM)

seen = []
serving.announce, collecting.settle = announced, settled
main(["--port", "0", "--data", sys.argv[1]])
print(json.dumps(seen))
"""


def test_a_server_answers_before_it_brings_in_the_rest(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    at_link, settled, used = map(set, json.loads(done.stdout))
    assert at_link.isdisjoint(later.MODULES)
    assert settled >= set(later.MODULES)
    assert settled.isdisjoint(NEVER)
    assert used == settled
    assert {"server.app", "server.net.kernel"} <= at_link


def test_what_cannot_be_imported_is_told_and_the_others_come(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(later, "MODULES", {"server.nothing": "", "colorsys": ""})
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    with caplog.at_level(logging.ERROR, "server.later"):
        later.bring()
    assert caplog.messages == ["server.nothing cannot be imported"]
    assert "colorsys" in sys.modules

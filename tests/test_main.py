"""The command line, as a process and in parts."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from server.__main__ import main
from server.config import table
from server.exits import Exit

ROOT = Path(__file__).parents[1]
FULL = Path("/dev/full")


@contextmanager
def server(
    *options: str, out: int | IO[bytes] = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    """A server process, stopped at the end at the latest."""
    environment = {k: v for k, v in os.environ.items() if k != "STATE_DIRECTORY"}
    process = subprocess.Popen(
        [sys.executable, "-m", "server", *options],
        cwd=ROOT,
        env=environment,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def link_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.fullmatch(r"Démineur Race: (http://127\.0\.0\.1:\d+/)\n", line)
    assert found, (line, process.stderr and process.stderr.read())
    return found[1]


def rest_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What it prints until its end, after `link_of`."""
    assert process.stdout is not None
    assert process.stderr is not None
    process.wait(timeout=20)
    return process.stdout.read(), process.stderr.read()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_a_link_answers_and_stops_when_asked(tmp_path: Path, number: int) -> None:
    with server("--port", "0", "--data", str(tmp_path / "new")) as process:
        link = link_of(process)
        with urllib.request.urlopen(f"{link}healthz", timeout=20) as answer:
            assert answer.read() == b"ok\n"
        process.send_signal(number)
        out, err = rest_of(process)
        assert process.returncode == 0, err
    assert out == f"Data: {tmp_path / 'new'}\n"
    assert "Traceback" not in err


@pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")
def test_it_serves_and_stops_though_its_link_cannot_be_printed(tmp_path: Path) -> None:
    with (
        FULL.open("wb") as full,
        server("--port", "0", "--data", str(tmp_path), out=full) as process,
    ):
        assert process.stderr is not None
        said = process.stderr.readline()
        found = re.search(r"the link (http://\S+) cannot be printed: .*No space left", said)
        assert found, said
        with urllib.request.urlopen(f"{found[1]}healthz", timeout=20) as answer:
            assert answer.read() == b"ok\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == Exit.ASKED


def test_a_bug_after_the_start_does_not_leave_the_process_behind(tmp_path: Path) -> None:
    bug = "import server.later as l; l.bring = lambda: 1 / 0; from server.__main__ import main"
    words = ["--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(
        [sys.executable, "-c", f"{bug}; raise SystemExit(main({words}))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with server("serve", "--port", port, "--data", str(tmp_path)) as process:
            out, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert err.splitlines() == [
        f"Démineur Race cannot start: port {port} is taken; choose another with --port."
    ]
    assert out == ""


def test_an_unusable_directory_is_told(tmp_path: Path) -> None:
    (tmp_path / "demineur.sqlite").write_bytes(b"not a database" * 100)
    with server("--port", "0", "--data", str(tmp_path)) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == Exit.DAMAGED
    assert err.startswith("Démineur Race cannot start: ")
    assert len(err.splitlines()) == 1
    assert (tmp_path / "demineur.sqlite").read_bytes() == b"not a database" * 100


def test_a_directory_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with server("--port", "0", "--data", str(tmp_path / "file" / "x")) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == Exit.UNUSABLE
    assert len(err.splitlines()) == 1


def test_a_locked_directory_is_told(tmp_path: Path) -> None:
    with server("--port", "0", "--data", str(tmp_path)) as first:
        link_of(first)
        with server("--port", "0", "--data", str(tmp_path)) as second:
            _, err = second.communicate(timeout=20)
        assert second.returncode == Exit.LOCKED
        assert str(tmp_path) in err


def test_the_world_is_warned_of(tmp_path: Path) -> None:
    with server("--port", "0", "--host", "0.0.0.0", "--data", str(tmp_path)) as process:
        link_of(process)
        process.terminate()
        out, _ = rest_of(process)
    assert "Everybody in the network can connect" in out
    assert re.search(r"^On the network: http://\S+:\d+/$", out, re.MULTILINE)


def test_config_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--table"]) == 0
    assert capsys.readouterr().out == table()
    assert main(["config", "--show", "--port", "81"]) == 0
    assert "| `port` | `81` |" in capsys.readouterr().out


def test_the_settings_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "race.toml"
    file.write_text(f'port = 0\ndata = "{tmp_path / "kept"}"\n')
    with server("--settings", str(file)) as process:
        link_of(process)
        process.terminate()
        out, _ = rest_of(process)
    assert out == f"Data: {tmp_path / 'kept'}\nSettings: {file}\n"


@pytest.mark.parametrize(
    "options",
    [
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--allowed-origin", "https://a.example/"],
        ["--allowed-origin", "https://a.example/path"],
        ["--allowed-origin", "a.example"],
        ["--allowed-origin", "*"],
        ["--trusted-proxy", "10.0.0.1/8"],
        ["--trusted-proxy", "proxy.example"],
        ["--log-level", "loud"],
        ["--connections", "0"],
        ["--connections", "many"],
        ["--no-such-option"],
        ["no-such-command"],
        ["--settings", "no-such-file.toml"],
    ],
)
def test_wrong_arguments(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(options) == 2
    assert capsys.readouterr().err.startswith("demineur: error: ")

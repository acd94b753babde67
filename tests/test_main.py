"""The command line, as a process and in parts."""

import argparse
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.__main__ import (
    default_data,
    limit_settings,
    main,
    make_parser,
    network_address,
    raise_file_limit,
)
from server.config import Config, table
from server.exits import Exit

ROOT = Path(__file__).parents[1]


@contextmanager
def server(*options: str) -> Iterator[subprocess.Popen[str]]:
    """A server process, stopped at the end at the latest."""
    environment = {k: v for k, v in os.environ.items() if k != "STATE_DIRECTORY"}
    process = subprocess.Popen(
        [sys.executable, "-m", "server", *options],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
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
    assert main(["config", "--port", "81"]) == 0
    assert "| `port` | `81` |" in capsys.readouterr().out


def test_every_setting_has_an_option() -> None:
    arguments = vars(make_parser().parse_args(["serve", "--flood-ms", "7"]))
    assert arguments["flood_ms"] == 7
    singular = {"allowed_origins": "allowed_origin", "trusted_proxies": "trusted_proxy"}
    named = {singular.get(name, name) for name in vars(Config())} | {"command"}
    assert set(arguments) == named
    assert all(arguments[s.name] == s.default for s in limit_settings() if s.name != "flood_ms")


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
    ],
)
def test_wrong_arguments(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(options)
    assert left.value.code == 2
    assert "error: " in capsys.readouterr().err


def test_origins_are_repeatable() -> None:
    origins = ["https://a.example", "http://b.example:81"]
    options = [word for origin in origins for word in ("--allowed-origin", origin)]
    parsed: argparse.Namespace = make_parser().parse_args(["serve", *options])
    assert parsed.allowed_origin == origins


def test_trusted_proxies_are_repeatable_networks() -> None:
    options = ["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "::1"]
    parsed: argparse.Namespace = make_parser().parse_args(["serve", *options])
    assert parsed.trusted_proxy == ["10.0.0.0/8", "::1/128"]


@pytest.mark.parametrize(
    ("variables", "platform", "directory"),
    [
        ({"STATE_DIRECTORY": "/var/lib/demineur:/other"}, "linux", "/var/lib/demineur"),
        ({"XDG_DATA_HOME": "/x"}, "linux", "/x/demineur"),
        ({"HOME": "/home/ann"}, "linux", "/home/ann/.local/share/demineur"),
        ({"HOME": "/ann"}, "darwin", "/ann/Library/Application Support/demineur"),
    ],
)
def test_where_everything_is_kept(
    variables: dict[str, str], platform: str, directory: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert default_data() == Path(directory)


def test_the_network_address_is_one() -> None:
    assert re.fullmatch(r"[\w.-]+", network_address())


@pytest.mark.parametrize(
    ("soft", "hard", "asked", "connections"),
    [
        (1_024, 20_000, (2_400, 20_000), 2_000),
        (1_024, 1_024, (1_024, 1_024), 624),
        (1_024, resource.RLIM_INFINITY, (2_400, resource.RLIM_INFINITY), 2_000),
        (256, 256, (256, 256), 1),
        (20_000, 20_000, None, 19_600),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, 2_000),
    ],
)
def test_file_descriptors_bound_the_connections(
    soft: int,
    hard: int,
    asked: tuple[int, int] | None,
    connections: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: calls.append(limits))
    assert raise_file_limit(Config()) == connections
    assert calls == ([] if asked is None else [asked])
